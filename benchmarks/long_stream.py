"""Auto after fifty million short examples: counts are exact, and a change at the end costs what a fresh start does.

Eight of 200 attributes in an example, a disjunction of ten of them; at the end another disjunction. Cells are in single
precision, so a count of 2^24 grows no more: this shows that nothing comes of it.

    python benchmarks/long_stream.py                        # some minutes
    python benchmarks/long_stream.py --millions 5           # a look
"""

import argparse
import time

import numpy as np
import scipy.sparse as sp

import thresher as th

ATTRIBUTES, ACTIVE, LITERALS = 200, 8, 10


def rows(count: int, literals: np.ndarray, rng: np.random.Generator) -> tuple[sp.csr_matrix, np.ndarray]:
    """One attribute out of every group of 25; positive where one of the literals is there, a fiftieth turned round."""
    size = ATTRIBUTES // ACTIVE
    drawn = rng.integers(0, size, (count, ACTIVE), dtype=np.int32) + np.arange(ACTIVE, dtype=np.int32) * size
    starts = np.arange(0, drawn.size + 1, ACTIVE)
    X = sp.csr_matrix((np.ones(drawn.size), drawn.ravel(), starts), shape=(count, ATTRIBUTES))
    return X, np.isin(drawn, literals).any(axis=1) ^ (rng.random(count) < 0.02)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--millions", type=int, default=50)
    millions = parser.parse_args().millions
    rng = np.random.default_rng(0)
    one, other = (rng.choice(ATTRIBUTES, LITERALS, replace=False) for _ in range(2))
    model, began, counted = th.Auto(), time.process_time(), 0
    for million in range(millions):
        X, y = rows(1_000_000, one, rng)
        counted += int((np.asarray(model.learn_many(X, y)) != y).sum())
        if million + 1 in (1, 10, 20, 50, millions):
            spent = time.process_time() - began
            print(f"{model.examples:,} examples, {model.mistakes:,} mistakes, {spent:.0f} s", flush=True)
    exact = (model.examples, model.mistakes) == (millions * 1_000_000, counted)
    print(f"counts exact: {exact}; restarts: {model.explain().restarts}; memory: {model.memory:,} bytes")
    X, y = rows(200_000, other, rng)
    fresh = th.Auto()
    for name, learner in (("after the change", model), ("a fresh start", fresh)):
        wrong = np.asarray(learner.learn_many(X, y)) != y
        print(f"{name}: {wrong[:2000].sum()} mistakes in 2,000, {wrong.sum():,} in 200,000")


if __name__ == "__main__":
    main()
