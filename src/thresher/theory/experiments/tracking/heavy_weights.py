"""The worst case of tiny values: weights made heavy, and then a shift; and what the theorems say of it."""

from collections.abc import Iterator
from dataclasses import dataclass

from ...bounds import small_values_mistakes, small_values_mistakes_by_budget, tracking_winnow_mistakes
from ..experiment import Cell, Figure, Findings, Series, Size, Table, Tell
from .chain import Chain
from .treatments import GENTLE, Stream, Treatment, lifted, lifted_gently, monitored, nothing

QUESTION = "Can an adversary make tracking Winnow pay for weights that tiny values made heavy?"
REPLACED = [10 ** (i / 2) for i in range(11)]


@dataclass(frozen=True)
class Setting:
    """problems: pairs of separation and lambda; the first one is drawn.   attributes: how long the chain is."""

    problems: list[tuple[float, int]]
    smallest: list[float]
    attributes: int


SETTINGS: dict[Size, Setting] = {
    "quick": Setting([(0.5, 12)], [1.0, 0.1, 1e-4], attributes=4),
    "full": Setting([(0.5, 20), (0.5, 3), (0.1, 20), (0.1, 3)], [1.0, 0.5, 0.2, 0.1, 0.01, 1e-3, 1e-4], attributes=20),
}


@dataclass(frozen=True)
class Count:
    """A chain played against one treatment. average_limit: what Lemma 2 leaves for the weight of each attribute."""

    separation: float
    norm: int
    smallest: float
    treatment: str
    promotions: int
    demotions: int
    largest_weight: float
    average_limit: float
    bound: float | None
    entry: str

    @property
    def mistakes(self) -> int:
        return self.promotions + self.demotions


def run(size: Size, seed: int, tell: Tell) -> Findings:
    """The chain against every treatment. There is no randomness in it: the seed makes no difference."""
    setting = SETTINGS[size]
    counts: list[Count] = []
    for separation, norm in setting.problems:
        for smallest in setting.smallest:
            tell(f"heavy weights: separation {separation:g}, lambda {norm}, values from {smallest:g}")
            counts += _count(setting, separation, norm, smallest)
    drawn = [c for c in counts if (c.separation, c.norm) == setting.problems[0]]
    return Findings(
        QUESTION,
        _choices(setting),
        [*_sentences(counts), *_of_theorems(*setting.problems[0])],
        [_figure(drawn, setting.attributes), _figure_of_bounds(*setting.problems[0])],
        [_table(counts)],
    )


def treatments(stream: Stream) -> list[Treatment]:
    return [nothing(stream), lifted(stream), lifted_gently(stream), monitored(stream)]


def _count(setting: Setting, separation: float, norm: int, smallest: float) -> Iterator[Count]:
    one = 1 + separation
    stream = Stream(separation, norm, setting.attributes * one, 2 * one, one, smallest)
    for name, make, least, bound, entry in treatments(stream):
        learner = make()
        chain = Chain(learner, separation, norm, max(smallest, least))
        chain.play(setting.attributes)
        limit = learner.floor + (learner.promotion - 1) * chain.promotions / setting.attributes
        made = chain.promotions, chain.demotions, chain.largest_weight
        yield Count(separation, norm, smallest, name, *made, limit, bound, entry)


def _choices(setting: Setting) -> list[str]:
    return [
        f"Heavy weights: {setting.attributes} attributes become relevant one after the other with weight 1 + delta, "
        "two at a time. While one is learned, the one before it is pumped with the largest value that still gives a "
        "mistake; then the older one becomes irrelevant and its weight is used up by negative examples that score just "
        "1. Irrelevant attributes fill every score up. Each treatment has its own adversary, which knows its weights "
        "and its transformation. Coins (A8) can't be known, so they do not play.",
    ]


def _by(counts: list[Count], treatment: str, problem: tuple[float, int]) -> list[Count]:
    return [c for c in counts if c.treatment == treatment and (c.separation, c.norm) == problem]


def _sentences(counts: list[Count]) -> Iterator[str]:
    for problem in dict.fromkeys((c.separation, c.norm) for c in counts):
        plain = _by(counts, "as they are", problem)
        boolean, tiny = plain[0], plain[-1]
        others = ", ".join(
            f"{c.treatment} {c.mistakes / tiny.mistakes:.2f} times"
            for c in counts
            if (c.separation, c.norm, c.smallest) == (*problem, tiny.smallest) and c is not tiny
        )
        yield (
            f"Heavy weights, separation {problem[0]:g}, lambda {problem[1]}: with values down to {tiny.smallest:g} the "
            f"adversary gets {tiny.mistakes:,} mistakes from values as they are, "
            f"{tiny.mistakes / boolean.mistakes:.2f} times what it gets with booleans ({boolean.mistakes:,}); the "
            f"largest weight is {tiny.largest_weight:.1f}, and Lemma 2 allows {tiny.average_limit:.1f} on average. "
            f"Transformed: {others}."
        )


