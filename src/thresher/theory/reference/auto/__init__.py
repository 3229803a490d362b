"""Auto as its paper would state it: experts of all families, a master, an alarm."""

from .learner import Auto

__all__ = ["Auto"]
