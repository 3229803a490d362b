"""What can be refused before anything is read is refused before anything is read."""

from collections.abc import Iterable

from ..errors import InputError, ParameterError
from ..parameters import whole
from .options import Request
from .options.reading import check_readable


def check(asked: Request) -> None:
    """Raises what is wrong with a request, as far as that can be known without its files and its learner."""
    if len(set(asked.files)) < len(asked.files):
        raise InputError("a file is named twice; use --passes to go over files more than once.")
    asked.labels.check()
    asked.late.check()
    if asked.output.cost is not None and asked.labels.three:
        raise ParameterError("--cost is about two labels, and more are asked for; leave it out.")
    check_written(asked.written, set(asked.read) - {asked.output.resume}, appended=asked.reading.quarantine)
    _check_files(asked)
    if asked.output.plot:
        from ..reports import check_figure

        check_figure(asked.output.plot)
    if asked.output.resume:
        _check_resumed(asked)
    if asked.output.saved_every and not asked.output.model:
        raise ParameterError("--save-every saves the model: say where to, --model OUT.")
    if asked.late.wanted:
        _check_late(asked)
    if asked.few.wanted:
        _check_few_labels(asked)
    _check_answers(asked)
    if asked.passes.shuffle is not None:
        _check_shuffled(asked)
    if asked.certificate.wanted:
        _check_certificate(asked)


def _check_files(asked: Request) -> None:
    try:
        check_readable(name for name in asked.read if name != asked.output.resume)
    except InputError as error:
        name = error.message.partition(":")[0]
        if asked.passes.shuffle is not None and name in asked.files and name.isdecimal():
            error.hint = f"a seed has an equals sign before it: --shuffle={name}"
        raise


def _check_answers(asked: Request) -> None:
    said = asked.predictions.said()
    if asked.predictions.wanted:
        if asked.passes.passes != 1:
            raise ParameterError("--predictions are those of one pass; leave --passes out, or use `thresher predict`.")
        if asked.predictions.predictions == "-" and asked.output.as_json:
            raise ParameterError("--json and --predictions - both write to stdout; write the predictions to a file.")
    elif said:
        raise ParameterError(f"{' '.join(said)} is about answers while learning: say where they go, --predictions.")
    elif asked.reading.on_error == "answer":
        raise ParameterError("--on-error answer needs answers to stand among: say where they go, --predictions.")


GOING_ON_LATE = (
    "what waits for an answer is not in the model: give all questions and answers again; th.Delayed keeps and saves "
    "them in Python, and so does `thresher serve`"
)


def _check_shuffled(asked: Request) -> None:
    if asked.late.wanted:
        raise ParameterError("--shuffle does not go with late labels: when they come is about the order of the rows.")
    if asked.predictions.wanted:
        raise ParameterError("--predictions answer the rows in their own order; leave --shuffle out.")
    whole("--shuffle-memory", asked.passes.shuffle_memory, at_least=1 << 16)


def check_written(paths: Iterable[str], read: Iterable[str | None] = (), appended: str | None = None) -> None:
    """What can't be written in the end, or would be written over something else, is said in the beginning.

    appended: the one of the paths that is written on, if it is there.
    """
    from ..files import identity, obstacle

    taken = {identity(name): "is read, and can't be written to in the same run" for name in read if name}
    for path in paths:
        reason = obstacle(path, appending=path == appended)
        if reason:
            raise InputError(f"{path}: can't be written: {reason}.")
        place = identity(path)
        if place is None:
            continue  # a device or a pipe
        if place in taken:
            raise InputError(f"{path}: {taken[place]}.")
        taken[place] = "is to be written twice, and one would replace the other; give each a file of its own"


def _check_resumed(asked: Request) -> None:
    said = [*asked.learner.said(), *asked.labels.said()]
    if said:
        raise ParameterError(f"the model says what learner it is: leave {' '.join(said)} out, or leave --resume out.")
    if asked.passes.patience:
        raise ParameterError("--patience can't go on with --resume: the best model so far is not in the file.")


def _check_late(asked: Request) -> None:
    said = {
        "passes": asked.passes.passes != 1,
        "holdout": asked.passes.holdout,
        "patience": asked.passes.patience,
        "test": asked.passes.test,
        "test-every": asked.passes.test_every,
        "resume": asked.output.resume,
        "certify": asked.certificate.wanted,
        "measures": asked.output.measures,
        "cost": asked.output.cost,
        "predictions": asked.predictions.wanted,
    }
    for name in (name for name, told in said.items() if told):
        hint = GOING_ON_LATE if name == "resume" else None
        raise ParameterError(f"--{name} does not go with late labels; leave it out.", hint=hint)


def _check_few_labels(asked: Request) -> None:
    asked.few.check()
    said = {
        "passes": asked.passes.passes != 1,
        "holdout": asked.passes.holdout,
        "patience": asked.passes.patience,
        "certify": asked.certificate.wanted,
        "log": asked.output.log,
        "resume": asked.output.resume,
    }
    for name in (name for name, told in said.items() if told):
        hint = "the model knows it: leave --ask and --sets out" if name == "resume" else None
        raise ParameterError(f"--{name} does not go with --ask and --sets; leave it out.", hint=hint)


def _check_certificate(asked: Request) -> None:
    from ..theory.certificates.program import highs

    if "-" in asked.files:
        raise ParameterError("--certify reads the files a second time, and a pipe can be read only once.")
    if asked.labels.many:
        raise ParameterError("--certify is for two labels: bounds are known of two alone; leave it out.")
    said = {"resume": asked.output.resume, "holdout": asked.passes.holdout, "patience": asked.passes.patience}
    for name in (name for name, told in said.items() if told):
        raise ParameterError(
            f"--certify is about a run from the start over all examples; leave --{name} or --certify out."
        )
    if asked.certificate.comparator is None:
        highs()
