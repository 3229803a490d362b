"""The quasi-additive family: any link, loss, rate and range."""

from collections.abc import Mapping
from typing import Unpack

from ..choices.links import Identity, Link, describe_link
from ..choices.losses import Loss, Mistake
from ..choices.ranges import DualRange, Range, Unlimited
from ..choices.rates import Constant, Rate
from ..errors import ParameterError
from ..parameters import real
from ..protocols import Attribute
from .base import Learner
from .choice import Choice, Options


class QuasiAdditive(Learner):
    """Any link, loss, rate and range (E1).

        s = sum w_i x_i - threshold;   z_i += rate_i * loss * y x_i;   clamp z_i;   w_i = f(z_i)

    Parameters
    ----------
    link : Link or None, optional
        One of `thresher.choices.links`, or an increasing function of a numpy array. It is called on updates, and once
        on a grid of duals, from -64 to 64 or within the range: where it falls between two of them it is refused.
    loss : Loss or None, optional
        One of `thresher.choices.losses`; Mistake() if it is not given.
    rate : Rate or None, optional
        One of `thresher.choices.rates`; Constant(1) if it is not given.
    range : Range or None, optional
        One of `thresher.choices.ranges`; Unlimited() if it is not given.
    threshold : float, default 0.0
        Positive from this sum of weights on.
    initial : float or mapping of Attribute to float, default 0.0
        z at first, a number or a mapping from attribute to number (others 0).
    **options
        What every learner takes: see `Learner`.

    Notes
    -----
    Bound: section E's theorems, for the links they name, mistake loss and a constant rate; else none.

    Examples
    --------
    >>> from thresher.choices.links import TwoSinh
    >>> from thresher.choices.rates import Adaptive
    >>> model = QuasiAdditive(TwoSinh(), rate=Adaptive(0.5))
    >>> model.learn_one({"x": 1}, False).mistake
    True
    """

    def __init__(
        self,
        link: Link | None = None,
        loss: Loss | None = None,
        rate: Rate | None = None,
        range: Range | None = None,
        *,
        threshold: float = 0.0,
        initial: float | Mapping[Attribute, float] = 0.0,
        **options: Unpack[Options],
    ) -> None:
        self.link = Identity() if link is None else link
        self.loss = Mistake() if loss is None else loss
        self.rate = Constant() if rate is None else rate
        self.range = Unlimited() if range is None else range
        for name, value, kinds, room in (
            ("loss", self.loss, Loss, "losses"),
            ("rate", self.rate, Rate, "rates"),
            ("range", self.range, Range, "ranges"),
        ):
            if not isinstance(value, kinds):
                raise ParameterError(f"{name} must be one of thresher.{room}; got {value!r}.")
        self.threshold = real("threshold", threshold, at_least=-1e100, at_most=1e100)
        self._check_link()
        self.initial = dict(initial) if isinstance(initial, Mapping) else real("initial", initial)
        self._begin(
            Choice(self.link, self.loss, self.rate, self.range, threshold=self.threshold, initial=self.initial),
            options,
        )

    def _check_link(self) -> None:
        """A user's own link must increase."""
        if describe_link(self.link)["kind"] != "custom":
            return
        from ..choices.increasing import check_increasing  # only here: numpy takes its time to import

        limits = (self.range.low, self.range.high) if isinstance(self.range, DualRange) else (None, None)
        assert callable(self.link)
        check_increasing(self.link, *limits)
