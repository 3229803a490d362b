"""`learn --multilabel`: several labels true at once, a learner for each; and what is said of them."""

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import click

from ..errors import InputError, ParameterError, ThresherError
from .checks import check_written
from .options import Request, Scale
from .options.reading import check_readable
from .output.answers import in_words, refused
from .output.words import rate, some
from .resuming import passes_made, starts, to_progress
from .saved_models import bits_of, load_model, rows_in

MOST_SHOWN = 20  # labels that are listed


def learn_multilabel(asked: Request, scale: Scale) -> None:
    """Goes over the files, keeps the model and tells what it came to."""
    _check(asked, scale)
    run = _begun(asked)
    trouble = None
    try:
        _go_over(run)
    except ThresherError as error:  # what was learned before it is kept
        trouble = error
    finally:
        run.on_error.close()
    _save(run, stopped=trouble is not None)
    if trouble is not None:
        raise trouble
    _tell(run)


@dataclass
class _Run:
    """What a request has become: the model, its files, and how far they were read."""

    asked: Request
    model: Any
    remembered: dict[str, Any]
    sources: list[Any]
    on_error: Any
    before: Any  # what the model had answered when the run began
    true: dict[Any, int] = field(default_factory=dict)  # of how many examples each label was
    positions: dict[str, Any] = field(default_factory=dict)
    passes: int = 0
    holdout: float = 0.0  # of what is remembered of a run
    labelled: int = 0

    @property
    def counts(self) -> Any:
        """What this run came to."""
        from ..evaluation.measures.label_sets import LabelSetCounts

        now = _counts_of(self.model)
        return LabelSetCounts(
            now.examples - self.before.examples,
            now.mistakes - self.before.mistakes,
            now.decisions - self.before.decisions,
            {label: self.true.get(label, 0) for label in now.wrong},
            {label: wrong - self.before.wrong.get(label, 0) for label, wrong in now.wrong.items()},
        )


def _counts_of(model: Any) -> Any:
    from ..evaluation.measures.label_sets import LabelSetCounts

    return LabelSetCounts(model.examples, model.mistakes, model.decisions, {}, model.label_mistakes)


def _begun(asked: Request) -> _Run:
    from ..evaluation.on_error import OnError
    from ..learners import Multilabel

    if asked.output.resume:
        model, remembered = load_model(asked.output.resume)
        if not isinstance(model, Multilabel):
            raise ParameterError(f"{asked.output.resume} has one label for each example: leave --multilabel out.")
    else:
        made = asked.learners[0].make(type(asked.labels)())
        ids = asked.reading.targets if isinstance(asked.reading.targets, tuple) else None
        model, remembered = Multilabel(made, asked.labels.names or ids), {}
    sources = asked.reading.sources(asked.files, bits_of(model), remembered.get("reading"), rows_in(model))
    for source in sources:
        source.check()
    for rows in [source.rows for source in sources if source.rows is not None][:1]:
        model.row_reader.take(rows)
    return _Run(asked, model, remembered, sources, OnError(asked.reading.on_error), _counts_of(model))


def _check(asked: Request, scale: Scale) -> None:
    """What is about one label for each example, or about other runs, is refused before anything is read."""
    labels, passes, output = asked.labels, asked.passes, asked.output
    said = {
        "--positive": labels.positive is not None,
        "--scheme": labels.scheme is not None,
        "--class-weights": labels.class_weights is not None,
        "--abstain-below": labels.abstain_below is not None,
        "--softmax": labels.softmax is not None,
        "--holdout": bool(passes.holdout),
        "--patience": passes.patience is not None,
        "--test-every": passes.test_every is not None,
        "--shuffle": passes.shuffle is not None,
        "--log": output.log is not None,
        "--plot": output.plot is not None,
        "--report": output.report is not None,
        "--measures": output.measures,
        "--cost": output.cost is not None,
        "--save-every": output.save_every is not None,
        "--predictions": asked.predictions.wanted,
        "--certify": asked.certificate.wanted,
        "late labels": asked.late.wanted,
        "--ask and --sets": asked.few.wanted,
        "--by, --models, --shards and --on": scale.wanted,
    }
    for option, given in said.items():
        if given:
            raise ParameterError(f"{option}: not with --multilabel, which learns each label by itself, in order.")
    if labels.labels == "any" or labels.classes is not None:
        raise ParameterError("--labels any is what --multilabel takes anyway: leave it out, or name the labels.")
    if len(set(asked.files)) < len(asked.files):
        raise InputError("a file is named twice; use --passes to go over files more than once.")
    if output.resume and (asked.learner.said() or labels.labels is not None):
        raise ParameterError("a model that is gone on with has its learners and labels: leave them out.")
    check_written(asked.written, set(asked.read) - {output.resume}, appended=asked.reading.quarantine)
    check_readable(name for name in asked.read if name != output.resume)


