"""The document: everything there is to say about one run, or several compared."""

from collections.abc import Sequence
from functools import cache
from importlib.resources import files

from ..errors import InputError
from ..evaluation import Run
from . import certificates, sections
from .coverage import coverage_chart
from .events import events_table
from .importances import importance_bars
from .markup import Markup, element, join
from .reliance import reliance
from .series import by_mistakes, names
from .tables import comparison, settings, swatch
from .wording import NOTHING, count, percent, plain, short, short_count


def page(runs: Sequence[Run], *, title: str | None = None) -> str:
    """One HTML document that stands alone: no network, no files beside it; complete without scripts, and on paper.

    Parameters
    ----------
    runs : sequence of Run
        One, or several learners to compare (their names get the differing parameters where they are the same).
    title : str or None, optional
        The heading; the learner's name, or how many there are, unless given.

    Examples
    --------
    >>> page([Run("winnow", {"promotion": 2.0}, ["mail.svm"])]).startswith("<!doctype html>")
    True
    """
    if not runs:
        raise InputError("a report needs at least one run; there was none.")
    known = names(runs)
    heading = plain(title) if title else known[0] if len(runs) == 1 else f"{len(runs)} learners compared"
    body = _one(runs[0], known[0]) if len(runs) == 1 else _several(runs, known)
    head = element(
        "head",
        Markup('<meta charset="utf-8">'),
        Markup('<meta name="viewport" content="width=device-width, initial-scale=1">'),
        Markup('<meta name="color-scheme" content="light dark">'),
        element("title", f"{short(heading, 80)} - Thresher"),
        element("style", _asset("page.css")),
    )
    main = element("main", _header(runs, heading), *(_alert(r, n) for r, n in zip(runs, known, strict=True)), body)
    script = element("script", _asset("page.js"))
    return f"<!doctype html>\n{element('html', head, element('body', main, script), lang='en')}\n"


def _header(runs: Sequence[Run], heading: str) -> Markup:
    sources = list(dict.fromkeys(plain(source) for run in runs for source in run.sources))
    shown = ", ".join(short(source, 60) for source in sources[:3])
    more = f" and {count(len(sources) - 3)} more" if len(sources) > 3 else ""
    return element(
        "header",
        element("p", "Thresher report", class_="kicker"),
        element("h1", short(heading, 90), title=heading if short(heading, 90) != heading else None),
        element("p", f"{shown}{more}", class_="sources") if sources else None,
    )


def _alert(run: Run, name: str) -> Markup:
    if not run.stopped:
        return Markup("")
    words = f"{name} stopped before the end, after {count(run.examples)} examples: {plain(run.stopped)}"
    return element("p", words.rstrip(".") + ".", class_="alert", role="note")


def _one(run: Run, name: str) -> Markup:
    return join(
        [
            sections.tiles(run),
            _certificate(run),
            _part("Error over time", sections.error_of_one(run, name)),
            _details(run),
        ]
    )


def _several(runs: Sequence[Run], known: Sequence[str]) -> Markup:
    parts = [
        _headline(runs, known),
        _part("Fewest mistakes first", comparison(runs, known)),
        _part("Error over time", sections.errors_of_several(runs, known)),
        _curves(runs, known),
    ]
    for index, (run, name) in enumerate(zip(runs, known, strict=True)):
        summary = element("summary", element("h2", swatch(index), short(name, 60), title=name))
        content = element("details", summary, sections.tiles(run), _certificate(run), _details(run), open="open")
        parts.append(element("section", content, id=f"run-{index + 1}", class_="run"))
    return join(parts)


def _headline(runs: Sequence[Run], known: Sequence[str]) -> Markup:
    best = by_mistakes(runs)[0]
    rates = [run.examples / run.seconds if run.seconds > 0 else 0.0 for run in runs]
    fastest = rates.index(max(rates))
    megabytes = runs[fastest].bytes / 1e6 / runs[fastest].seconds if runs[fastest].seconds > 0 else 0.0
    speed = f"{short(known[fastest], 24)}" + (f", {megabytes:,.3g} MB/s" if megabytes else "")
    return sections.tile_row(
        [
            ("examples", count(max(run.examples for run in runs)), f"{len(runs)} learners"),
            ("fewest mistakes", count(runs[best].mistakes), short(known[best], 24)),
            ("error", percent(runs[best].error), "of the same"),
            ("updates", count(runs[best].updates), "of the same"),
            ("examples per second", short_count(rates[fastest]) if rates[fastest] else NOTHING, speed),
        ]
    )


def _curves(runs: Sequence[Run], known: Sequence[str]) -> Markup:
    drawn = sections.decided_by_several(runs, known)
    return _part("Precision, recall and alerts", drawn) if drawn else drawn


def _details(run: Run) -> Markup:
    return join(
        [
            _part("Labels and predictions", sections.outcomes(run)),
            _part("Precision, recall and alerts", sections.decided(run)) if run.decisions is not None else Markup(""),
            _part("Answers that are left out", coverage_chart(run)) if run.decisions is not None else Markup(""),
            _part("Stated probabilities", sections.probabilities(run)) if run.reliability is not None else Markup(""),
            _part("Whom Auto trusts", sections.trusted(run)) if run.trust is not None else Markup(""),
            _part("What mattered", importance_bars(run.importances)) if run.importances else Markup(""),
            _part("Changes that were noticed", events_table(run.events)) if run.events else Markup(""),
            _part("Which attributes came and went", sections.drift(run)),
            _part("Weights at the end", sections.final_weights(run)),
            _part("What may be relied on", reliance(run)) if run.risk is not None else Markup(""),
            _part("Settings", settings(run)),
        ]
    )


def _certificate(run: Run) -> Markup:
    if run.certificate is None:
        return Markup("")
    return _part("Mistakes beside the bounds", certificates.section(run.certificate))


def _part(title: str, content: Markup) -> Markup:
    return element("section", element("h3", title), content)


@cache
def _asset(name: str) -> Markup:
    return Markup(files(__package__).joinpath(name).read_text(encoding="utf-8"))
