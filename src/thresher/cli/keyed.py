"""`learn --by`, `learn --shards` and `predict --by`: jobs of the room scale, and what is said of them."""

import json
import sys
import time
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import click
from click.core import ParameterSource

from ..errors import EvaluationWarning, ParameterError, warn_caller
from .interrupts import stop_on_ctrl_c
from .options import ByKey, Labels, LearnerOptions, Output, Passes, Reading, Scale
from .options.learner_parameters import PARAMETER
from .output.keyed_progress import KeyedProgress
from .output.words import some

_COLUMNS = {one.name for one in fields(Reading) if one.metadata["heading"]}
_LEARNING = {"files", "learner_name", *PARAMETER, *(one.name for one in fields(Labels)), *_COLUMNS, "as_json", "quiet"}
_SHARDS = {"shards", "mix_every"}
_BY_KEY = _LEARNING | {"format", "resume", *(one.name for one in fields(Scale))} - _SHARDS
_BY_SHARDS = _LEARNING - {"separator"} | _SHARDS | {"on", "passes", "model"}
_ANSWERS = {"files", "format", "separator", "what", *(one.name for one in fields(ByKey))}


def _check(job: str, taken: set[str]) -> None:
    """Raises ParameterError for an option that was given and that a job would not look at."""
    context = click.get_current_context()
    for one in context.command.params:
        name = str(one.name)
        given = context.get_parameter_source(name) is ParameterSource.COMMANDLINE
        if given and name not in taken and context.params[name] != one.get_default(context):
            known = "what columns mean the models know already" if taken is _ANSWERS and name in _COLUMNS else None
            raise ParameterError(f"{one.opts[0]} does not go with {job}; leave one of them out.", hint=known)


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
    _check("--by", _BY_KEY)
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
            options = {"format": reading.format, "separator": reading.between_cells}
            counts = keyed.learn(names, resume=bool(output.resume), on_progress=told, **options)
        told.end()
        record: dict[str, Any] = {**counts, "events": keyed.events, "models": scale.models, "digest": keyed.digest()}
    finally:
        keyed.close()
    if output.as_json:
        click.echo(json.dumps(record))
    elif not output.quiet:
        share = counts.mistakes / counts.examples if counts.examples else 0.0
        learned = f"{some(counts.examples, 'example')}, {some(counts.mistakes, 'mistake')} ({share:.4f})"
        click.echo(f"{some(record['keys'], 'key')}, {learned}")
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
    _check("--shards", _BY_SHARDS)
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
        by = f"by {some(scale.shards or 1, 'shard')}"
        click.echo(f"{some(mixed.examples, 'example')} {by}, {some(mixed.mistakes, 'mistake')} ({share:.4f})")


def predict_by_key(files: tuple[str, ...], reading: Reading, what: str, scale: ByKey) -> None:
    """An answer for every row, by the model of its key: labels, scores or probabilities, one a line."""
    from ..scale import Keyed

    if scale.by is None or scale.models is None:
        raise ParameterError("answers by key need both --by COLUMN and --models FOLDER.")
    _check("--by", _ANSWERS)
    memory = None if scale.models_memory is None else scale.models_memory << 20
    with Keyed.load(scale.models, on=scale.on, workers=scale.workers, memory=memory) as keyed:
        if keyed.by != scale.by:
            raise ParameterError(f"the models of {scale.models} are by {keyed.by!r}, not by {scale.by!r}.")
        for name in files:
            sys.stdout.writelines(_lines(keyed, name, what, reading))


def _lines(keyed: Any, name: str, what: str, reading: Reading) -> Iterator[str]:
    options = {"format": reading.format, "separator": reading.between_cells}
    if what == "labels":
        written = {False: _negative_in(name, reading), True: 1}  # what models by key know of labels without a name
        for label in keyed.predict(name, **options).tolist():
            yield f"{written[label] if isinstance(label, bool) else label}\n"
        return
    yield from (f"{value!r}\n" for value in keyed.answers(name, **options)[what].tolist())


def _negative_in(name: str, reading: Reading) -> int:
    """How a file writes the one of two labels that has no name."""
    from ..streams.formats import format_by_look, format_by_name
    from ..streams.opening import peek

    found = reading.format or format_by_name(name) or format_by_look(peek(name))
    return -1 if found == "vw" else 0
