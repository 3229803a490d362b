"""Thresher: on-line learning with mistake bounds.

Answers which of two, or of k, for a stream of examples with very many attributes, few of them relevant, while the
concept shifts.

>>> import thresher as th
>>> model = th.TrackingWinnow.for_separation(1.0, norm=20)
>>> outcome = model.learn_one({"free": 1, "meeting": 1}, True)
>>> outcome.mistake, model.mistakes
(True, 1)

Names are imported when they are first used, so that starting the command line stays quick.
"""

from typing import TYPE_CHECKING, Any

from .laziness import lazily
from .moved import find_moved

if TYPE_CHECKING:
    from . import asking as asking
    from . import choices as choices
    from . import data as data
    from . import doubt as doubt
    from . import evaluation as evaluation
    from . import experts as experts
    from . import late as late
    from . import learners as learners
    from . import reports as reports
    from . import scale as scale
    from . import service as service
    from . import streams as streams
    from . import theory as theory
    from .asking import Asking as Asking
    from .choices import links as links
    from .choices import losses as losses
    from .choices import ranges as ranges
    from .choices import rates as rates
    from .data import features as features
    from .data import text as text
    from .data.examples import Example as Example
    from .data.rows import Rows as Rows
    from .data.text import Words as Words
    from .data.text import words as words
    from .doubt import Sets as Sets
    from .errors import ColumnWarning as ColumnWarning
    from .errors import EvaluationWarning as EvaluationWarning
    from .errors import InputError as InputError
    from .errors import LabelWarning as LabelWarning
    from .errors import ModelFileError as ModelFileError
    from .errors import ParameterError as ParameterError
    from .errors import ThresherError as ThresherError
    from .errors import ThresherWarning as ThresherWarning
    from .evaluation import compare as compare
    from .evaluation import evaluate as evaluate
    from .evaluation import evaluate_late as evaluate_late
    from .evaluation import threshold_for as threshold_for
    from .late import OD1 as OD1
    from .late import OD3 as OD3
    from .late import Copies as Copies
    from .late import Delayed as Delayed
    from .late import Immediate as Immediate
    from .late import Replay as Replay
    from .learners import AdaptiveWinnow as AdaptiveWinnow
    from .learners import Alma as Alma
    from .learners import Arow as Arow
    from .learners import Auto as Auto
    from .learners import AveragedPerceptron as AveragedPerceptron
    from .learners import BalancedWinnow as BalancedWinnow
    from .learners import InterpolatedPerceptron as InterpolatedPerceptron
    from .learners import Learner as Learner
    from .learners import Multiclass as Multiclass
    from .learners import MulticlassOutcome as MulticlassOutcome
    from .learners import Multilabel as Multilabel
    from .learners import NaiveBayes as NaiveBayes
    from .learners import PassiveAggressive as PassiveAggressive
    from .learners import Perceptron as Perceptron
    from .learners import PNormPerceptron as PNormPerceptron
    from .learners import QuasiAdditive as QuasiAdditive
    from .learners import Swin as Swin
    from .learners import TrackingPNorm as TrackingPNorm
    from .learners import TrackingWinnow as TrackingWinnow
    from .learners import WeightedMajority as WeightedMajority
    from .learners import Winnow as Winnow
    from .learners import WinnowR as WinnowR
    from .learners import load as load
    from .learners import load_bytes as load_bytes
    from .protocols import Outcome as Outcome
    from .theory import bounds as bounds
    from .theory import certify as certify
    from .theory import concepts as concepts
    from .theory import experiments as experiments

_find, __dir__, __all__ = lazily(
    __name__,
    {
        ".asking": "Asking",
        ".data.examples": "Example",
        ".data.rows": "Rows",
        ".data.text": "Words words",
        ".doubt": "Sets",
        ".errors": "ColumnWarning EvaluationWarning InputError LabelWarning ModelFileError ParameterError "
        "ThresherError ThresherWarning",
        ".evaluation": "compare evaluate evaluate_late threshold_for",
        ".late": "OD1 OD3 Copies Delayed Immediate Replay",
        ".learners": "AdaptiveWinnow Alma Arow Auto AveragedPerceptron BalancedWinnow InterpolatedPerceptron Learner "
        "Multiclass MulticlassOutcome Multilabel NaiveBayes PassiveAggressive Perceptron PNormPerceptron QuasiAdditive "
        "Swin TrackingPNorm TrackingWinnow WeightedMajority Winnow WinnowR load load_bytes",
        ".protocols": "Outcome",
        ".theory": "certify",
    },
    {
        "asking": ".asking",
        "bounds": ".theory.bounds",
        "choices": ".choices",
        "concepts": ".theory.concepts",
        "data": ".data",
        "doubt": ".doubt",
        "evaluation": ".evaluation",
        "experiments": ".theory.experiments",
        "experts": ".experts",
        "features": ".data.features",
        "late": ".late",
        "learners": ".learners",
        "links": ".choices.links",
        "losses": ".choices.losses",
        "ranges": ".choices.ranges",
        "rates": ".choices.rates",
        "reports": ".reports",
        "scale": ".scale",
        "service": ".service",
        "streams": ".streams",
        "text": ".data.text",
        "theory": ".theory",
    },
)

find_moved(__name__)


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from importlib.metadata import version

        return version("thresher")
    if name == "delay":  # what `late` was called
        return _find("late")
    return _find(name)
