"""Certificates: a finished run beside what theory promises, on the user's own data."""

from .certificate import Certificate, Line
from .certifying import certify

__all__ = ["Certificate", "Line", "certify"]
