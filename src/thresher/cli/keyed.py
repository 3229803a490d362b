"""`learn --by`, `learn --shards` and `predict --by`: jobs of the room scale, and what is said of them."""

import json
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import click

from ..errors import EvaluationWarning, ParameterError, warn_caller
from .options import ByKey, Labels, LearnerOptions, Output, Passes, Reading, Scale


def learn_by_key(
    files: tuple[str, ...],
    reading: Reading,
    learner: LearnerOptions,
    labels: Labels,
    output: Output,
    scale: Scale,
) -> None:
    """Learns a model for each key, and tells what it came to."""
    from ..scale import Keyed
    from ..scale.file_names import file_names

    if scale.by is None or scale.models is None:
        raise ParameterError("a model for each key needs both --by COLUMN and --models FOLDER.")
    names = file_names(files) or []
    roles = reading.sources(names, None)[0].columns
    keyed = Keyed(
        learner.wanted(labels).make(labels),
        scale.by,
        on=scale.on,
        models=scale.models,
        resume=bool(output.resume),
        rows=roles,
        memory=None if scale.models_memory is None else scale.models_memory << 20,
        workers=scale.workers,
        shared=scale.shared,
    )
    told = _Told(quiet=output.quiet)
    try:
        counts = keyed.learn(
            names, resume=bool(output.resume), on_progress=told, format=reading.format, separator=reading.separator
        )
        told.end()
        record: dict[str, Any] = {**counts, "events": keyed.events, "models": scale.models, "digest": keyed.digest()}
    finally:
        keyed.close()
    if output.as_json:
        click.echo(json.dumps(record))
    elif not output.quiet:
        share = counts.mistakes / counts.examples if counts.examples else 0.0
        click.echo(f"{record['keys']:,} keys, {counts.examples:,} examples, {counts.mistakes:,} mistakes ({share:.4f})")
        click.echo(f"models in {scale.models}, digest {record['digest'][:16]}")


def learn_by_shards(
    files: tuple[str, ...],
    reading: Reading,
    learner: LearnerOptions,
    labels: Labels,
    passes: Passes,
    output: Output,
    scale: Scale,
) -> None:
    """Learns one model by several shards, and keeps it."""
    from ..scale import mix
    from ..scale.file_names import file_names

    if reading.targets is not None or reading.target is not None:
        raise ParameterError("--targets and --target are not known to shards: learn SNoW's files without --shards.")
    names = file_names(files) or []
    made = learner.wanted(labels).make(labels)
    source = reading.sources(names, made.get_params().get("bits"))[0]
    if source.rows is not None:
        made.row_reader.take(source.rows)
    mixed = mix(
        made,
        names,
        shards=scale.shards or 1,
        every=scale.mix_every,
        passes=passes.passes,
        on=scale.on,
        rows=source.columns,
    )
    if output.model and not mixed.examples and Path(output.model).is_file():
        warn_caller(EvaluationWarning(f"there was no label, so nothing was learned; {output.model} is left as it was"))
    elif output.model:
        mixed.save(output.model, {"reading": reading.to_remember(None, source.found_format)})
    record = {"examples": mixed.examples, "mistakes": mixed.mistakes, "digest": mixed.digest(), "shards": scale.shards}
    if output.as_json:
        click.echo(json.dumps(record))
    elif not output.quiet:
        share = mixed.mistakes / mixed.examples if mixed.examples else 0.0
        click.echo(f"{mixed.examples:,} examples by {scale.shards} shards, {mixed.mistakes:,} mistakes ({share:.4f})")


def predict_by_key(files: tuple[str, ...], reading: Reading, what: str, scale: ByKey) -> None:
    """An answer for every row, by the model of its key: labels, scores or probabilities, one a line."""
    from ..scale import Keyed

    if scale.by is None or scale.models is None:
        raise ParameterError("answers by key need both --by COLUMN and --models FOLDER.")
    memory = None if scale.models_memory is None else scale.models_memory << 20
    with Keyed.load(scale.models, on=scale.on, workers=scale.workers, memory=memory) as keyed:
        if keyed.by != scale.by:
            raise ParameterError(f"the models of {scale.models} are by {keyed.by!r}, not by {scale.by!r}.")
        for name in files:
            sys.stdout.writelines(_lines(keyed, name, what, reading))


def _lines(keyed: Any, name: str, what: str, reading: Reading) -> Iterator[str]:
    options = {"format": reading.format, "separator": reading.separator}
    if what == "labels":
        yield from (f"{label}\n" for label in keyed.predict(name, **options).tolist())
        return
    yield from (f"{value!r}\n" for value in keyed.answers(name, **options)[what].tolist())


class _Told:
    """Progress on a terminal: one line that is written over, a few times a second."""

    def __init__(self, *, quiet: bool, clock: Callable[[], float] = time.monotonic) -> None:
        self._shows = not quiet and sys.stderr.isatty()
        self._clock, self._began, self._next, self._first = clock, clock(), 0.0, 0
        self._wrote = False

    def __call__(self, events: int, progress: Any) -> None:
        now = self._clock()
        if not self._shows or now < self._next:
            return
        self._next = now + 0.2
        rate = events / max(now - self._began, 1e-9)
        words = (
            f"{events:,} events, {rate:,.0f}/s, {progress.workers} workers, {progress.waiting} batches under way, "
            f"{progress.replays} replayed"
        )
        click.echo(f"\r\x1b[K{words}", err=True, nl=False)
        self._wrote = True

    def end(self) -> None:
        """Leaves the line."""
        if self._wrote:
            click.echo("", err=True)
