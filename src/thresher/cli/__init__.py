"""The command `thresher`: arguments -> the flow -> stdout. Nothing heavy is imported before it is needed."""

from .main import main

__all__ = ["main"]
