"""The command `thresher`: arguments -> the flow -> stdout. Nothing heavy is imported before it is needed."""

from .main import main

__all__ = ["main", "start"]


def start() -> None:
    """The process `thresher` begins here."""
    import gc
    import os

    # numpy is used for arrays alone: the threads its linear algebra would start cost more than a small job.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    # What is imported stays: looking through it again and again for garbage takes a tenth of the start-up.
    gc.set_threshold(50_000, 20, 20)
    main()
