"""Texts with labels a fifth of which are wrong."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from .tables import Table

FILES = {"movie reviews": "movie_reviews/movie_reviews.libsvm", "farm advertisements": "farm_ads/farm_ads.libsvm"}


def noisy_texts(data: Path | None) -> Iterator[Table]:
    """Those of the folder of data; none without it."""
    from sklearn.datasets import load_svmlight_file

    for name, path in FILES.items() if data is not None else ():
        X, y = load_svmlight_file(str(data / path))
        yield name, X, (y > 0) ^ (np.random.default_rng(7).random(len(y)) < 0.2)
