"""Mixing, measured: one machine beside shards that are mixed by sum and by mean, and what it costs not to mix at all.

    python benchmarks/scale_mixing.py planted                  # 180,000 rows x 1,000,000 columns: minutes
    python benchmarks/scale_mixing.py planted --rows 20000
    THRESHER_DATA=... python benchmarks/scale_mixing.py real   # four real streams, dealt out to four servers
    THRESHER_DATA=... python benchmarks/scale_mixing.py committee

planted: error on other rows after passes 1, 2 and 3; eight shards, eight mixes a pass, rows dealt out in runs of 256 as
`th.scale.mix` does. real: progressive error of AdaptiveWinnow, one learner, four that are never mixed, four that become
their mean sixty-four times. committee: the same streams by Auto: one, and the mean log-odds of four that learn apart.
"""

import argparse
import os
import time
from pathlib import Path

import numpy as np

import thresher as th
from thresher.scale.mixing import RUN

LEARNERS = {
    "Perceptron": lambda: th.Perceptron(),
    "AveragedPerceptron": lambda: th.AveragedPerceptron(),
    "TrackingWinnow": lambda: th.TrackingWinnow(promotion=1.5, floor=1 / 1000, threshold=1.0),
    "AdaptiveWinnow": lambda: th.AdaptiveWinnow(),
    "Arow": lambda: th.Arow(),
}
NOISE = 0.018
STREAMS = {
    "a9a": "a9a/a9a",
    "spamassassin": "spamassassin/spamassassin.libsvm",
    "farm_ads": "farm_ads/farm_ads.libsvm",
    "than/then": "confusion/than_then.gutenberg.libsvm",
}


# Planted: rows of a matrix, passes over all of them.


def planted_rows(rows, columns, seed):
    """67 binary attributes of very many, Zipf-like; positive is who has one of 25; one label in 55 is turned round."""
    from scipy import sparse

    rng = np.random.default_rng(seed)
    relevant = np.zeros(columns, dtype=bool)
    relevant[np.random.default_rng(7).choice(np.arange(50, 200), 25, replace=False)] = True
    drawn = np.sort((columns * rng.random((rows, 67)) ** 4).astype(np.int32), axis=1)
    first = np.ones(drawn.shape, dtype=bool)
    first[:, 1:] = drawn[:, 1:] != drawn[:, :-1]
    ends = np.concatenate([[0], np.cumsum(first.sum(axis=1))])
    positive = relevant[drawn].any(axis=1) ^ (rng.random(rows) < NOISE)
    data = np.ones(int(ends[-1])), drawn[first], ends
    return sparse.csr_matrix(data, (rows, columns)), np.where(positive, 1, -1)


def error_on(model, test):
    x, y = test
    return float((model.predict_many(x) != (y > 0)).mean())


def one_machine(make, train, test, passes):
    model, errors = make(), []
    for _ in range(passes):
        model.learn_many(*train)
        errors.append(error_on(model, test))
    return errors


