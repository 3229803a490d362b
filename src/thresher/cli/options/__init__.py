"""Typed options in groups: each is made once from what click read, and does not change."""

from .answers import AnswerForm, Predictions
from .certificate import Certificate
from .deciding import COSTS, PROBABILITY
from .few_labels import FewLabels
from .group import Group, GroupedCommand, option, takes
from .labels import Labels
from .late import Late, answers_named_as_labels
from .learner import ComparedOptions, LearnerOptions, Wanted
from .learner_help import CommandWithLearner
from .numbers import REAL
from .output import Output
from .passes import Passes
from .reading import Reading
from .request import Request
from .scale import ByKey, Scale, Where

__all__ = [
    "COSTS",
    "PROBABILITY",
    "REAL",
    "AnswerForm",
    "ByKey",
    "Certificate",
    "CommandWithLearner",
    "ComparedOptions",
    "FewLabels",
    "Group",
    "GroupedCommand",
    "Labels",
    "Late",
    "LearnerOptions",
    "Output",
    "Passes",
    "Predictions",
    "Reading",
    "Request",
    "Scale",
    "Wanted",
    "Where",
    "answers_named_as_labels",
    "option",
    "takes",
]
