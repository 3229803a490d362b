"""`thresher learn --certify`: the certificate on the screen."""

import json
import signal
import sys
from collections.abc import Callable, Sequence
from types import FrameType
from typing import TYPE_CHECKING, Any

import click

from ...errors import InputError, ParameterError

if TYPE_CHECKING:
    from rich.console import Console

    from ...evaluation.run import Run
    from ...theory.certificates import Certificate

MOST_ROWS = 30
STRIP = 32  # letters of a timeline


def check_certifiable(files: Sequence[str], options: dict[str, Any]) -> None:
    """What a certificate can't be about is said before anything is learned."""
    if "-" in files:
        raise ParameterError("--certify reads the files a second time, and a pipe can be read only once.")
    if options["comparator"] is None:
        from ...theory.certificates.program import highs

        highs()  # missing: said now, not after an hour of learning
    for name in ("resume", "holdout", "patience"):
        if options[name]:
            raise ParameterError(
                f"--certify is about a run from the start over all examples; leave --{name} or --certify out."
            )
    options["comparator"] = read_comparator(options["comparator"])


def certify_run(run: "Run", learner: Any, read: Sequence[Any], options: dict[str, Any]) -> "Certificate | None":
    """Goes over the files again with a learner that has learned nothing, and looks for the best concept."""
    try:
        certificate = _certify(learner, read, options)
    except KeyboardInterrupt:
        click.echo("no certificate: interrupted", err=True)
        return None
    if certificate.mistakes != run.mistakes:
        raise InputError(
            f"the run made {run.mistakes:,} mistakes, its repetition {certificate.mistakes:,}: the files have changed."
        )
    return certificate


def _certify(learner: Any, read: Sequence[Any], options: dict[str, Any]) -> "Certificate":
    from ...theory.certificates import certify

    with _telling(options["quiet"]) as tell:
        return certify(
            type(learner)(**learner.get_params()),
            list(read),
            options["comparator"],
            passes=options["passes"],
            seconds=options["certify_seconds"],
            tell=tell,
        )


def print_certificate(certificate: "Certificate") -> None:
    """Each bound beside what was counted, what it rests on, and the concept as a timeline."""
    from rich.console import Console

    console = Console(highlight=False, width=None if sys.stdout.isatty() else 110)
    _print(console, certificate)


def _print(console: "Console", certificate: "Certificate") -> None:
    from rich.table import Table

    from ...theory.certificates.wording import comparator_in_words, limits, risk_in_words

    console.print()
    console.print(
        f"[bold]Certificate[/]: {certificate.learner}, {certificate.mistakes:,} mistakes "
        f"in {certificate.trials:,} examples"
    )
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
        for words in (f"compared with {comparator_in_words(certificate)}", *limits(certificate)):
            console.print(f"  {words}", soft_wrap=not console.is_terminal)
        _print_concept(console, certificate)
        best = certificate.lines[0]
        console.print(f"[dim]{best.entry} assumes:[/]")
        for words in best.theorem.assumptions:
            console.print(f"  - {words}", markup=False, soft_wrap=not console.is_terminal)
        console.print(f"[dim]measured:[/] {_measured(certificate)}", soft_wrap=not console.is_terminal)
    if certificate.risk is not None:
        console.print(f"[dim]on line to batch:[/] {risk_in_words(certificate.risk)}", soft_wrap=not console.is_terminal)
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
        if not comparator.spells:
            return
        for head in ("attribute", "weight", "from example", "to", "when it mattered"):
            table.add_column(head, justify="right" if head in ("weight", "from example", "to") else "left")
        heaviest = sorted(comparator.spells, key=lambda s: -s.weight * (s.last - s.first))
        shown = sorted(heaviest[:MOST_ROWS], key=lambda s: s.first)
        for s in shown:
            strip = _strip(s.first, s.last, certificate.trials)
            table.add_row(
                _plain(short(full(s.attribute), 30)), f"{s.weight:g}", f"{s.first + 1:,}", f"{s.last:,}", strip
            )
        left_out, what = len(comparator.spells) - len(shown), "stretches"
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


class _telling:
    """A line on the terminal that says how far it is. Ctrl-C: the best so far; twice: no certificate."""

    def __init__(self, quiet: bool) -> None:
        self._status: Any = None
        self._enough = False
        if not quiet and sys.stderr.isatty():
            from rich.console import Console

            self._status = Console(stderr=True).status("certifying")

    def __enter__(self) -> Callable[[str], bool | None]:
        self._before = signal.signal(signal.SIGINT, self._stop)
        if self._status is not None:
            self._status.start()
        return self._tell

    def __exit__(self, *_: object) -> None:
        signal.signal(signal.SIGINT, self._before)
        if self._status is not None:
            self._status.stop()

    def _tell(self, words: str) -> bool | None:
        if self._status is not None:
            self._status.update(f"certifying: {words}{' (stopping)' if self._enough else ''}")
        return self._enough

    def _stop(self, number: int, frame: FrameType | None) -> None:
        if self._enough:
            raise KeyboardInterrupt
        self._enough = True


def read_comparator(path: str | None) -> Any:
    """A concept as JSON: {attribute: weight}, or what `ConceptSequence.to_plain` writes."""
    if path is None:
        return None
    from ...theory.concepts import ConceptSequence

    try:
        with open(path, encoding="utf-8") as file:
            plain = json.load(file)
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}") from None
    except ValueError as error:
        raise InputError(f"{path}: is not JSON: {error}") from None
    if isinstance(plain, dict) and "spells" in plain:
        return ConceptSequence.from_plain(plain)
    if not isinstance(plain, dict) or not all(isinstance(w, (int, float)) for w in plain.values()):
        raise InputError(f'{path}: a concept is {{"attribute": weight, ...}} or {{"trials": ..., "spells": [...]}}.')
    return {_attribute(name): float(weight) for name, weight in plain.items()}


def _attribute(name: str) -> int | str:
    """JSON has no keys but texts; a whole number is a column."""
    return int(name) if name.isascii() and name.isdigit() else name
