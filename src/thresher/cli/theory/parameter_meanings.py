"""The quantities that theorems speak of: each in words, and numbers with which a theorem can be shown at work."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from .function_parameters import FunctionParameter

WORDS = {
    "separation": "how far clean examples stay from the comparator's threshold",
    "norm": "the largest sum of attribute values in one example",
    "total_rise": "the sum of all increases of the comparator's weights, from zero",
    "noise": "by how much examples miss the comparator's separation, added up",
    "smallest_value": "the smallest attribute value above zero; 1 for yes/no attributes",
    "largest_value": "the largest attribute value",
    "largest_weight": "the largest weight that was seen on the run",
    "promotion": "the factor of an update",
    "initial": "the weight to begin with",
    "threshold": "the learner says yes from this sum on",
    "margin": "the learner also updates when it is right by less",
    "floor": "the least weight",
    "floor_share": "the floors of all attributes together, as a share of the threshold",
    "rate": "how far an update moves",
    "literals": "literals of the concept; where it changes, all that were ever added",
    "literals_on": "literals ever switched on, the first ones included",
    "literals_off": "literals ever switched off",
    "attribute_errors": "bits to change so that the examples fit the comparator",
    "shifts": "how often a literal is switched on or off, the first ones included",
    "concepts": "how many concepts there are to choose from",
    "target": "the comparator's weights",
    "target_norm": "the norm of the comparator's weights",
    "instance_norm": "the largest norm of an example",
    "last_norm": "the norm of the comparator's last weights",
    "path_length": "how far the comparator moves in all",
    "radius": "the largest norm that the comparator has",
    "shift_rate": "switches of literals for each example",
    "error_rate": "attribute errors for each example",
    "rise_rate": "increases of the comparator's weights for each example",
    "noise_rate": "noise for each example",
    "randomized": "the randomised learner: expected mistakes",
    "n": "how many attributes there are",
    "p": "the p of the p-norm",
    "k": "the k of the interpolated link; odd",
    "trials": "how many examples there are",
    "mistakes": "the learner's mistakes, or a bound on them",
    "delays": "how many examples have which delay: delay:examples",
    "delay": "how many examples later a label comes",
    "longest_delay": "how many examples later the last label comes",
    "outstanding": "how many labels are missing at once, at most",
    "changes": "how often the learner changes its hypothesis",
    "horizon": "how long a label is waited for",
    "experts": "how many experts there are",
    "discount": "the factor of a wrong expert's weight",
    "best_mistakes": "mistakes of the best expert",
    "class_mistakes": "for each class, how often the best expert for it was wrong about it",
    "best_loss": "the loss of the best expert, or of whatever the master is compared with",
    "prior": "the weight that the expert begins with, and goes back to at a restart",
    "restarts": "how often the master starts anew",
    "pool": "how many different experts the best sequence of experts uses",
    "distance": "how far the comparator's weights of the experts are from the first ones",
    "gradients": "the squared norms of the gradients, added up",
    "largest_logit": "the largest logit ln(q/(1 - q)) that an expert states",
    "share": "how much weight goes to the other experts",
    "switches": "how often the best expert changes",
    "failure": "the probability with which it may fail",
    "risk": "the probability of a mistake",
    "scale": "the constant before the loss",
}
"""Said where the docstring of a function is too terse."""

TRIES: dict[str, Sequence[Any]] = {
    "separation": (0.25, 1.0),
    "norm": (100, 20),
    "total_rise": (5,),
    "promotion": (1.2, 2.0),
    "floor": (0.0001, 0.001),
    "floor_share": (0.2, 0.05),
    "literals": (3,),
    "literals_on": (4,),
    "target": ("1,1,1",),
    "rate": (0.05, 0.5),
    "n": (1000, 100),
    "p": (4, 2),
    "target_norm": (2,),
    "instance_norm": (3,),
    "radius": (3,),
    "last_norm": (2,),
    "target_total": (3,),
    "largest_value": (1,),
    "largest_total": (2,),
    "average_margin": (0.25,),
    "k": (3,),
    "initial": (0.001, 1),
    "threshold": (1, 1000),
    "concepts": (1000,),
    "promotions": (20,),
    "shifts": (4,),
    "active": (50,),
    "attribute_errors": (100, 20_000),
    "rise_rate": (0.001,),
    "shift_rate": (0.001,),
    "mistakes": (50,),
    "trials": (10_000,),
    "delays": ("1:900,10:100",),
    "delay": (10,),
    "longest_delay": (20,),
    "outstanding": (10,),
    "changes": (50,),
    "horizon": (10,),
    "late": (5,),
    "copies": (3,),
    "experts": (100,),
    "discount": (0.5,),
    "least_share": (0.1,),
    "best_mistakes": (10,),
    "class_mistakes": ("10,5,5",),
    "best_loss": (10,),
    "loss": (10,),
    "share": (0.01,),
    "switches": (3,),
    "failure": (0.05,),
    "hypotheses": (20,),
    "survived": (500,),
    "risk": (0.05,),
    "value": (100,),
    "scaled_value": (100,),
}
_NO_WORDS = {
    *("the", "and", "any", "for", "with", "number", "positive", "max", "min"),
    *("alpha", "beta", "gamma", "delta", "eps", "lam", "zeta", "theta", "tau"),
}
_OTHERWISE = {"numbers": (2, 0.5, 10, 0.1, 100, 0.01), "list": ("1,2", "0.5,0.5"), "pairs": ("1:10,5:3",)}


def explained(parameter: FunctionParameter) -> FunctionParameter:
    """The parameter with its meaning in words: those of its docstring, if they are words and not symbols alone."""
    said, known = parameter.meaning, WORDS.get(parameter.name, "")
    words = _words(said)
    if not known or (len(words) >= 3 and not words <= _words(known)):
        return parameter
    return replace(parameter, meaning=known if len(said) < 3 or words & _words(known) else f"{known}; {said}")


def sample(wanted: Sequence[FunctionParameter], function: Callable[..., Any], most: int = 2000) -> dict[str, str]:
    """Text for each of these, such that the function takes it. Nothing if none was found."""
    coins = Random(0)  # the same example every time
    texts = {parameter.name: _tries(parameter)[0] for parameter in wanted}
    for _ in range(most):
        try:
            function(**{parameter.name: parameter.read(texts[parameter.name]) for parameter in wanted})
            return texts
        except (ValueError, ArithmeticError, TypeError):
            texts = {parameter.name: coins.choice(_tries(parameter)) for parameter in wanted}
    return {}


def _tries(parameter: FunctionParameter) -> list[str]:
    kind = {"A:B,...": "pairs", "A,B,...": "list"}.get(parameter.looks_like, "numbers")
    return [str(value) for value in (*TRIES.get(parameter.name, ()), *_OTHERWISE[kind])]


def _words(text: str) -> set[str]:
    return set(re.findall(r"[a-z]{3,}", text)) - _NO_WORDS
