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


def log_losses(stated, y):
    """What each expert's probability of True costs."""
    return [-math.log(q if y else 1 - q) for q in stated]
