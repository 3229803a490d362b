"""Certificates: a finished run beside what theory promises, on the user's own data."""

from .certificate import Certificate
from .certifying import certify
from .line import Line

__all__ = ["Certificate", "Line", "certify"]
