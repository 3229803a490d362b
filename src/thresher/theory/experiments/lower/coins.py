"""Coins for labels (B10, Theorem 10): nothing can be learned, and yet one literal is right more often than not."""

import math
from dataclasses import dataclass
from statistics import fmean

from ....learners import Swin
from ...bounds import swin_mistakes_on_a_disjunction
from ...concepts import RandomLabels, play
from ..experiment import Figure, Series, Table, Tell


@dataclass(frozen=True)
class Toss:
    """One game of coins: SWIN's expected mistakes, the errors of the best literal, and B8's bound."""

    n: int
    trials: int
    seed: int
    mistakes: float
    errors: int
    bound: float

    @property
    def share(self) -> float:
        """(M - A)/sqrt(A ln n): Theorem 10 says that its mean is at least 1 in the limit."""
        return (self.mistakes - self.errors) / self.scale

    @property
    def bound_share(self) -> float:
        """The same of the bound, which Theorem 6 brings to 2 in the limit."""
        return (self.bound - self.errors) / self.scale

    @property
    def scale(self) -> float:
        return math.sqrt(self.errors * math.log(self.n))


def tossed(sizes: list[int], lengths: list[int], seeds: range, tell: Tell) -> list[Toss]:
    """Randomised SWIN without floor, tuned as in Theorem 6 for the T/2 errors that are to be expected."""
    found = []
    for n in sizes:
        tell(f"coins for labels, {n:,} attributes")
        for trials in lengths:
            promotion = 1 + math.sqrt(math.log(n) / (trials / 2))
            for seed in seeds:
                learner = Swin(n, promotion, 0.0, initial=1 / n, randomized=True, seed=seed)
                game = play(RandomLabels(n, 1, trials, seed), learner)
                bound = swin_mistakes_on_a_disjunction(
                    n=n,
                    literals=1,
                    promotion=promotion,
                    initial=1 / n,
                    attribute_errors=game.attribute_errors,
                    randomized=True,
                )
                found.append(Toss(n, trials, seed, learner.expected_mistakes, game.attribute_errors, bound))
    return found


def means(tosses: list[Toss], n: int) -> list[tuple[int, float, float]]:
    """(trials, mean share of the mistakes, of the bound) for each length of the game."""
    lengths = sorted({toss.trials for toss in tosses})
    kept = {t: [toss for toss in tosses if toss.n == n and toss.trials == t] for t in lengths}
    return [(t, fmean(x.share for x in own), fmean(x.bound_share for x in own)) for t, own in kept.items()]


def figure(tosses: list[Toss]) -> Figure:
    """Both shares as the game gets longer."""
    series = []
    lengths: list[float] = []
    for n in sorted({toss.n for toss in tosses}):
        rows = means(tosses, n)
        lengths = [float(t) for t, _, _ in rows]
        label = f"SWIN, randomised, n = {n:,}"
        series.append(Series(label, lengths, [share for _, share, _ in rows]))
        series.append(
            Series(f"its bound B8, n = {n:,}", lengths, [b for *_, b in rows], role="upper bound", like=label)
        )
    series.append(Series("Theorem 10 in the limit", lengths, [1.0] * len(lengths), role="lower bound"))
    return Figure(
        "coins",
        "Labels that are coins: mistakes beyond those of the best literal",
        "trials T",
        "(expected mistakes - A) / sqrt(A ln n)",
        series,
        x_log=True,
        caption="Means over the seeds. A: errors of the literal that was best in hindsight.",
    )


def table(tosses: list[Toss]) -> Table:
    """Every game of coins."""
    columns = ["n", "trials", "seed", "errors_of_best_literal", "expected_mistakes", "share", "bound_B8", "bound_share"]
    return Table(
        "coins_games",
        columns,
        [[t.n, t.trials, t.seed, t.errors, t.mistakes, t.share, t.bound, t.bound_share] for t in tosses],
    )
