"""What Auto trusts: its experts, how they fared, and how trust in them changed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..._core import AUTO

EXPERTS = {
    "gradient": "logistic loss at a constant rate, on scaled values: never stops moving",
    "confident": "AROW (r = 1) on scaled values: settles",
    "steady": "logistic loss, each attribute's own rate, on unit length",
    "remembered": "what `confident` knew before the last restart",
    "sifting": "AROW (r = .1) on values weighed by their naive Bayes ratio",
    "adaptive": "logistic loss, adaptive rate, on values weighed by their naive Bayes ratio",
    "betting": "coin betting on each attribute",
    "winnowing": "2 sinh link, margin .3, constant rate: Winnow's kind",
    "recalled": "what `confident` knew before the restart before the last",
    "counting": "naive Bayes over the attributes present",
    "habit": "how labels follow on one another; looks at no attribute",
    "bending": "AROW (r = .1) on bins of real values (few attributes only)",
    "pairing": "coin betting on bins and pairs of attributes (few attributes only)",
    "bold": "large adaptive steps on bins and pairs of attributes (few attributes only)",
    "wary": "coin betting with small first stakes on bins and pairs of attributes (few attributes only)",
}
"""Auto's experts, and what each is."""

ALGORITHMS: Mapping[str, str] = dict(zip(AUTO["experts"], AUTO["algorithms"], strict=True))
"""From an expert's short name to the algorithm that it is, in the order of the core."""

assert list(EXPERTS) == list(ALGORITHMS), "the core's experts are others"


@dataclass(frozen=True)
class TrustLine:
    """How things stood at one moment.

    Attributes
    ----------
    examples : int
        Learned by then.
    restarts : int
        Made by then.
    mistakes : int
        Made by then, by Auto.
    trust : Mapping[str, float]
        Expert -> its part in the answer, from 0 to 1.
    expert_mistakes : Mapping[str, int]
        Made by then, by each expert.
    """

    examples: int
    restarts: int
    mistakes: int
    trust: Mapping[str, float]
    expert_mistakes: Mapping[str, int]


@dataclass(frozen=True)
class Trust:
    """Which experts Auto trusts, and how that changed over time.

    Attributes
    ----------
    examples : int
        Learned so far.
    mistakes : int
        Of each expert by itself.
    restarts : int
        Times it started anew so far.
    trust : Mapping[str, float]
        Expert -> its part in the answer now; the parts add up to 1.
    expert_mistakes : Mapping[str, int]
        Of each expert by itself.
    log_loss : Mapping[str, float]
        Of each expert by itself   examples, restarts: so far.
    history : Sequence[TrustLine]
        The same at some moments before.
    """

    examples: int
    mistakes: int
    restarts: int
    trust: Mapping[str, float]
    expert_mistakes: Mapping[str, int]
    log_loss: Mapping[str, float]
    history: Sequence[TrustLine]

    def __str__(self) -> str:
        """A table, the most trusted first, with a strip of how trust changed."""
        if not self.examples:
            return "nothing learned yet"
        counted = {"example": self.examples, "mistake": self.mistakes, "restart": self.restarts}
        lines = [", ".join(f"{n:,} {word}{'' if n == 1 else 's'}" for word, n in counted.items())]
        lines.append(f"{'expert':<12}{'trust':>7}{'mistakes':>10}  over time     what it is")
        for name in sorted(self.trust, key=lambda name: -self.trust[name]):
            strip = "".join(_bar(line.trust[name]) for line in _spread(self.history, 12))
            mistakes = f"{self.expert_mistakes[name]:,}" if self.trust[name] else "silent"
            lines.append(f"{name:<12}{self.trust[name]:>7.1%}{mistakes:>10}  {strip:<12}  {EXPERTS[name]}")
        return "\n".join(lines)


def read_trust(told: Mapping[str, Any], mistakes: int) -> Trust:
    """What the core tells, in words."""
    names = list(EXPERTS)
    count = len(names)

    def named(values: Sequence[float]) -> dict[str, float]:
        return dict(zip(names, values, strict=True))

    def counted(values: Sequence[float]) -> dict[str, int]:
        return {name: int(value) for name, value in zip(names, values, strict=True)}

    history = [
        TrustLine(int(line[0]), int(line[1]), int(line[2]), named(line[3 : 3 + count]), counted(line[3 + count :]))
        for line in told["lines"]
    ]
    return Trust(
        examples=int(told["trials"]),
        mistakes=mistakes,
        restarts=int(told["restarts"]),
        trust=named(told["trust"]),
        expert_mistakes=counted(told["mistakes"]),
        log_loss=named(told["log_loss"][2:]),
        history=history,
    )


def _bar(part: float) -> str:
    return " ▁▂▃▄▅▆▇█"[min(8, int(part * 16 + 0.999))] if part >= 0.005 else " "


def _spread(lines: Sequence[TrustLine], most: int) -> list[TrustLine]:
    """At most so many of the lines, spread evenly, the last among them."""
    if len(lines) <= most:
        return list(lines)
    return [lines[(i + 1) * len(lines) // most - 1] for i in range(most)]
