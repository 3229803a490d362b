"""Questions whose labels are no longer waited for: past a horizon, or over a cap."""

from ..errors import InputError
from .history import ANSWERED, GIVEN_UP
from .state import DelayedState


class GivingUp(DelayedState):
    """The part of a delayed learner that bounds what waits."""

    def _tidy(self) -> None:
        """Gives up what is past the horizon, and forgets what became of old questions."""
        if self._reach is not None:
            for number in range(self._oldest, self._history.next - self._reach):
                self._give_up(number)
            self._oldest = max(self._oldest, self._history.next - self._reach)
        if self._history.full:
            for number in range(self._oldest, self._history.next - self.remember):
                self._give_up(number)
            self._tickets.forget(self._history.forget())
            self._oldest = max(self._oldest, self._history.base)

    def _over(self, wanted: int) -> int:
        """So many would wait that may not."""
        return 0 if self.max_pending is None else max(0, self._pending + wanted - self.max_pending)

    def _is_heavy(self) -> bool:
        return self.max_bytes is not None and self.keeper.bytes >= self.max_bytes and self._pending > 0

    def _check_room(self, wanted: int) -> None:
        """Refuses more questions, if that is what is wanted when it is full. Nothing is changed."""
        if self.when_full != "refuse":
            return
        most, giving_way = self.max_pending, len(self._gives_way)
        waiting = self.asked - self.answered - self.given_up - giving_way
        heavy = self.max_bytes is not None and self._is_heavy() and not giving_way
        if (most is not None and waiting + wanted > most) or heavy:
            raise InputError(
                f"{self.pending:,} instances wait for their labels, in {self.keeper.bytes:,} bytes: no more fit. "
                "Label or expire some, allow more, or forget the oldest."
            )

    def _make_room(self, wanted: int) -> None:
        """Forgets the oldest, where so many more do not fit: first of those that give way."""
        while self._gives_way and (self._over(wanted) or self._is_heavy()):
            self._give_up(next(iter(self._gives_way)))
        if self.when_full == "refuse":  # they fit, or they were refused
            return
        if over := self._over(wanted):
            self._forget_oldest(min(over, self._pending))
        while self._is_heavy():
            self._forget_oldest(1 + self._pending // 16)

    def _forget_oldest(self, count: int) -> None:
        wanted = self.given_up + count
        while self.given_up < wanted and self._oldest < self._history.next:
            self._give_up(self._oldest)
            self._oldest += 1

    def _give_up(self, number: int) -> None:
        if not self._history[number] & (ANSWERED | GIVEN_UP):
            self._history.mark(number, GIVEN_UP)
            self.given_up += 1
            self.keeper.drop(number)
            self._gives_way.pop(number, None)
