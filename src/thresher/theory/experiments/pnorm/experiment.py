"""The p-norm family: between the Perceptron and Winnow, and which of them suits which target."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ....parameters import whole
from ..experiment import Cell, Figure, Findings, Series, Size, Table, Tell
from .fixed_rates import RATES, FixedCount, best_of, best_rates_table, count_fixed, fixed_table, sentence
from .sweeps import Count, Family, relevant_numbers, swept

if TYPE_CHECKING:
    from ....learners import Learner
    from .streams import Shape

TITLE = "The p-norm family: between the Perceptron and Winnow"
QUESTION = (
    "Which p of the p-norm Perceptron, and which k of the interpolated Perceptron f_k, makes the fewest mistakes on "
    "dense targets with sparse instances, and which on sparse targets with dense instances?"
)
SPARSE = 9  # active attributes of a sparse instance
FEW = 3  # relevant attributes of a sparse target
POWERS = [1, 3, 5, 7, 11, 21, 51, 101]  # k of f_k: the odd ones have a bound


@dataclass(frozen=True)
class Setting:
    """The number n of attributes unless another is asked for, the seeds, and the trials for each attribute."""

    n: int
    seeds: int
    trials_per_attribute: int


SETTINGS: dict[Size, Setting] = {
    "quick": Setting(n=64, seeds=2, trials_per_attribute=20),
    "full": Setting(n=512, seeds=3, trials_per_attribute=40),
}


def run(size: Size, seed: int, tell: Tell, *, n: int | None = None) -> Findings:
    """Every p and every k on every stream. n: how many attributes there are; None: as many as the size says."""
    setting = SETTINGS[size]
    n = setting.n if n is None else whole("n", n, at_least=16, at_most=4096)
    trials = setting.trials_per_attribute * n
    relevant = sorted({FEW, 9, 27, 81, 243, 729, 2187} & set(range(n)) | {n})
    counts: list[Count] = []
    fixed: list[FixedCount] = []
    for active in (n, SPARSE):
        for number in relevant:
            tell(f"{number} of {n} attributes relevant, {active} active")
            for i in range(setting.seeds):
                counts += _count(n, number, active, trials, 1000 * seed + i)
                fixed += count_fixed(n, number, active, trials, 1000 * seed + i)
    found = best_of(fixed)
    return Findings(
        QUESTION,
        _choices(n, trials),
        [*_sentences(counts, n), sentence(found), _within(counts)],
        [
            _sweep(counts, "p", n, FEW, n, "sparse_target", "sparse target, dense instances"),
            _sweep(counts, "p", n, n, SPARSE, "dense_target", "dense target, sparse instances"),
            _sweep(counts, "k", n, FEW, n, "f_k_sparse_target", "sparse target, dense instances"),
            _sweep(counts, "k", n, n, SPARSE, "f_k_dense_target", "dense target, sparse instances"),
            _best_figure(counts, n),
        ],
        [_best_table(counts, n), best_rates_table(found), _every_count(counts), fixed_table(fixed)],
    )


def exponents(n: int) -> list[float]:
    """p from 2 to 2 ln n."""
    return [p for p in (2, 2.25, 2.5, 3, 4, 5, 6, 8, 10, 12, 14) if p < 2 * math.log(n)] + [2 * math.log(n)]


def _count(n: int, relevant: int, active: int, trials: int, seed: int) -> Iterator[Count]:
    from .streams import Shape, signed_stream

    shape = Shape(n, relevant, active)
    entered = list(_contestants(shape))
    for examples, labels in signed_stream(shape, trials, seed):
        for _, _, learner, _ in entered:
            learner.learn_many(examples, labels)
    for family, parameter, learner, bound in entered:
        yield Count(family, parameter, relevant, active, seed, learner.mistakes, bound)


def _contestants(shape: "Shape") -> Iterator[tuple[Family, float, "Learner", float]]:
    """Every p and every k: a fresh learner, and its bound at separation 1."""
    from ....learners import InterpolatedPerceptron, PNormPerceptron
    from ...bounds import interpolated_mistakes, p_norm_mistakes

    for p in exponents(shape.n):
        yield "p", p, PNormPerceptron(p), p_norm_mistakes(p=p, separation=1, **_norms(shape, p))
    for k in POWERS:
        norms = _norms(shape, k + 1)
        rate = shape.n ** (2 / (k + 1)) / (shape.relevant * norms["instance_norm"] ** 2)  # E8a's
        bound = interpolated_mistakes(k=k, n=shape.n, target_total=shape.relevant, separation=1, **norms)
        yield "k", k, InterpolatedPerceptron(k, rate=rate), bound


def _norms(shape: "Shape", p: float) -> dict[str, float]:
    return {"target_norm": shape.target_norm(p / (p - 1)), "instance_norm": shape.instance_norm(p)}


def _choices(n: int, trials: int) -> list[str]:
    return [
        f"n = {n} attributes; target weights are 1 or -1 on the relevant attributes, values 1 or -1 on the active "
        f"ones, signs and places at random, {trials:,} trials. Instances with u.x = 0 are left out, so the separation "
        "is 1 and the norms in the bounds are exact.",
        f"A sparse target has {FEW} relevant attributes, a sparse instance {SPARSE} active ones; dense ones have all "
        "n.",
        "f_k has the rate of its bound, n^(2/p)/(|u|_1 |x|_p^2) with p = k + 1 (E8a); for the p-norm Perceptron, from "
        "z = 0, the rate does not matter.",
        "Beside that, f_k with k = 3, 5, 9 and Balanced Winnow at the fixed rates "
        f"{', '.join(f'{r:g}' for r in RATES)}, which know nothing of the target; the best of them counts for each.",
        "The best p is the one with the least median of mistakes over the seeds.",
    ]


def _sentences(counts: list[Count], n: int) -> Iterator[str]:
    few, many = swept(counts, "p", FEW, n), swept(counts, "p", n, SPARSE)
    for sweep, what in ((few, "sparse target, dense instances"), (many, "dense target, sparse instances")):
        yield (
            f"{what.capitalize()}: the Perceptron (p = 2) makes {sweep.medians[0]:g} mistakes and p = 2 ln n = "
            f"{sweep.parameters[-1]:.1f} makes {sweep.medians[-1]:g}; the best p is {sweep.best:.3g} with "
            f"{min(sweep.medians):g}. The bound E8 goes from {sweep.bounds[0]:,.0f} to {sweep.bounds[-1]:,.0f} and is "
            f"least at p = {sweep.best_by_bound:.3g}."
        )
    for relevant, active, what in ((FEW, n, "sparse target"), (n, SPARSE, "dense target")):
        sweep = swept(counts, "k", relevant, active)
        yield (
            f"f_k, {what}: from {sweep.medians[0]:g} mistakes at k = 1 (the Perceptron) to {sweep.medians[-1]:g} at k "
            f"= {sweep.parameters[-1]:g}, nearly Balanced Winnow; the best k is {sweep.best:g} with "
            f"{min(sweep.medians):g}."
        )
    last = swept(counts, "k", n, SPARSE)
    yield (
        f"On the dense target a large k costs f_k {last.medians[-1] / last.medians[0]:.2f} times the Perceptron's "
        f"mistakes, a large p costs the p-norm Perceptron {many.medians[-1] / many.medians[0]:.2f} times: E8a's rate "
        "is small where the target is dense, and at a small rate f_k is in its linear part, a Perceptron for every k."
    )
    dense = [swept(counts, "p", relevant, n) for relevant in relevant_numbers(counts)]
    yield (
        f"With dense instances the best p falls from {dense[0].best:.3g} for {FEW} relevant attributes to "
        f"{dense[-1].best:.3g} for {n}; by the bound from {dense[0].best_by_bound:.3g} to "
        f"{dense[-1].best_by_bound:.3g}."
    )


def _within(counts: list[Count]) -> str:
    nearest = max(counts, key=lambda c: c.mistakes / c.bound)
    over = sum(c.mistakes > c.bound for c in counts)
    return (
        f"{over or 'None'} of the {len(counts)} counts {'is' if over == 1 else 'are'} above the bound; the nearest is "
        f"at {nearest.mistakes / nearest.bound:.0%} of it ({nearest.family} = {nearest.parameter:.3g}, "
        f"{nearest.relevant} relevant, {nearest.active} active)."
    )


def _sweep(counts: list[Count], family: Family, n: int, relevant: int, active: int, name: str, what: str) -> Figure:
    sweep = swept(counts, family, relevant, active)
    learner, entry = ("p-norm Perceptron", "E8") if family == "p" else ("f_k", "E8a")
    spread = Series("", sweep.parameters, [*sweep.largest], "band", like=learner)
    spread.lower = [*sweep.least]
    ends = [(2.0, "Perceptron"), (sweep.parameters[-1], "2 ln n")] if family == "p" else [(1.0, "Perceptron")]
    return Figure(
        f"pnorm_{name}",
        f"{learner}: {what}",
        family,
        "mistakes",
        [
            Series(learner, sweep.parameters, [*sweep.medians]),
            spread,
            Series(f"bound {entry}", sweep.parameters, [*sweep.bounds], role="upper bound"),
        ],
        x_log=family == "k",
        y_log=True,
        marks=ends,
        caption=f"{relevant} of {n} attributes relevant, {active} active. Medians over the seeds, least to largest as "
        "a band; dashed, the bound.",
    )


def _best_figure(counts: list[Count], n: int) -> Figure:
    series = []
    relevant = relevant_numbers(counts)
    x = [float(number) for number in relevant]
    for active, what in ((n, "dense instances"), (SPARSE, f"{SPARSE} active")):
        sweeps = [swept(counts, "p", number, active) for number in relevant]
        series.append(Series(what, x, [sweep.best for sweep in sweeps]))
        series.append(Series(f"{what}, by E8", x, [s.best_by_bound for s in sweeps], role="reference", like=what))
    return Figure(
        "pnorm_best",
        f"The p with the fewest mistakes, n = {n}",
        "relevant attributes of the target",
        "best p",
        series,
        x_log=True,
        caption="Of the p that were tried; with dash and dot, the p at which the bound is least.",
    )


def _best_table(counts: list[Count], n: int) -> Table:
    rows: list[list[Cell]] = []
    for active in (n, SPARSE):
        for relevant in relevant_numbers(counts):
            sweep = swept(counts, "p", relevant, active)
            middle = min(sweep.medians)
            row: list[Cell] = [relevant, active, sweep.best, sweep.best_by_bound, middle]
            rows.append([*row, sweep.medians[0], sweep.medians[-1], min(sweep.bounds)])
    columns = ["relevant", "active", "best p", "best p by E8", "mistakes at best p"]
    return Table("best_p", [*columns, "mistakes at p = 2", "mistakes at p = 2 ln n", "least bound"], rows)


def _every_count(counts: list[Count]) -> Table:
    columns = ["family", "parameter", "relevant", "active", "seed", "mistakes", "bound"]
    rows: list[list[Cell]] = [
        [c.family, c.parameter, c.relevant, c.active, c.seed, c.mistakes, c.bound] for c in counts
    ]
    return Table("counts", columns, rows)