def _go_over(run: _Run) -> None:
    wanted = run.asked.passes.passes
    done, inside = passes_made(run.remembered, wanted)
    first = starts(run.remembered, run.sources) if inside else {}
    for number in range(done, wanted):
        run.passes = number + 1
        for source in run.sources:
            run.positions.pop(source.name, None)
        for source in run.sources:
            where = (first.get(source.name),) if number == done and source.name in first else ()
            for block in source.blocks(*where):
                _learn_block(run, source, block)


def _learn_block(run: _Run, source: Any, block: Any) -> None:
    """Rows up to each line that is no example, then that line."""
    done = 0
    for trouble in [*block.troubles, None]:
        last = len(block) if trouble is None else trouble.row
        _learn_rows(run, source, block, done, last)
        done = last
        if trouble is not None:
            run.on_error(trouble, source.name)
    run.positions[source.name] = block.end


def _learn_rows(run: _Run, source: Any, block: Any, first: int, last: int) -> None:
    from ..learners import labels_of_text

    if first == last:
        return
    labels = [labels_of_text(label) for label in block.labels_of(first, last)]
    weights = None if block.weights is None else list(block.weights[first:last])
    examples = [block.example(row) for row in range(first, last)]
    try:
        run.model.learn_many(examples, labels, weights)
    except InputError:
        if last - first > 1:  # which row it is
            for row in range(first, last):
                _learn_rows(run, source, block, row, row + 1)
            return
        _refuse(run, source, block, first, examples[0], labels[0])
        return
    for place, true in enumerate(labels):
        for label in true if weights is None or weights[place] else ():
            run.true[label] = run.true.get(label, 0) + 1
    run.positions[source.name] = block.before(last) if last < len(block) else block.end


def _refuse(run: _Run, source: Any, block: Any, row: int, example: Any, labels: Any) -> None:
    """A row that the learners refuse is as a line that is no example."""
    try:
        run.model.learn_one(example, labels)
    except InputError as error:
        run.on_error(refused(block, row, source.locate(run.model.learner, block, row), str(error)), source.name)


def _save(run: _Run, *, stopped: bool) -> None:
    path = run.asked.output.model
    if not path or (not run.counts.examples and (stopped or Path(path).is_file())):
        return
    reading = run.asked.reading.to_remember(run.remembered.get("reading"), run.sources[0].found_format)
    run.model.save(path, to_progress(run, run.sources, stopped) | {"reading": reading})


def _tell(run: _Run) -> None:
    record = _record(run.counts) | {"digest": run.model.digest()}
    test = _tested(run)
    if test is not None:
        record["test"] = _record(test)
    if run.asked.output.as_json:
        return click.echo(json.dumps(record))
    if run.asked.output.quiet:
        return None
    for line in [*_words(run.counts, "learned"), *([] if test is None else _words(test, str(run.asked.passes.test)))]:
        click.echo(line, err=True)
    if run.on_error.skipped:
        click.echo(f"{some(run.on_error.skipped, 'bad line')} skipped; the first: {run.on_error.first}", err=True)
    return None


def _tested(run: _Run) -> Any:
    """The test file, predicted with what was learned."""
    from ..evaluation.measures.label_sets import LabelSetCounts
    from ..learners import labels_of_text

    if run.asked.passes.test is None:
        return None
    counts, known = LabelSetCounts(), run.model.labels
    known_reading = run.remembered.get("reading"), rows_in(run.model)
    (source,) = run.asked.reading.sources([run.asked.passes.test], bits_of(run.model), *known_reading)
    for block in source.blocks():
        for trouble in block.troubles:
            run.on_error(trouble, source.name)
        said = run.model.predict_many(list(block.examples())) if len(block) else []
        for answer, label in zip(said, block.labels_of(0, len(block)), strict=True):
            counts.see(answer, labels_of_text(label), known)
    return counts


def _record(counts: Any) -> dict[str, Any]:
    labels = {in_words(label): {"true": counts.true[label], "mistakes": counts.wrong[label]} for label in counts.wrong}
    return {
        "examples": counts.examples,
        "mistakes": counts.mistakes,
        "exact_match": counts.exact_match,
        "wrong_labels": counts.wrong_labels,
        "hamming_loss": counts.hamming_loss,
        "labels": labels,
    }


def _words(counts: Any, what: str) -> list[str]:
    """What a run came to; the labels that were wrong most often first."""
    lines = [
        f"{what}: {some(counts.examples, 'example')}, {counts.mistakes:,} not exactly right "
        f"({rate(1 - counts.exact_match)}); {counts.wrong_labels:,} of {some(counts.decisions, 'label')} wrong "
        f"({rate(counts.hamming_loss)})"
    ]
    worst = sorted(counts.wrong, key=lambda label: -counts.wrong[label])
    for label in worst[:MOST_SHOWN]:
        lines.append(f"  {in_words(label)}: {some(counts.wrong[label], 'mistake')}, true of {counts.true[label]:,}")
    if len(worst) > MOST_SHOWN:
        lines.append(f"  and {some(len(worst) - MOST_SHOWN, 'label')} more; --json has them all")
    return lines
