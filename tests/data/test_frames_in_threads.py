"""Large frames are read by two threads. Without polars, which can't be run under ThreadSanitizer."""

import numpy as np
import pandas as pd
import pytest

import thresher as th

ROWS = 100_000  # more than one thread's turn


def frame(kind: str) -> pd.DataFrame:
    rng = np.random.default_rng(0)
    if kind == "numbers":
        return pd.DataFrame(rng.normal(size=(ROWS, 12)), columns=[f"c{i}" for i in range(12)])
    texts = ["free money now", "lunch at noon", "meeting", ""]
    return pd.DataFrame(
        {
            "amount": rng.lognormal(size=ROWS),
            "shop": rng.choice(["a", "b", "c"], ROWS),
            "text": rng.choice(texts, ROWS),
        }
    )


@pytest.mark.parametrize("kind", ["numbers", "texts"])
def test_a_large_frame_is_learned_as_its_parts_are(kind):
    table, labels = frame(kind), np.random.default_rng(1).random(ROWS) < 0.5
    rows = th.Rows(text="text") if kind == "texts" else None
    whole, parts = th.Perceptron(rows=rows), th.Perceptron(rows=rows)
    whole.learn_many(table, labels)
    for first in range(0, ROWS, 5000):  # too small for a second thread
        parts.learn_many(table[first : first + 5000], labels[first : first + 5000])
    assert whole.digest() == parts.digest()