def by_shards(make, train, test, passes, how, shards=8, mixes=8):
    x, y = train
    owner = np.arange(len(y)) // RUN % shards
    parts = [np.flatnonzero(owner == shard) for shard in range(shards)]
    state, errors = make(), []
    for _ in range(passes):
        for mix in range(mixes):
            learners = []
            for own in parts:
                some = own[len(own) * mix // mixes : len(own) * (mix + 1) // mixes]
                one = state.copy()
                one.learn_many(x[some], y[some])
                learners.append(one)
            weights = [len(own) for own in parts] if how == "mean" else None
            state.merge(learners, how, weights=weights)
        errors.append(error_on(state, test))
    return errors


def planted(said):
    train = planted_rows(said.rows, said.columns, 1)
    test = planted_rows(max(2_000, said.rows // 9), said.columns, 2)
    print(f"{said.rows:,} rows x {said.columns:,}: error on {len(test[1]):,} others after passes 1/2/3")
    print("| learner | one machine | sum | mean | third pass, mean / one |\n|---|---|---|---|---|")
    for name in said.learners or LEARNERS:
        make = LEARNERS[name]
        alone = one_machine(make, train, test, 3)
        summed = by_shards(make, train, test, 3, "sum")
        mean = by_shards(make, train, test, 3, "mean")
        shown = ("/".join(f"{error:.3f}".lstrip("0") for error in some) for some in (alone, summed, mean))
        print(f"| {name} | {' | '.join(shown)} | {mean[2] / max(alone[2], 1e-9):.2f} |", flush=True)


# Real streams: predict, then learn, row by row, dealt out to servers in turn.


def stream_of(name):
    from sklearn.datasets import load_svmlight_file

    x, y = load_svmlight_file(name)
    return x.tocsr(), y > 0


def progressive(make, x, y, servers, mixes):
    """Mistakes of servers that get rows in turn; all become their mean so many times on the way."""
    models = [make() for _ in range(servers)]
    start, mistakes = make(), 0
    ends = [len(y) * (i + 1) // max(1, mixes) for i in range(max(1, mixes))]
    begin = 0
    for end in ends:
        for number, model in enumerate(models):
            some = np.arange(begin, end)[np.arange(begin, end) % servers == number]
            if len(some):
                mistakes += int((model.learn_many(x[some], y[some]) != y[some]).sum())
        if mixes:
            start.merge(models, "mean")
            models = [start.copy() for _ in models]
        begin = end
    return mistakes / len(y)


def real(_):
    print("AdaptiveWinnow, four servers: progressive error")
    print("| stream | one | never mixed | mean of 64 mixes |\n|---|---|---|---|")
    for title, (x, y) in streams():
        make = LEARNERS["AdaptiveWinnow"]
        errors = [progressive(make, x, y, 1, 0), progressive(make, x, y, 4, 0), progressive(make, x, y, 4, 64)]
        print(f"| {title} | {' | '.join(f'{error:.4f}' for error in errors)} |", flush=True)


def committee(said):
    """Each member learns a quarter of the rows; all of them answer for every row before its label is seen."""
    print("Auto: progressive error of one, and of a committee of four that learn apart; processor us a row, MB")
    columns = "stream | one | one of four alone | committee | committee / one | learn: one, four | ask: one, four"
    print(f"| {columns} | MB: one, four |\n|---|---|---|---|---|---|---|---|")
    for title, (x, y) in streams():
        one, members = th.Auto(), [th.Auto() for _ in range(4)]
        wrong, spent = np.zeros(3), Spent()
        for begin in range(0, len(y), 64):
            rows = np.arange(begin, min(begin + 64, len(y)))
            spent.on("ask one", scores_of, [one], x[rows])
            scores = spent.on("ask four", scores_of, members, x[rows])
            wrong[0] += (spent.on("learn one", one.learn_many, x[rows], y[rows]) != y[rows]).sum()
            wrong[1] += ((scores[0] >= 0) != y[rows]).sum()
            wrong[2] += ((np.mean(scores, axis=0) >= 0) != y[rows]).sum()
            for number, member in enumerate(members):
                own = rows[rows % 4 == number]
                if len(own):
                    spent.on("learn four", member.learn_many, x[own], y[own])
        errors = " | ".join(f"{count / len(y):.4f}" for count in wrong)
        learn, ask = (
            f"{spent.us(f'{what} one', len(y))}, {spent.us(f'{what} four', len(y))}" for what in ("learn", "ask")
        )
        held = f"{one.memory / 2**20:.0f}, {sum(member.memory for member in members) / 2**20:.0f}"
        print(f"| {title} | {errors} | {wrong[2] / wrong[0]:.2f} | {learn} | {ask} | {held} |", flush=True)


def scores_of(members, rows):
    return [member.scores(rows) if member.examples else np.zeros(rows.shape[0]) for member in members]


class Spent:
    """Processor seconds by what they were spent on."""

    def __init__(self):
        self.seconds = {}

    def on(self, what, work, *given):
        began = time.process_time()
        answer = work(*given)
        self.seconds[what] = self.seconds.get(what, 0.0) + time.process_time() - began
        return answer

    def us(self, what, rows):
        return f"{self.seconds[what] / rows * 1e6:.0f}"


def streams():
    folder = os.environ.get("THRESHER_DATA")
    if folder is None:
        raise SystemExit("THRESHER_DATA names the folder of the real streams")
    for title, name in STREAMS.items():
        yield title, stream_of(str(Path(folder, name)))


def main():
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("what", choices=["planted", "real", "committee"])
    reader.add_argument("--rows", type=int, default=180_000)
    reader.add_argument("--columns", type=int, default=1_000_000)
    reader.add_argument("--learners", nargs="*", choices=list(LEARNERS))
    said = reader.parse_args()
    {"planted": planted, "real": real, "committee": committee}[said.what](said)


if __name__ == "__main__":
    main()
