"""Makes docs/api-*.md, the public names by room, whose docstrings the site shows: `python -m tests.docs.api_pages`."""

import importlib
import inspect
from dataclasses import dataclass

from .pages import ROOT

DOCS = ROOT / "docs"
WITH_INHERITED = {"Learner", "Multilabel", "Client", "AsyncClient", "Master"}  # whose methods are mostly others'
INDEX = """# Python: all public names

Which page describes which name of the package. Most are also names of `thresher` itself, as in
`import thresher as th; th.Auto()`. The pages are made from the docstrings; in a Python session `help(th.Auto)` shows
the same. This table is made by `python -m tests.docs.api_pages`, and a test keeps it so.
"""


@dataclass(frozen=True)
class Page:
    """A page of the reference: what it is for, and the rooms and names that it shows."""

    name: str
    title: str
    purpose: str
    rooms: tuple[str, ...]
    names: str = ""
    """Those of the first room that are for users, where not all are."""


PAGES = (
    Page(
        "api-learners",
        "Learners, and loading them",
        "Every learner and what all of them can do: `Learner` has the methods, each learner its parameters.",
        ("thresher.learners",),
        "Learner Auto Multiclass Multilabel MultilabelOutcome AdaptiveWinnow Alma Arow AveragedPerceptron "
        "BalancedWinnow InterpolatedPerceptron NaiveBayes "
        "PassiveAggressive Perceptron PNormPerceptron QuasiAdditive Swin TrackingPNorm TrackingWinnow "
        "WeightedMajority Winnow WinnowR Traits Trust TrustLine Explanation Reason Importances Standing Change "
        "load load_bytes make_learner",
    ),
    Page(
        "api-data",
        "Examples, rows, texts, errors",
        "What goes into a learner: examples, roles of columns, texts, transformations; what comes out of one example; "
        "and the errors and warnings.",
        ("thresher", "thresher.data.features"),
        "Example Rows Words words Outcome ThresherError InputError ParameterError ModelFileError ThresherWarning "
        "ColumnWarning LabelWarning EvaluationWarning",
    ),
    Page(
        "api-streams",
        "Streams",
        "Files and pipes as streams of examples, and generated streams whose right answer is known.",
        ("thresher.streams",),
    ),
    Page(
        "api-evaluation",
        "Evaluation and reports",
        "The loop that predicts, sees the label and learns; what a run comes to; thresholds, drift, logs, reports.",
        ("thresher.evaluation", "thresher.reports"),
    ),
    Page(
        "api-late",
        "Late labels, few labels, doubt",
        "Learners that wait for labels, that ask for few of them, and that answer with sets.",
        ("thresher.late", "thresher.asking", "thresher.doubt"),
    ),
    Page(
        "api-experts",
        "Masters over experts",
        "Learners that weigh other learners, each with a theorem about how near it comes to the best of them.",
        ("thresher.experts",),
    ),
    Page(
        "api-choices",
        "Links, losses, rates, ranges",
        "The four choices that make a learner of your own with `QuasiAdditive`.",
        ("thresher.choices.links", "thresher.choices.losses", "thresher.choices.rates", "thresher.choices.ranges"),
    ),
    Page(
        "api-scale",
        "Past one machine",
        "Models by key, one model over many shards, scoring over many files: in this process or on Ray.",
        ("thresher.scale",),
    ),
    Page(
        "api-service",
        "Clients of the label service",
        "What a Python program calls to ask `thresher serve` and to send it labels.",
        ("thresher.service",),
    ),
    Page(
        "api-skins",
        "scikit-learn and River",
        "The two classes by which any learner is an estimator of scikit-learn or a classifier of River.",
        ("thresher.sklearn", "thresher.river"),
    ),
    Page(
        "api-bounds",
        "Bounds, certificates, concepts",
        "Theorems as functions, certificates of a run, and concepts to plant in a stream; [theory.md](theory.md) says "
        "in words what each theorem promises.",
        (
            "thresher.theory.certificates",
            "thresher.theory.bounds",
            "thresher.theory.concepts",
            "thresher.theory.potentials",
        ),
    ),
)


def names_of(page: Page) -> dict[str, list[str]]:
    """Room -> the classes and functions that it shows, in the order of the page or the alphabet."""
    found = {}
    for number, room in enumerate(page.rooms):
        module = importlib.import_module(room)
        if number == 0 and page.names:
            found[room] = page.names.split()
            continue
        names = getattr(module, "__all__", None) or [
            name for name, thing in vars(module).items() if _made_in(thing, room)
        ]
        found[room] = sorted(name for name in names if not name.startswith("_") and _is_shown(getattr(module, name)))
    return found


def page_text(page: Page) -> str:
    """The page: a line for each name, which is all that is there for those who read the file, then its docstring."""
    parts = [f"# {page.title}", page.purpose]
    for room, names in names_of(page).items():
        module = importlib.import_module(room)
        lines = [f"- `{name}`: {_first_line(getattr(module, name))}" for name in names]
        parts += [f"From `{room}`:", "\n".join(lines)]
        parts += [_place(room, name) for name in names]
    return "\n\n".join(parts) + "\n"


def _place(room: str, name: str) -> str:
    inherited = "\n    options:\n      inherited_members: true" if name in WITH_INHERITED else ""
    return f"::: {room}.{name}{inherited}"


def _first_line(thing: object) -> str:
    """The first sentence or line of a docstring, as far as its first empty line."""
    paragraph = inspect.cleandoc(thing.__doc__ or "").partition("\n\n")[0]
    return " ".join(paragraph.split())


def _made_in(thing: object, room: str) -> bool:
    return getattr(thing, "__module__", "") == room


def _is_shown(thing: object) -> bool:
    return bool(inspect.isclass(thing) or inspect.isroutine(thing)) and bool(thing.__doc__)


def index_text() -> str:
    """docs/api.md: every name with the page that describes it."""
    lines = [INDEX.rstrip("\n"), "", "| page | names |", "|---|---|"]
    for page in PAGES:
        names = [name for found in names_of(page).values() for name in found]
        lines.append(f"| [{page.title}]({page.name}.md) | {', '.join(f'`{name}`' for name in names)} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    (DOCS / "api.md").write_text(index_text(), encoding="utf-8")
    for one in PAGES:
        (DOCS / f"{one.name}.md").write_text(page_text(one), encoding="utf-8")
