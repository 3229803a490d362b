"""`learn --by`, `learn --shards` and `predict --by`: jobs of the room scale, and what is said of them."""

import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import click

from ..errors import EvaluationWarning, ParameterError, warn_caller
from .interrupts import stop_on_ctrl_c
from .options import ByKey, Labels, LearnerOptions, Output, Passes, Reading, Scale
from .output.keyed_progress import KeyedProgress


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
    told = KeyedProgress(quiet=output.quiet)
    try:
        if scale.follow:
            counts = _followed(keyed, names, told)
        else:
            options = {"format": reading.format, "separator": reading.separator}
            counts = keyed.learn(names, resume=bool(output.resume), on_progress=told, **options)
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


def _followed(keyed: Any, names: list[str], told: KeyedProgress) -> Any:
    """Learns from files that grow until a signal says that it is enough: between two polls, so that all is kept."""
    from ..scale import GrowingFiles

    log, loop = GrowingFiles(names), SimpleNamespace(waiting=False, stopping=False)

    def tell(events: int, progress: Any) -> None:
        told(events, progress)
        if loop.stopping:
            raise _EnoughError

    def is_enough() -> bool:
        time.sleep(0.1)
        return bool(loop.stopping)

    with stop_on_ctrl_c(loop):
        try:
            return keyed.follow(log, until=is_enough, on_progress=tell)
        except _EnoughError:
            return keyed.follow(log, most=0)


class _EnoughError(Exception):
    """Somebody wants the job to end."""


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