BOOLEAN = "as they are, no value below 1 (A4)"
TINY = "as they are, no value below 0.0001 (A4)"
ANY = "as they are, any values (A6)"
BUDGET = "as they are, any values (A6 with a budget)"
ROUNDED = "lifted (A7)"
GENTLY = f"lifted to m/{GENTLE} (A4)"


def bounds(separation: float, norm: int, replaced: float) -> dict[str, float]:
    """What the theorems promise where a concept of two weights 1 + delta is replaced so many times."""
    one = 1 + separation
    stream = Stream(separation, norm, 2 * one * replaced, 2 * one, one, 1.0)
    rule = {"promotion": one, "floor": separation / (50 * norm)}
    known = {**rule, "separation": separation, "norm": norm, "total_rise": stream.total_rise}
    return {
        BOOLEAN: tracking_winnow_mistakes(**known),
        TINY: tracking_winnow_mistakes(smallest_value=1e-4, **known),
        ANY: small_values_mistakes(**known),
        BUDGET: small_values_mistakes_by_budget(largest_target_weight=one, **known),
        ROUNDED: lifted(stream).bound or 0.0,
        GENTLY: lifted_gently(stream).bound or 0.0,
    }


def _of_theorems(separation: float, norm: int) -> Iterator[str]:
    once, often, most = (bounds(separation, norm, replaced) for replaced in (1, 1e3, 1e6))
    where = f"The theorems (separation {separation:g}, lambda {norm}, two relevant attributes at a time)"
    yield (
        f"{where}: A6, which asks nothing of the values, is {once[ANY] / once[BOOLEAN]:.2f} times the bound for "
        f"booleans when the concept comes once, {often[ANY] / often[BOOLEAN]:.2f} times when it is replaced 1,000 "
        f"times and {most[ANY] / most[BOOLEAN]:.2f} times at a million: a logarithm, so it shows already that tiny "
        f"values can't hurt much. A7 is {once[ROUNDED] / once[ANY]:.1f}, {often[ROUNDED] / often[ANY]:.1f} and "
        f"{most[ROUNDED] / most[ANY]:.1f} times A6, because it gives away half of the separation; a gentler lift, to "
        f"m/{GENTLE}, promises {once[GENTLY] / once[ANY]:.2f}, {often[GENTLY] / often[ANY]:.2f} and "
        f"{most[GENTLY] / most[ANY]:.2f} times A6."
    )
    lifting = "nothing, not even" if often[BUDGET] <= min(often[GENTLY], often[ROUNDED]) else "something, but only"
    yield (
        f"{where}: promotions can't make all weights heavy at once. With that budget counted, the bound for any values "
        f"is {often[BUDGET] / often[BOOLEAN]:.2f} times that for booleans however often the concept is replaced, and "
        f"{often[BUDGET] / often[GENTLY]:.2f} times that of the gentle lift: the transformations gain {lifting} in the "
        "worst case that can be proved."
    )


def _figure(counts: list[Count], attributes: int) -> Figure:
    series = []
    for name in dict.fromkeys(c.treatment for c in counts):
        own = sorted((c for c in counts if c.treatment == name), key=lambda c: c.smallest)
        x = [c.smallest for c in own]
        series.append(Series(name, x, [c.mistakes / attributes for c in own]))
        if own[0].bound is not None:
            promised = [c.bound / attributes if c.bound is not None else None for c in own]
            series.append(Series("", x, promised, role="upper bound", like=name))
    return Figure(
        "heavy_weights",
        f"An adversary that makes weights heavy (separation {counts[0].separation:g}, lambda {counts[0].norm})",
        "smallest value zeta that the adversary may use",
        "mistakes for each relevant attribute",
        series,
        x_log=True,
        y_log=True,
        caption="Each learner against its own adversary; dashed, in the same colour, the bound where there is one.",
    )


def _figure_of_bounds(separation: float, norm: int) -> Figure:
    found = [bounds(separation, norm, replaced) for replaced in REPLACED]
    series = [
        Series(name, REPLACED, [b[name] / r for b, r in zip(found, REPLACED, strict=True)], role="upper bound")
        for name in found[0]
    ]
    return Figure(
        "heavy_weights_bounds",
        f"What the theorems promise for tiny values (separation {separation:g}, lambda {norm})",
        "how many times the concept is replaced",
        "bound on the mistakes for each concept",
        series,
        x_log=True,
        y_log=True,
        caption="Bounds only. For any values A6 grows with the logarithm of the promotions, with a budget it does not.",
    )


def _table(counts: list[Count]) -> Table:
    columns = ["separation", "lambda", "zeta", "treatment", "mistakes", "promotions", "demotions", "largest weight"]
    rows: list[list[Cell]] = []
    for c in counts:
        row: list[Cell] = [c.separation, c.norm, c.smallest, c.treatment, c.mistakes, c.promotions, c.demotions]
        rows.append([*row, c.largest_weight, c.bound, c.entry])
    return Table("heavy_weights_played", [*columns, "bound", "entry"], rows)
