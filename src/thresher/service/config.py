"""What a model of the service is: its learner, its order for late labels, its labels, columns and limits, as data."""

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from ..data import Rows
from ..errors import ParameterError, ThresherError
from ..late import Delayed, order_of
from ..learners import learner_kind, parameters_of
from .answers import label_text
from .refusals import Refused

NAME = r"^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$"
Name = Annotated[str, Meta(pattern=NAME, description="Letters, digits, point, dash, underscore; at most 64.")]
Whole = Annotated[int, Meta(ge=-(2**63), le=2**63 - 1)]
Label = str | bool | Whole | Annotated[float, Meta(ge=-1e300, le=1e300)]
Count = Annotated[int, Meta(ge=1, le=2**40)]
Seconds = Annotated[float, Meta(gt=0, le=1e9)]
Plain = str | bool | int | float | None


class ModelConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How a model is made. Nothing in it names a file or code.

    Attributes
    ----------
    learner : str
        The name of a learner, as the command line takes it: auto, tracking-winnow.
    parameters : dict
        Of the learner, by the names that Python has for them.
    labels : list
        Where two or more are known beforehand; of two (negative, positive).
    positive : label
        Of two, if only that one is known.
    columns : dict
        Roles of columns, as `thresher.Rows` takes them: {"text": ["body"], "ignore": ["id"]}.
    order : str
        When which late label is learned: immediate, od1, od3, replay, copies; with its parameters behind colons
        (replay:1000).
    contradictions : {"refuse", "correct"}
        Another label for a question that has one.
    timeout : float
        Seconds after which a question is no longer waited for.
    default_label : label
        Learned in place of a label that did not come in time; without it the question is given up.
    max_pending : int
        How many questions may wait; one more is refused.
    remember : int
        Of how many questions it is known in memory what became of them.
    """

    learner: Name = "auto"
    parameters: dict[Name, Plain] = {}
    labels: Annotated[list[Label], Meta(min_length=2, max_length=100_000)] | None = None
    positive: Label | None = None
    columns: dict[Name, Any] | None = None
    order: Annotated[str, Meta(pattern=r"^[a-z0-9]+(:[0-9]+)?$")] = "immediate"
    contradictions: Annotated[str, Meta(pattern="^(refuse|correct)$")] = "refuse"
    timeout: Seconds | None = None
    default_label: Label | None = None
    max_pending: Count = 1_000_000
    remember: Annotated[int, Meta(ge=1000, le=100_000_000)] = 1_000_000


def made(config: ModelConfig) -> Delayed:
    """The learner with its order, as new.

    Parameters
    ----------
    config : ModelConfig
        What was asked for.

    Raises
    ------
    Refused
        If that makes no learner; the sentence says why.
    """
    try:
        late = Delayed(
            _learner(config),
            order_of(config.order),
            max_pending=config.max_pending,
            when_full="refuse",
            contradictions="correct" if config.contradictions == "correct" else "count",
            remember=config.remember,
        )
        if config.labels is not None and len({label_text(label) for label in config.labels}) < len(config.labels):
            raise Refused(422, "two of the labels are written alike in JSON: give them different texts.")
        if config.default_label is not None:
            if config.timeout is None:
                raise Refused(422, "default_label is what a time-out teaches: say timeout too.")
            late.check_labels([config.default_label])
    except (ThresherError, TypeError, ValueError) as error:
        raise Refused(422, " ".join(str(error).split())) from None
    return late


def _learner(config: ModelConfig) -> Any:
    kind = learner_kind(config.learner)
    takes = parameters_of(kind)
    unknown = [name for name in config.parameters if name not in takes]
    if unknown:
        raise Refused(422, f"{config.learner} takes no {unknown[0]!r}; it takes {', '.join(takes)}.")
    given: dict[str, Any] = dict(config.parameters)
    if config.labels is not None:
        given["labels"] = tuple(config.labels)
    if config.positive is not None:
        given["positive"] = config.positive
    if config.columns is not None:
        given["rows"] = Rows.from_plain({"label": "", **config.columns})
    return kind(**given)


def checked(name: str, config: ModelConfig) -> ModelConfig:
    """A configuration that was not read from a request, checked like one.

    Raises
    ------
    ParameterError
        If the name is none, or the configuration makes no learner.
    """
    try:
        msgspec.convert(name, Name)
        config = msgspec.convert(msgspec.to_builtins(config), ModelConfig)
        made(config)
    except msgspec.ValidationError as error:
        raise ParameterError(f"the model {name!r}: {error}.") from None
    except Refused as refused:
        raise ParameterError(f"the model {name!r}: {refused.detail}") from None
    return config
