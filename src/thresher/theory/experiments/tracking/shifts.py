"""Following shifts: tracking Winnow beside Winnow with an oracle and without, the tracking p-norm and ALMA."""

from collections.abc import Iterator
from dataclasses import dataclass
from statistics import median

from ...concepts import Planted
from ..experiment import Cell, Figure, Findings, Series, Size, Table, Tell
from .learners import Contestant, Problem, alma, log_exponent, tracking_p_norm, tracking_winnow, winnow
from .streams import ENOUGH, LITERALS, replaced, stretches

QUESTION = "Does tracking Winnow follow a concept that is replaced as well as a Winnow that is told when?"


@dataclass(frozen=True)
class Setting:
    """Sparse instances have `sparse` attributes of which `active` are on, dense ones `dense` fair coins."""

    sparse: int
    active: int
    dense: int
    shifts: int
    every: int
    seeds: int

    def stream(self, kind: str, instances: str, seed: int) -> Planted:
        schedule = replaced(kind, self.shifts, self.every)
        if instances == "dense":
            return Planted(schedule, attributes=self.dense, instances="dense", seed=seed)
        return Planted(schedule, attributes=self.sparse, active=self.active, seed=seed)


SETTINGS: dict[Size, Setting] = {
    "quick": Setting(sparse=200, active=12, dense=40, shifts=3, every=400, seeds=2),
    "full": Setting(sparse=1000, active=20, dense=300, shifts=9, every=2000, seeds=3),
}
STREAMS = [(kind, instances) for kind in ("disjunction", "threshold") for instances in ("sparse", "dense")]


@dataclass(frozen=True)
class Count:
    """The mistakes of a learner in every stretch of one stream."""

    kind: str
    instances: str
    learner: str
    seed: int
    mistakes: list[int]
    bound: float | None
    entry: str

    @property
    def total(self) -> int:
        return sum(self.mistakes)

    @property
    def per_shift(self) -> float:
        """Mistakes in a stretch after a shift, on average."""
        return sum(self.mistakes[1:]) / len(self.mistakes[1:])


def run(size: Size, seed: int, tell: Tell) -> Findings:
    """Every learner on every stream."""
    setting = SETTINGS[size]
    counts: list[Count] = []
    for kind, instances in STREAMS:
        tell(f"shifts: {kind}s, {instances} instances")
        for i in range(setting.seeds):
            counts += _count(setting, kind, instances, 1000 * seed + i)
    return Findings(
        QUESTION,
        _choices(setting),
        [sentence for kind, instances in STREAMS for sentence in _sentences(_of(counts, kind, instances))],
        [_figure(_of(counts, kind, instances)) for kind, instances in STREAMS],
        [_table(counts)],
    )


def contestants(problem: Problem) -> list[Contestant]:
    log = log_exponent(problem.n + 1)
    return [
        tracking_winnow(problem),
        winnow(problem, reset=True),
        winnow(problem, reset=False),
        tracking_p_norm(problem, 2, "p = 2"),
        tracking_p_norm(problem, log, "p = 2 ln n"),
        alma(2, "p = 2"),
        alma(log, "p = 2 ln n"),
    ]


def _count(setting: Setting, kind: str, instances: str, seed: int) -> Iterator[Count]:
    planted = setting.stream(kind, instances, seed)
    parts = stretches(planted)
    problem = Problem.of(planted.attributes, planted.guaranteed, planted.sequence, parts)
    for contestant in contestants(problem):
        mistakes = contestant.mistakes(parts)
        yield Count(kind, instances, contestant.name, seed, mistakes, contestant.bound, contestant.entry)


def _of(counts: list[Count], kind: str, instances: str) -> list[Count]:
    return [c for c in counts if (c.kind, c.instances) == (kind, instances)]


def _learners(counts: list[Count]) -> list[str]:
    return list(dict.fromkeys(c.learner for c in counts))


def _choices(setting: Setting) -> list[str]:
    return [
        f"Shifts: the concept is a disjunction of {LITERALS} attributes (separation 1), or {ENOUGH} of {LITERALS} "
        f"(separation 1/3); every {setting.every:,} trials it is replaced by one of other attributes, "
        f"{setting.shifts} times. No noise.",
        f"Sparse: {setting.active} of {setting.sparse} attributes are on. Dense: {setting.dense} attributes, fair "
        "coins where they do not matter.",
        "Every learner knows the separation and the largest norm of the stream. The Winnows have promotion 1 + delta "
        "and start from delta/(50 lambda), the floor of tracking Winnow; the tracking p-norm has the rate and the "
        "radius of G4; ALMA has its defaults, which know nothing. Learners without a threshold have an attribute that "
        "is always 1.",
    ]


def _sentences(counts: list[Count]) -> Iterator[str]:
    where = f"{counts[0].kind.capitalize()}s, {counts[0].instances} instances"
    per = {name: median(c.per_shift for c in counts if c.learner == name) for name in _learners(counts)}
    listed = ", ".join(f"{name} {number:.0f}" for name, number in per.items())
    yield f"{where}: mistakes per shift: {listed}."
    never = [c for c in counts if c.learner == "Winnow, never reset"]
    tracking = [c for c in counts if c.learner == "tracking Winnow"]
    last = median(c.mistakes[-1] / max(1, d.mistakes[-1]) for c, d in zip(never, tracking, strict=True))
    yield f"{where}: after the last shift Winnow without a floor makes {last:.1f} times tracking Winnow's mistakes."
    bounded = {c.learner: c for c in counts if c.bound is not None}
    shares = ", ".join(f"{c.entry} {c.bound:,.0f} against {c.total:,} ({name})" for name, c in bounded.items())
    yield f"{where}: bounds and counts of one stream: {shares}."


def _figure(counts: list[Count]) -> Figure:
    kind, instances = counts[0].kind, counts[0].instances
    stretches_ = range(len(counts[0].mistakes))
    series = []
    for name in _learners(counts):
        own = [c.mistakes for c in counts if c.learner == name]
        series.append(
            Series(name, [float(i) for i in stretches_], [float(median(m[i] for m in own)) for i in stretches_])
        )
    return Figure(
        f"shifts_{kind}_{instances}",
        f"Mistakes after each shift: {kind}s, {instances} instances",
        "shift (0: the first concept)",
        "mistakes until the next shift",
        series,
        y_log=True,
        caption="Medians over the seeds.",
    )


def _table(counts: list[Count]) -> Table:
    columns = ["concept", "instances", "learner", "seed", "mistakes", "per shift", "first stretch", "bound", "entry"]
    rows: list[list[Cell]] = [
        [c.kind, c.instances, c.learner, c.seed, c.total, c.per_shift, c.mistakes[0], c.bound, c.entry] for c in counts
    ]
    return Table("shifts", columns, rows)
