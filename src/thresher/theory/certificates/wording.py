"""A certificate in plain words."""

from collections.abc import Iterator

from ..concepts import ConceptSequence
from .certificate import Certificate, Line
from .risk import Risk

MOST_SHOWN = 12


def in_words(certificate: Certificate) -> Iterator[str]:
    """Lines of text: what was counted, each bound, the comparator; or why there is none."""
    yield (
        f"{certificate.learner}: {certificate.mistakes:,} mistakes and {certificate.updates:,} updates "
        f"in {certificate.trials:,} examples"
    )
    if not certificate.lines:
        yield certificate.reason
    for line in certificate.lines:
        yield f"  {sentence(line)}"
    yield from (f"  {words}" for words in limits(certificate))
    if certificate.comparator:
        yield f"  compared with {comparator_in_words(certificate)}"
    if certificate.risk is not None:
        yield f"  {risk_in_words(certificate.risk)}"
    if certificate.shadow is not None:
        yield "beside it, on the same stream:"
        yield from in_words(certificate.shadow)


def sentence(line: Line) -> str:
    """One bound beside its count."""
    verdict = "vacuous: not below the number of examples" if line.vacuous else f"{line.tightness:.0%} of it used"
    count = f"{line.count:,.0f}" if float(line.count).is_integer() else f"{line.count:,.1f}"
    text = f"{count} {line.statement.relation} {line.bound:,.1f} {line.counts.partition(' (')[0]}"
    return f"{line.entry}, {line.about}: {text} ({verdict})" + ("" if line.holds else "  VIOLATED")


def limits(certificate: Certificate) -> Iterator[str]:
    """How good the comparator is, and what a comparator of nothing would give."""
    if certificate.lower is not None and certificate.lines:
        first = certificate.lines[0].bound
        gap = first / certificate.lower - 1 if certificate.lower > 0 else 0.0
        close = "no comparator gives less" if gap < 5e-4 else f"no comparator gives less than {certificate.lower:,.1f}"
        yield f"for the first of these {close}; without any attribute it would be {certificate.trivial or 0:,.1f}"
    elif certificate.trivial is not None and certificate.lines:
        yield f"without any attribute the first of these would be {certificate.trivial:,.1f}"


def risk_in_words(risk: Risk) -> str:
    """What the run promises about its hypotheses."""
    survivor = ""
    if risk.survivor < 1.0:
        survivor = f"; the one that examples {risk.first + 1:,} to {risk.last:,} left unchanged, on {risk.survivor:.2%}"
    return (
        f"if the examples were drawn alike and independently, then, each with {1 - risk.failure:.0%} confidence: "
        f"hypotheses of the run err on {risk.average:.2%} of new examples at most, on average{survivor}"
    )


def comparator_in_words(certificate: Certificate) -> str:
    """How large the comparator is."""
    comparator, separation = certificate.comparator, certificate.separation
    apart = "" if separation is None else f", separation {separation:g}"
    where = "the given concept" if certificate.given else "the best concept found"
    if isinstance(comparator, ConceptSequence):
        return (
            f"{where}: {len(comparator.attributes):,} attributes, total rise {comparator.total_rise:g}, "
            f"switched on {comparator.literals_on:,} and off {comparator.literals_off:,} times{apart}"
        )
    return f"{where}: {len(comparator or ()):,} attributes{apart}"
