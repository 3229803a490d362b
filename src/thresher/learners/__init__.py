"""The named learners: each a choice of link, loss, rate and range over the one engine; and what all of them can do."""

from ..files.registry import load, load_bytes, load_with_progress
from ..protocols import Outcome
from .all_different import check_labels_of_all_rows
from .auto import EXPERTS, Auto, Trust, TrustLine
from .balanced import AdaptiveWinnow, BalancedWinnow, WeightedMajority
from .base import Learner
from .blocks import BlockAnswers, BlockCounts
from .choice import DEFAULTS, Choice, parameters_of, required_of
from .choosing import choice_in, for_labels, from_words
from .classes import SCHEMES, Multiclass, default_learner
from .importance import BALANCED, importance_of, read_class_weights
from .importances import Importances, column_of
from .joining import check_that_two_are_enough, labels_with
from .label_sets import labels_of_text, read_label_set
from .multilabel import Multilabel, check_one_label_each
from .multilabel_outcome import MultilabelOutcome
from .naive_bayes import NaiveBayes
from .naming import learner_kind, make_learner, spell
from .new_labels import NewLabels
from .normalised import Alma, TrackingPNorm
from .pending import (
    SKIPPED,
    UNKNOWN,
    UPDATED,
    Stated,
    StatedEach,
    Telling,
    ask_each_pending,
    ask_many_pending,
    ask_one_pending,
    ask_pending,
    check_pending,
    learn_few_pending,
    learn_pending,
)
from .perceptron import (
    Arow,
    AveragedPerceptron,
    InterpolatedPerceptron,
    PassiveAggressive,
    Perceptron,
    PNormPerceptron,
)
from .quasi_additive import QuasiAdditive
from .reasons import BIAS, THRESHOLD, Explanation, Reason
from .restarts import MISTAKES, Change, changes_since_restart, last_restart, restarts_of
from .shown import html_table
from .standing import Standing
from .swin import Swin
from .traits import Traits
from .winnow import TrackingWinnow, Winnow, WinnowR
from .writing import bytes_as_written

LEARNERS = dict(sorted(Learner.kinds.items()))
"""Every learner by its class name."""

MulticlassOutcome = Outcome
"""What 0.1.0 called the outcome of many classes."""

__all__ = [
    "BALANCED",
    "BIAS",
    "DEFAULTS",
    "EXPERTS",
    "LEARNERS",
    "MISTAKES",
    "SCHEMES",
    "SKIPPED",
    "THRESHOLD",
    "UNKNOWN",
    "UPDATED",
    "AdaptiveWinnow",
    "Alma",
    "Arow",
    "Auto",
    "AveragedPerceptron",
    "BalancedWinnow",
    "BlockAnswers",
    "BlockCounts",
    "Change",
    "Choice",
    "Explanation",
    "Importances",
    "InterpolatedPerceptron",
    "Learner",
    "Multiclass",
    "MulticlassOutcome",
    "Multilabel",
    "MultilabelOutcome",
    "NaiveBayes",
    "NewLabels",
    "PNormPerceptron",
    "PassiveAggressive",
    "Perceptron",
    "QuasiAdditive",
    "Reason",
    "Standing",
    "Stated",
    "StatedEach",
    "Swin",
    "Telling",
    "TrackingPNorm",
    "TrackingWinnow",
    "Traits",
    "Trust",
    "TrustLine",
    "WeightedMajority",
    "Winnow",
    "WinnowR",
    "ask_each_pending",
    "ask_many_pending",
    "ask_one_pending",
    "ask_pending",
    "bytes_as_written",
    "changes_since_restart",
    "check_labels_of_all_rows",
    "check_one_label_each",
    "check_pending",
    "check_that_two_are_enough",
    "choice_in",
    "column_of",
    "default_learner",
    "for_labels",
    "from_words",
    "html_table",
    "importance_of",
    "labels_of_text",
    "labels_with",
    "last_restart",
    "learn_few_pending",
    "learn_pending",
    "learner_kind",
    "load",
    "load_bytes",
    "load_with_progress",
    "make_learner",
    "parameters_of",
    "read_class_weights",
    "read_label_set",
    "required_of",
    "restarts_of",
    "spell",
]
