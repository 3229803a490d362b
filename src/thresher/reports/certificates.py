"""A certificate on the page: each bound as a bar with the mistakes in it, the assumptions, the concept in time."""

from collections.abc import Sequence

from ..protocols import Attribute
from ..theory.certificates import Certificate, Line
from ..theory.concepts import ConceptSequence
from .bars import weight_bars
from .markup import Markup, element, join
from .tables import table
from .timeline import MOST_ROWS, timeline
from .wording import NOTHING, count, number, percent, short

MOST_WEIGHTS = 24


def section(certificate: Certificate) -> Markup:
    """Everything there is to say: or the sentence that says why there is nothing."""
    if not certificate.lines:
        return join(
            [
                element("p", certificate.reason, class_="note"),
                _shadow(certificate.shadow) if certificate.shadow is not None else Markup(""),
            ]
        )
    return join(
        [
            element("p", _headline(certificate), class_="lead"),
            _bounds(certificate.lines),
            element("p", _limits(certificate), class_="note"),
            _comparator(certificate),
            _risk(certificate),
            _assumptions(certificate),
        ]
    )


def _headline(certificate: Certificate) -> str:
    best = certificate.best
    assert best is not None
    counted = best.counts.partition(" (")[0]
    if best.vacuous:
        return (
            f"{count(certificate.mistakes)} mistakes in {count(certificate.trials)} examples. The best bound, "
            f"{count(best.bound)}, is vacuous: it is not below the number of examples."
        )
    return (
        f"{number(best.count)} {counted} in {count(certificate.trials)} examples; theory promises no more than "
        f"{count(best.bound)} ({best.entry}), whoever chose the examples. {percent(best.tightness)} of that was used."
    )


def _bounds(lines: Sequence[Line]) -> Markup:
    largest = max(line.bound for line in lines)
    rows = [
        [
            element("span", element("b", line.entry), f" {line.about}", title=line.theorem.title),
            number(line.count),
            f"{line.statement.relation} {line.bound:,.1f}",
            _bar(line, largest),
            "vacuous" if line.vacuous else NOTHING if line.hindsight else percent(line.tightness),
        ]
        for line in lines
    ]
    return table(["theorem", lines[0].counts.partition(" (")[0], "bound", "", "used"], rows, class_="bounds")


def _bar(line: Line, largest: float) -> Markup:
    """The bound as a pale bar, what was counted as a dark one in it, and the number of examples as a mark."""
    width, most = 180.0, max(largest, 1.0)
    bars = [
        element("rect", x=0, y=2, width=max(width * line.bound / most, 1), height=9, class_="promised"),
        element("rect", x=0, y=2, width=max(width * line.count / most, 1), height=9, class_="bar"),
    ]
    if line.trials <= most:
        bars.append(element("path", d=f"M{width * line.trials / most:.1f} 0V13", class_="mark"))
    words = f"{number(line.count)} of {count(line.bound)}; {count(line.trials)} examples"
    return element("svg", element("title", words), *bars, viewBox=f"0 0 {width:.0f} 13", class_="share c0 wide")


def _limits(certificate: Certificate) -> str:
    words = [f"Compared with {certificate.comparator_in_words()}.", *certificate.limits_in_words()]
    return " ".join(text[0].upper() + text[1:].rstrip(".") + "." for text in words)


def _comparator(certificate: Certificate) -> Markup:
    comparator = certificate.comparator
    if not comparator:
        return Markup("")
    if isinstance(comparator, ConceptSequence):
        if not comparator.stretches:
            return Markup("")
        more = len(comparator.attributes) - MOST_ROWS
        left_out = f" {count(more)} more attributes are not drawn." if more > 0 else ""
        words = (
            "Which attributes mattered, and when: the concept that explains the run best at the price of its changes. "
            f"Darker is heavier.{left_out}"
        )
        title = "The concept behind the bound"
        return _figure(title, timeline(comparator, certificate.trials), words)
    weights: list[tuple[Attribute, float]] = list(comparator.items())[:MOST_WEIGHTS]
    more = len(comparator) - len(weights)
    left_out = f" {count(more)} more are not drawn." if more > 0 else ""
    return _figure("The concept behind the bound", weight_bars(weights), f"Its largest weights, by size.{left_out}")


def _risk(certificate: Certificate) -> Markup:
    if certificate.risk is None:
        return Markup("")
    return element("p", f"On line to batch: {certificate.risk}.", class_="note")


def _figure(title: str, chart: Markup, caption: str) -> Markup:
    drawn = element("figure", element("div", chart, class_="scroll"), element("figcaption", caption))
    return join([element("h4", title), drawn])


def _assumptions(certificate: Certificate) -> Markup:
    measured = [[short(name, 40), number(value)] for name, value in certificate.measured.items()]
    entries = list(dict.fromkeys(line.entry for line in certificate.lines))
    parts = []
    for entry in entries:
        line = next(line for line in certificate.lines if line.entry == entry)
        theorem, explained = line.theorem, line.explain()
        steps = [f"{symbol} = {formula} = {number(value)}" for symbol, formula, value in explained.steps]
        corrected = f" Corrected: {theorem.correction}." if theorem.correction else ""
        parts += [
            element("h5", f"{entry}: {theorem.title}"),
            element("p", f"{theorem.source} ({theorem.status}).{corrected}", class_="note"),
            element("ul", *(element("li", words) for words in theorem.assumptions)),
            element("p", element("code", f"{explained.formula} = {explained.filled}"), class_="formula"),
            *(element("p", element("code", step), class_="formula") for step in steps),
        ]
    summary = element("summary", "What the bounds assume, and the numbers measured on this stream")
    return element("details", summary, table(["", "measured"], measured), *parts, class_="assumptions")


def _shadow(shadow: Certificate) -> Markup:
    words = f"Beside it, on the same stream: {shadow.learner}, which has a bound."
    return join([element("h4", words), section(shadow)])
