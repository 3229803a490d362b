"""What a model of the service is: its learner, its order for late labels, its labels, columns and limits, as data."""

from collections.abc import Sequence
from functools import partial
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from ..asking import Asking
from ..errors import ParameterError, ThresherError
from ..late import Delayed, order_of
from ..learners import for_labels, from_words, learner_kind, parameters_of, required_of
from .answers import label_text
from .columns import rows_of
from .in_settings import sentence
from .refusals import Refused

NAME = r"^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$"
Name = Annotated[str, Meta(pattern=NAME, description="Letters, digits, point, dash, underscore; at most 64.")]
Whole = Annotated[int, Meta(ge=-(2**63), le=2**63 - 1)]
Number = bool | Whole | Annotated[float, Meta(ge=-1e300, le=1e300)]
Label = str | Number
Count = Annotated[int, Meta(ge=1, le=2**40)]
Seconds = Annotated[float, Meta(gt=0, le=1e9)]
Plain = str | bool | int | float | None
Weight = Annotated[float, Meta(ge=0, le=1e100)]

# What is said to whoever gives a service the file of a saved model.
OWN_LOG = "a service learns from its own log and takes over no saved model; teach it: see docs/service.md"


class ModelConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How a model is made. Nothing in it names a file or code.

    Attributes
    ----------
    learner : str
        The name of a learner, as the command line takes it: auto, tracking-winnow.
    parameters : dict
        Of the learner, by the names that Python has for them. A link, a rate, a transform is said by its name, with
        numbers behind colons, as on the command line: p-norm:4.
    labels : list or "any"
        Where two or more are known beforehand; of two (negative, positive). "any": more than two may come. With more
        than two a learner of two labels learns each of them against the rest (`thresher.Multiclass`).
    positive : label
        Of two, if only that one is known.
    scheme : {"one-vs-rest", "constraint"}
        How more than two labels are learned together.
    softmax : bool
        Of more than two: probabilities are the softmax of the scores.
    abstain_below : float
        Of more than two: no answer where the best is less far ahead of the second.
    class_weights : dict or "balanced"
        What examples of a label, by its text, weigh; 1 if not named.
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
    ask : float
        The model asks for labels, of at most this share of the questions: each answer says `wants_label`.
    eagerness : float
        The same without a share, or within it: 1 asks as the theorem does, less for fewer labels (`thresher.Asking`).
    ask_seed : int
        Of the coins by which it asks.
    """

    learner: Name = "auto"
    parameters: dict[Name, Plain | Annotated[list[Plain], Meta(max_length=100)]] = {}
    labels: Annotated[list[Label], Meta(min_length=2, max_length=100_000)] | Literal["any"] | None = None
    positive: Label | None = None
    scheme: Literal["one-vs-rest", "constraint"] | None = None
    softmax: bool | None = None
    abstain_below: Annotated[float, Meta(ge=0, le=1e300)] | None = None
    class_weights: Annotated[dict[str, Weight], Meta(max_length=100_000)] | Literal["balanced"] | None = None
    columns: dict[Name, Any] | None = None
    order: Annotated[str, Meta(pattern=r"^[a-z0-9]+(:[0-9]+)?$")] = "immediate"
    contradictions: Annotated[str, Meta(pattern="^(refuse|correct)$")] = "refuse"
    timeout: Seconds | None = None
    default_label: Label | None = None
    max_pending: Count = 1_000_000
    remember: Annotated[int, Meta(ge=1000, le=100_000_000)] = 1_000_000
    ask: Annotated[float, Meta(gt=0, le=1)] | None = None
    eagerness: Annotated[float, Meta(gt=0, le=1e100)] | None = None
    ask_seed: Annotated[int, Meta(ge=0, le=2**63 - 1)] | None = None

    @property
    def asks(self) -> bool:
        """Whether it says which labels it wants."""
        return self.ask is not None or self.eagerness is not None


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
        return _checked_late(config)
    except (ThresherError, TypeError, ValueError) as error:
        raise Refused(422, sentence(error)) from None


def _checked_late(config: ModelConfig) -> Delayed:
    _check_texts(config)
    _check_asking(config)
    late = _late(config)
    if config.default_label is not None:
        if config.timeout is None:
            raise Refused(422, "default_label is what a time-out teaches: say timeout too.")
        late.check_labels([config.default_label])
    return late


def _late(config: ModelConfig) -> Delayed:
    learner, order = _learner(config), order_of(config.order)
    options: dict[str, Any] = {
        "max_pending": config.max_pending,
        "when_full": "refuse",
        "contradictions": "correct" if config.contradictions == "correct" else "count",
        "remember": config.remember,
    }
    if not config.asks:
        return Delayed(learner, order, **options)
    eagerness = 1.0 if config.eagerness is None else config.eagerness
    asking: dict[str, Any] = {
        "at_most": config.ask,
        "eagerness": eagerness,
        "unasked": "keep",
        "seed": config.ask_seed or 0,
    }
    return Asking(learner, order, **asking, **options)


def _check_asking(config: ModelConfig) -> None:
    if config.ask_seed is not None and not config.asks:
        raise Refused(422, "ask_seed is of a model that asks: say ask or eagerness too.")
    if config.asks and config.default_label is not None:
        raise Refused(
            422,
            "default_label teaches that no label came, and of a label that was not asked for that says nothing: leave "
            "it out, or ask and eagerness.",
        )


def _learner(config: ModelConfig) -> Any:
    kind = learner_kind(config.learner)
    takes = parameters_of(kind)
    unknown = [name for name in config.parameters if name not in takes]
    if unknown:
        raise Refused(422, f"{config.learner} takes no {unknown[0]!r}; it takes {', '.join(takes)}.")
    if missing := [name for name in required_of(kind) if name not in config.parameters]:
        raise Refused(422, f"{config.learner} needs {' and '.join(map(repr, missing))} among its parameters.")
    given = from_words(kind, config.parameters)
    if config.columns is not None:
        given["rows"] = rows_of(config.columns)
    names = None if config.labels == "any" else config.labels
    return for_labels(
        partial(kind, **given),
        names=names,
        positive=config.positive,
        any_number=config.labels == "any",
        scheme=config.scheme,
        softmax=config.softmax,
        abstain_below=config.abstain_below,
        class_weights=_weights(config.class_weights, names or ()),
    )


def _weights(weights: dict[str, float] | str | None, names: Sequence[Label]) -> dict[Any, float] | str | None:
    """By label: those that are named are meant by their text, others are texts."""
    if not isinstance(weights, dict):
        return weights
    by_text = {label_text(label): label for label in names}
    return {by_text.get(text, text): weight for text, weight in weights.items()}


def _check_texts(config: ModelConfig) -> None:
    labels = config.labels or ()
    if labels != "any" and len({label_text(label) for label in labels}) < len(labels):
        raise Refused(422, "two of the labels are written alike in JSON: give them different texts.")


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
        _checked_late(config)
    except msgspec.ValidationError as error:
        raise ParameterError(f"the model {name!r}: {error}.") from None
    except Refused as refused:
        raise ParameterError(f"the model {name!r}: {refused.detail}") from None
    except (ThresherError, TypeError, ValueError) as error:
        raise ParameterError(f"the model {name!r}: {' '.join(str(error).split())}") from None
    return config
