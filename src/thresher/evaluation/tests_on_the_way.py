"""How the error on a test file falls while a learner learns: the file is predicted again every so many examples."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from ..errors import ParameterError
from ..parameters import whole
from ..streams import as_stream
from .tested_at import TestedAt

if TYPE_CHECKING:
    from .contestant import Contestant
    from .tally import Tally


class CurveOnTest:
    """A milestone that predicts the test file with each learner, and remembers what came of it."""

    def __init__(self, every: int, contestants: "Sequence[Contestant]", judge: "Callable[[Contestant], Tally]") -> None:
        self.next = self._every = every
        self._judge = judge
        self._points: dict[int, list[TestedAt]] = {id(contestant): [] for contestant in contestants}

    def reach(self, loop: Any) -> None:
        """So many have been read."""
        self.next = (loop.examples // self._every + 1) * self._every
        for contestant in loop.contestants:
            self._points[id(contestant)].append(TestedAt(loop.examples, self._judge(contestant)))

    def of(self, contestant: "Contestant") -> list[TestedAt]:
        """What is known of one of them.

        Parameters
        ----------
        contestant : Contestant
            One of the loop's.
        """
        return self._points[id(contestant)]


def curve_on(
    test: Any, every: int | None, loop: Any, judge: "Callable[[Any, Contestant, Any], Tally]"
) -> CurveOnTest | None:
    """Makes a loop predict a test stream every so many examples; None where nobody wants that.

    Parameters
    ----------
    test : stream
        What is predicted.
    every : int or None
        How often; None: never.
    loop : Loop
        Whose learners are tested.
    judge : function
        Predicts a stream with a learner, given also what is done with lines that are no examples.
    """
    if every is None:
        return None
    if test is None:
        raise ParameterError("test_every says how often test= is predicted: give test= too.", field="test_every")
    if not as_stream(test).repeatable:
        raise ParameterError("test_every predicts test= again and again: give something that can be read again.")
    step = whole("test_every", every, at_least=1)
    curve = CurveOnTest(step, loop.contestants, lambda contestant: judge(test, contestant, loop.on_error))
    loop.milestones.append(curve)
    return curve
