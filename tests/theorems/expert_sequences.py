"""The best sequence of experts in hindsight, by what each expert lost on each trial."""

import itertools
import math

MOST_SWITCHES = 3


def best_sequences(losses, most=MOST_SWITCHES):
    """The smallest loss of a sequence of experts with at most s switches, for s = 0 .. most."""
    n = len(losses[0])
    least = [[0.0] * n for _ in range(most + 1)]
    for row in losses:
        least = [
            [min(least[s][i], min(least[s - 1]) if s else math.inf) + row[i] for i in range(n)] for s in range(most + 1)
        ]
    return [min(row) for row in least]


def every_sequence(losses):
    """(switches, experts used, loss) of every sequence there is; for few experts and few trials."""
    n, trials = len(losses[0]), len(losses)
    for chosen in itertools.product(range(n), repeat=trials):
        switches = sum(a != b for a, b in itertools.pairwise(chosen))
        yield switches, len(set(chosen)), math.fsum(row[i] for row, i in zip(losses, chosen, strict=True))


def two(probability):
    """What an expert states of yes and no, by the probability of yes."""
    return {True: probability, False: 1 - probability}


def spread(rng, probability, y, labels):
    """So much for one label, and the rest for the others: all for one of them, or in random parts."""
    others = [label for label in labels if label != y]
    parts = [float(i == 0) for i in range(len(others))] if rng.random() < 0.5 else [rng.random() for _ in others]
    rng.shuffle(parts)
    rest = {label: (1 - probability) * part / math.fsum(parts) for label, part in zip(others, parts, strict=True)}
    return {label: rest.get(label, probability) for label in labels}


def clipped(stated, least=1e-6):
    """With a little for every label."""
    return {label: (1 - len(stated) * least) * q + least for label, q in stated.items()}


def log_losses(stated, y):
    """What each expert's statement costs."""
    return [-math.log(q[y]) for q in stated]
