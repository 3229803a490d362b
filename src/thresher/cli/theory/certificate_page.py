"""The certificate of `thresher learn --certify` on the screen."""

import sys
from typing import TYPE_CHECKING

from ..output.words import some

if TYPE_CHECKING:
    from rich.console import Console

    from ...theory.certificates import Certificate

MOST_ROWS = 30
STRIP = 32  # letters of a timeline


def print_certificate(certificate: "Certificate") -> None:
    """Each bound beside what was counted, what it rests on, and the concept as a timeline."""
    from rich.console import Console

    console = Console(highlight=False, width=None if sys.stdout.isatty() else 110)
    _print(console, certificate)


def _print(console: "Console", certificate: "Certificate") -> None:
    from rich.table import Table

    console.print()
    counted = f"{some(certificate.mistakes, 'mistake')} in {some(certificate.trials, 'example')}"
    console.print(f"[bold]Certificate[/]: {certificate.learner}, {counted}")
    if not certificate.lines:
        console.print(certificate.reason)
    else:
        table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
        for head in ("theorem", "", "counted", "bound", "used"):
            table.add_column(head, justify="right" if head in ("counted", "bound", "used") else "left")
        for line in certificate.lines:
            used = "vacuous" if line.vacuous else "-" if line.hindsight else f"{line.tightness:.0%}"
            used = used if line.holds else "[red]VIOLATED[/]"
            sign = line.statement.relation
            table.add_row(line.entry, line.about, f"{line.count:,.6g}", f"{sign} {line.bound:,.1f}", used)
        console.print(table)
        for words in (f"compared with {certificate.comparator_in_words()}", *certificate.limits_in_words()):
            console.print(f"  {words}", soft_wrap=not console.is_terminal)
        _print_concept(console, certificate)
        best = certificate.lines[0]
        console.print(f"[dim]{best.entry} assumes:[/]")
        for words in best.theorem.assumptions:
            console.print(f"  - {words}", markup=False, soft_wrap=not console.is_terminal)
        console.print(f"[dim]measured:[/] {_measured(certificate)}", soft_wrap=not console.is_terminal)
    if certificate.risk is not None:
        console.print(f"[dim]on line to batch:[/] {certificate.risk!s}", soft_wrap=not console.is_terminal)
    if certificate.shadow is not None:
        console.print("\nBeside it, on the same stream, a learner that has a bound:")
        _print(console, certificate.shadow)


def _print_concept(console: "Console", certificate: "Certificate") -> None:
    from rich.table import Table

    from ...reports.wording import full, number, short
    from ...theory.concepts import ConceptSequence

    comparator = certificate.comparator
    if not comparator:
        return
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    if isinstance(comparator, ConceptSequence):
        if not comparator.stretches:
            return
        for head in ("attribute", "weight", "from example", "to", "when it mattered"):
            table.add_column(head, justify="right" if head in ("weight", "from example", "to") else "left")
        heaviest = sorted(comparator.stretches, key=lambda s: -s.weight * (s.last - s.first))
        shown = sorted(heaviest[:MOST_ROWS], key=lambda s: s.first)
        for s in shown:
            strip = _strip(s.first, s.last, certificate.trials)
            table.add_row(
                _plain(short(full(s.attribute), 30)), f"{s.weight:g}", f"{s.first + 1:,}", f"{s.last:,}", strip
            )
        left_out, what = len(comparator.stretches) - len(shown), "stretches"
    else:
        table.add_column("attribute")
        table.add_column("weight", justify="right")
        largest = list(comparator.items())[:MOST_ROWS]
        for attribute, weight in largest:
            table.add_row(_plain(short(full(attribute), 40)), number(weight))
        left_out, what = len(comparator) - len(largest), "attributes"
    console.print(table)
    if left_out > 0:
        console.print(f"[dim]and {left_out:,} more {what}; --json or --report has them[/]")


def _strip(first: int, last: int, trials: int) -> str:
    """A line of the whole run, thick where the attribute mattered."""
    begin = min(STRIP - 1, first * STRIP // max(1, trials))
    end = max(begin + 1, -(-last * STRIP // max(1, trials)))
    return f"[dim]{'─' * begin}[/]{'━' * (end - begin)}[dim]{'─' * (STRIP - end)}[/]"


def _measured(certificate: "Certificate") -> str:
    return ", ".join(f"{name} {value:,.6g}" for name, value in certificate.measured.items())


def _plain(text: str) -> str:
    from rich.markup import escape

    return escape(text)
