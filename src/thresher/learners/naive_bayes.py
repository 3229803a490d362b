"""Naive Bayes, on line: counts, not mistakes."""

from typing import Unpack

from ..choices.links import LogCounts
from ..choices.losses import Always
from ..parameters import real, yes_or_no
from ..protocols import Attribute
from .arrays import attributes_of, records_of
from .base import Learner
from .choice import Choice, Options
from .reasons import BIAS


class NaiveBayes(Learner):
    """Naive Bayes for counts and yes/no attributes (multinomial): as if attributes came one by one, by chance.

        s = sum_i x_i ln((c1_i + a)/(c0_i + a)) + |x|_1 ln((T0 + aV)/(T1 + aV)) + ln((N1 + 1)/(N0 + 1))
        every example   c1_i += x_i if it is positive, else c0_i += x_i

    where T are the sums of the counts c, N the examples of each side, V the attributes counted so far. An
    attribute's weight is what a unit of it adds to the score, (bias) the last term.

    Parameters
    ----------
    smoothing : float, default 1.0
        What every count begins with; above 0 (a). 1 is Laplace's; less lets rare attributes say more.
    prior : bool, default True
        Whether the classes' frequencies, the last term, take part. Without, two classes give what is called complement
        naive Bayes.
    half_life : float or None, optional
        After so many examples a count is worth half, so that it can track; what has faded to less than 2^-30 is given
        up. Such learners can't be merged. None: nothing fades.
    **options
        What every learner takes: see `Learner`.

    Notes
    -----
    Values from 0 on. An importance weight counts the example so often. Merging adds up counts: the learners
    together have learned what one would have. No mistake bound is known; it learns from every example, so
    `updates` are the examples. The score is a log odds, so predict_proba_one works at once, but it takes
    attributes for independent and is over-confident: probabilities=True learns by how much.

    Examples
    --------
    >>> model = NaiveBayes()
    >>> for words, spam in [("free money now", True), ("lunch now", False), ("free lunch", True)]:
    ...     outcome = model.learn_one(set(words.split()), spam)
    >>> model.predict_one({"free", "offer"}), model.predict_one({"lunch", "now"})
    (True, False)
    >>> round(model.predict_proba_one({"free"})[True], 3)
    0.75
    """

    def __init__(
        self,
        smoothing: float = 1.0,
        *,
        prior: bool = True,
        half_life: float | None = None,
        **options: Unpack[Options],
    ) -> None:
        self.smoothing = real("smoothing", smoothing, at_least=1e-100, at_most=1e100)
        self.prior = yes_or_no("prior", prior)
        self.half_life = half_life if half_life is None else real("half_life", half_life, at_least=1, at_most=1e12)
        link = LogCounts(self.smoothing, self.prior, self.half_life)
        self._begin(Choice(link=link, loss=Always(), nonnegative=True), options)

    def _constants(self) -> dict[str, float]:
        return super()._constants() | {BIAS: self.bias}

    def counts(self) -> dict[Attribute, tuple[float, float]]:
        """Attribute -> (c0, c1): how often it came in negative and in positive examples, by value.

        Examples
        --------
        >>> model = NaiveBayes()
        >>> outcome = model.learn_one({"free": 2}, True)
        >>> model.counts()
        {'free': (0.0, 2.0)}
        """
        taken = self._native.snapshot()
        attributes = attributes_of(taken)
        scale = taken["scalars"]["scale"]
        records = (scale * records_of(taken, len(attributes))).tolist()
        return {name: (record[1], record[0]) for name, record in zip(attributes, records[:-1], strict=True)}
