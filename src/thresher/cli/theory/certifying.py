"""`thresher learn --certify`: goes over the files again, and looks for the best concept to compare with."""

import json
import signal
import sys
from collections.abc import Callable, Sequence
from types import FrameType
from typing import TYPE_CHECKING, Any

import click

from ...errors import InputError

if TYPE_CHECKING:
    from ...evaluation import Run
    from ...theory.certificates import Certificate
    from ..options import Request


def certify_run(
    run: "Run", learner: Any, sources: Sequence[Any], comparator: Any, asked: "Request"
) -> "Certificate | None":
    """Goes over the files again with a learner that has learned nothing, and looks for the best concept."""
    if run.progress.examples and run.positive is None:
        raise InputError(f"--certify is for two labels, and there are {len(run.labels):,}; leave it out.")
    try:
        certificate = _certify(learner, sources, comparator, asked)
    except KeyboardInterrupt:
        click.echo("no certificate: interrupted", err=True)
        return None
    if certificate.mistakes != run.mistakes:
        raise InputError(
            f"the run made {run.mistakes:,} mistakes, its repetition {certificate.mistakes:,}: the files have changed."
        )
    return certificate


def _certify(learner: Any, sources: Sequence[Any], comparator: Any, asked: "Request") -> "Certificate":
    from ...theory.certificates import certify

    with _Progress(asked.output.quiet) as tell:
        return certify(
            type(learner)(**learner.get_params()),
            list(sources),
            comparator,
            passes=asked.passes.passes,
            seconds=asked.certificate.certify_seconds,
            tell=tell,
        )


class _Progress:
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
    if isinstance(plain, dict) and any(isinstance(value, list) for value in plain.values()):
        return ConceptSequence.from_plain(plain)
    if not isinstance(plain, dict) or not all(isinstance(w, (int, float)) for w in plain.values()):
        raise InputError(f'{path}: a concept is {{"attribute": weight, ...}} or {{"trials": ..., "stretches": [...]}}.')
    return {_attribute(name): float(weight) for name, weight in plain.items()}


def _attribute(name: str) -> int | str:
    """JSON has no keys but texts; a whole number is a column."""
    return int(name) if name.isascii() and name.isdigit() else name
