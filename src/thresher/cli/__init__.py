"""The command `thresher`: arguments -> the flow -> stdout. Nothing heavy is imported before it is needed."""

import os

# numpy is used for arrays alone: the threads its linear algebra would start cost more than a small job.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from .main import main

__all__ = ["main"]
