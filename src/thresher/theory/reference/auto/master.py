"""Auto's master: from the scores of experts to one probability, by Bayes' rule with a share of the prior (F4)."""

import math
from collections.abc import Sequence

from .mixer import Mixer, dot
from .numbers import MOST_TIMES, clamp, log_of_ratio, power_of_e

SHARE, EXPERTS_PART = 0.001, 0.1
MAJORITY_SHARE, DISCOUNT = 0.001, 0.5
FADING, SLOPE_RATE = 0.998, 0.02
LEAST_STATED = 0.0001


class SharedPrior:
    """Bayes' rule over members who state probabilities, with a share that goes back to the prior (F4).

    p = sum of W_j p_j / sum of W_j;   W_j <- (1 - share) W_j P_j(label) / sum of the same + share prior_j

    Where a label is rare only so much of the share goes to all, and the rest of it to the first member.

    log_loss, log_losses: so far, the mean's and each member's.
    """

    def __init__(self, prior: Sequence[float], share: float) -> None:
        self.prior, self.share = list(prior), share
        self.log_loss = 0.0
        self.log_losses = [0.0] * len(self.prior)
        self.restart()

    def restart(self) -> None:
        """Weights go back to the prior; the accounts of losses go on."""
        self.weights = list(self.prior)

    def mean(self, stated: Sequence[float]) -> float:
        """The probability that all of them give to a positive label."""
        return dot(self.weights, stated) / dot(self.weights, [1.0] * len(stated))

    def learn(self, stated: Sequence[float], positive: bool, times: float = 1.0, pace: float = 1.0) -> float:
        """Bayes' rule, as if the label had been seen so many times, and that part of the share; what it was given."""
        right = [p if positive else 1.0 - p for p in stated]
        share, given = self.share * pace, self.mean(right)
        self.log_loss -= math.log(given)
        self.log_losses = [loss - math.log(p) for loss, p in zip(self.log_losses, right, strict=True)]
        posterior = [w * (p if times == 1 else p**times) for w, p in zip(self.weights, right, strict=True)]
        total = dot(posterior, [1.0] * len(posterior))
        back = [pace * prior + (1 - pace if j == 0 else 0.0) for j, prior in enumerate(self.prior)]
        self.weights = [(1 - share) * w / total + share * b for w, b in zip(posterior, back, strict=True)]
        return given


class Master:
    """votes      f_k = score_k / its running mean size;  t(f) = f / sqrt(1 + f^2)
    majority   v = sum of V_k t(f_k); a wrong expert's V is multiplied by e^-.5, all share a thousandth
    mixer      logistic mixing of 4 t(f_k / 4), v and a constant
    members    the mixer; the majority, sigmoid(3v); each expert, sigmoid(slope_k f_k)
    answer     their mean by Bayes' rule with a share of the prior
    """

    def __init__(self, experts: int) -> None:
        self.experts = experts
        alone = EXPERTS_PART / experts
        self.answer = SharedPrior([(1 - EXPERTS_PART) / 2] * 2 + [alone] * experts, SHARE)
        self.mistakes = [0] * experts
        self.restart()

    def restart(self) -> None:
        """Trust begins anew; the accounts of losses and mistakes go on."""
        n = self.experts
        self.size, self.heard = [0.0] * n, [0.0] * n
        self.slope = [1.0] * n
        self.majority = [1 / n] * n
        self.answer.restart()
        self.mixer = Mixer([1 / n] * n + [2.0, 0.0], [3 / n] * n + [3.0, 3 / n])

    def silence(self, expert: int) -> None:
        """It will say nothing more."""
        self.size[expert] = self.heard[expert] = 0.0

    def votes(self, scores: Sequence[float]) -> list[float]:
        """Scores over their running mean size; as they are of one that said nothing yet."""
        return [
            score if size <= 1e-9 * heard else score * heard / size
            for score, size, heard in zip(scores, self.size, self.heard, strict=True)
        ]

    def vote(self, votes: Sequence[float]) -> float:
        """The majority's."""
        return dot(self.majority, [softened(f)[0] for f in votes])

    def inputs(self, votes: Sequence[float]) -> list[float]:
        """What the mixer mixes."""
        return [*(softened(f)[1] for f in votes), self.vote(votes), 0.3]

    def stated(self, votes: Sequence[float], pace: float) -> list[float]:
        """The members' probabilities. pace: of the labels."""
        logits = [self.mixer.logit(self.inputs(votes)), 3 * self.vote(votes)]
        logits += [f * slope for f, slope in zip(votes, self.slope, strict=True)]
        return [probability(logit, LEAST_STATED * pace) for logit in logits]

    def logit(self, scores: Sequence[float], pace: float) -> float:
        """ln p / (1 - p) of the answer."""
        p = self.answer.mean(self.stated(self.votes(scores), pace))
        return log_of_ratio(p, 1 - p)

    def learn(self, scores: Sequence[float], positive: bool, weight: float, pace: float) -> float:
        """One trial; what the answer had given to the label."""
        times = min(weight, MOST_TIMES)
        votes = self.votes(scores)
        inputs, stated = self.inputs(votes), self.stated(votes, pace)
        given = self.answer.learn(stated, positive, times, pace)
        discount = math.exp(-DISCOUNT * times)
        for k, score in enumerate(scores):
            if (score >= 0) != positive:
                self.mistakes[k] += 1
                self.majority[k] *= discount
            error, logit = positive - stated[k + 2], clamp(votes[k] * self.slope[k], -3.0, 3.0)
            self.slope[k] = clamp(self.slope[k] * (1 + SLOPE_RATE * error * logit * times), 0.05, 20.0)
            self.size[k] = self.size[k] * FADING + abs(score)
            self.heard[k] = self.heard[k] * FADING + 1
        total = dot(self.majority, [1.0] * self.experts)
        self.majority = [(1 - MAJORITY_SHARE) * w / total + MAJORITY_SHARE * (1 / self.experts) for w in self.majority]
        self.mixer.learn(inputs, stated[0], positive, times, pace)
        return given

    def trust(self) -> list[float]:
        """Each expert's part in the answer: by itself, through the majority, through the mixer; they add up to 1."""
        mixer, majority, *alone = self.answer.weights
        weights = self.mixer.weights
        spoke = [size > 0 for size in self.size]
        mixed = [
            spoke[k] * (abs(weights[k]) + abs(weights[self.experts]) * self.majority[k]) for k in range(self.experts)
        ]
        total = math.fsum(mixed)
        parts = [
            (mixer * mixed[k] / total if total else 0.0) + spoke[k] * (alone[k] + majority * self.majority[k])
            for k in range(self.experts)
        ]
        everything = math.fsum(parts)
        return [part / everything if everything else 1 / self.experts for part in parts]


def softened(f: float) -> tuple[float, float]:
    """A vote between -1 and 1, t(f) = f / sqrt(1 + f^2), and one between -4 and 4, 4 t(f / 4)."""
    whole, quarter = math.sqrt(1 + f * f), math.sqrt(1 + f * f * 0.0625)
    part = f / (whole * quarter)
    return quarter * part, whole * part


def probability(logit: float, least: float) -> float:
    """sigmoid, from `least` to 1 - least."""
    return clamp(1 / (1 + power_of_e(clamp(-logit, -30.0, 30.0))), least, 1 - least)
