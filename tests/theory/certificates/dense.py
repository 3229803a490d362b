"""A run and a comparator written out in full: the definitions of A2 and the programs of H1 and H3 as they stand.

Nothing of the package is used to compute anything here but the reading of stretches.
"""

from typing import NamedTuple

import numpy as np
from scipy.optimize import linprog


class Written(NamedTuple):
    """A stream as a matrix: X[t, i] is x_i^t."""

    X: np.ndarray
    y: np.ndarray
    attributes: list


def written(stream):
    """Examples (x, y) as a matrix."""
    stream = list(stream)
    attributes = list(dict.fromkeys(a for x, _ in stream for a, v in x.items() if v))
    place = {a: i for i, a in enumerate(attributes)}
    X = np.zeros((len(stream), len(attributes)))
    for t, (x, _) in enumerate(stream):
        for a, value in x.items():
            if value:
                X[t, place[a]] = value
    return Written(X, np.array([bool(y) for _, y in stream]), attributes)


def weights(sequence, stream):
    """U[t, i] of a concept sequence, stretch by stretch; attributes that never occur come last."""
    known = list(dict.fromkeys([*stream.attributes, *(s.attribute for s in sequence.stretches)]))
    U = np.zeros((len(stream.y), len(known)))
    for attribute, first, last, weight in sequence.stretches:
        U[first:last, known.index(attribute)] += weight
    return U


def total_rise(U):
    """H, by its definition: the last weights and every drop before them."""
    return U[-1].sum() + np.maximum(0.0, U[:-1] - U[1:]).sum() if len(U) else 0.0


def scores(U, X):
    """u^t.x^t; attributes of U beyond those of X never occur."""
    return (U[:, : X.shape[1]] * X).sum(axis=1)


def noise(U, stream, separation):
    """nz_t of every trial."""
    s = scores(U, stream.X)
    return np.maximum(0.0, np.where(stream.y, 1 + separation - s, s - (1 - separation)))


def a4(alpha, floor, norm, separation, reach, rise, missed):
    """A4 as in the sheet, with L = log_alpha(w_max/eps) given."""
    f = floor * norm
    return (1 - f + alpha) / ((1 + separation) * (1 - f) - (1 - separation) * alpha) * (reach * rise + missed)


class Solved(NamedTuple):
    """The optimum of a program."""

    value: float
    separation: float
    U: np.ndarray


def solved(stream, a, b, rise, fall=0.0, separation=None, block=None):
    """H3 as it stands, over all u_i^t; H1 in the same scaling where a separation is given.

    block: trials of one block have the same weights.   fall: what a unit of drop before the end costs.
    """
    X, y = stream.X, stream.y
    T, n = X.shape
    size = T * n
    columns = 2 * size + T + 2  # u (trial by trial), h, s, d, tau
    d, tau = columns - 2, columns - 1
    cost = np.zeros(columns)
    cost[size : 2 * size] = a * (rise + fall)
    cost[2 * size - n : 2 * size] = a * rise  # the last weights don't drop
    cost[2 * size : 2 * size + T] = a
    rows = []
    for t in range(T):
        for i in range(n):
            row = np.zeros(columns)  # h >= u^t - u^(t+1)
            row[size + t * n + i] = -1
            row[t * n + i] = 1
            if t + 1 < T:
                row[(t + 1) * n + i] = -1
            rows.append(row)
        row = np.zeros(columns)  # s_t >= what is missed
        row[2 * size + t] = -1
        row[t * n : (t + 1) * n] = -X[t] if y[t] else X[t]
        row[tau] = 1 if y[t] else -1
        row[d] = 1
        rows.append(row)
    row = np.zeros(columns)  # d <= tau
    row[d], row[tau] = 1, -1
    rows.append(row)
    equal = [np.zeros(columns)]
    equal[0][d], equal[0][tau] = a, -b
    right = [1.0]
    if separation is not None:
        row = np.zeros(columns)
        row[d], row[tau] = 1, -separation
        equal.append(row)
        right.append(0.0)
    for t in range(1, T):
        if block is not None and block[t] == block[t - 1]:
            for i in range(n):
                row = np.zeros(columns)
                row[t * n + i], row[(t - 1) * n + i] = 1, -1
                equal.append(row)
                right.append(0.0)
    found = linprog(cost, np.array(rows), np.zeros(len(rows)), np.array(equal), right, method="highs")
    assert found.status == 0, found.message
    return Solved(found.fun, found.x[d] / found.x[tau], found.x[:size].reshape(T, n) / found.x[tau])


def solved_at(stream, rise, separation):
    """H1 as it stands: V at one separation."""
    X, y = stream.X, stream.y
    T, n = X.shape
    size = T * n
    columns = 2 * size + T
    cost = np.concatenate([np.zeros(size), np.full(size, rise), np.ones(T)])
    rows, right = [], []
    for t in range(T):
        for i in range(n):
            row = np.zeros(columns)
            row[size + t * n + i], row[t * n + i] = -1, 1
            if t + 1 < T:
                row[(t + 1) * n + i] = -1
            rows.append(row)
            right.append(0.0)
        row = np.zeros(columns)
        row[2 * size + t] = -1
        row[t * n : (t + 1) * n] = -X[t] if y[t] else X[t]
        rows.append(row)
        right.append(-(1 + separation) if y[t] else 1 - separation)
    found = linprog(cost, np.array(rows), right, method="highs")
    assert found.status == 0, found.message
    return found.fun


def played(model, rng, *, n=6, trials=60, kind="boolean", spite=0.5):
    """A stream played against a learner: of some examples the label is what it does not say, of others a target's.

    kind: "boolean", "unit" (values in [0, 1], tiny ones too) or "signed". The learner learns; the stream is returned.
    """
    target = rng.random(n) < 0.4
    stream = []
    for _ in range(trials):
        there = np.flatnonzero(rng.random(n) < rng.uniform(0.1, 0.9))
        x = {f"a{i}": _value(rng, kind) for i in there.tolist()}
        if rng.random() < 0.02:
            target = rng.random(n) < 0.4
        y = bool(target[there].any())
        if rng.random() < spite:
            y = not model.predict_one(x)
        stream.append((x, y))
        model.learn_one(x, y)
    return stream


def _value(rng, kind):
    if kind == "boolean":
        return 1.0
    size = float(rng.choice([1.0, rng.random(), rng.random() ** 6 + 1e-9]))
    return size if kind == "unit" or rng.random() < 0.5 else -2 * size
