"""A challenger beside the champion, on the same labels: those that both were told since both are there."""

from typing import Any, NamedTuple, Self

from .tallies import Changeable, Counted, Window

SWEPT_FROM = 64  # pairs; below it none is looked at


class Pair(NamedTuple):
    """What one label counted for the challenger and for the champion."""

    own: tuple[bool, float | None]  # a mistake; the log loss, where a probability was stated
    champion: tuple[bool, float | None]


class Duel:
    """Both on the same labels. A label that may still be corrected or taken back is kept apart until then."""

    def __init__(self) -> None:
        self.own = Window()
        self.champion = Window()
        self._pairs: dict[str, Pair] = {}
        self._sweep_at = SWEPT_FROM

    def count(self, ticket: str, own: Counted | None, champion: Counted | None) -> None:
        """A label was told to both, or another one in its place; None where one of them did not count it."""
        self.drop(ticket)
        if own is None or champion is None:
            return
        pair = Pair((own.mistake, own.loss), (champion.mistake, champion.loss))
        self._add(pair, 1)
        self._pairs[ticket] = pair

    def drop(self, ticket: str) -> None:
        """A label was taken back."""
        pair = self._pairs.pop(ticket, None)
        if pair is not None:
            self._add(pair, -1)

    def _add(self, pair: Pair, times: int) -> None:
        both = pair.own[1] is not None and pair.champion[1] is not None  # else the means would be of other labels
        for window, (mistake, loss) in ((self.own, pair.own), (self.champion, pair.champion)):
            window.count(mistake, loss if both else None, times)

    def forget(self, changeable: Changeable, *, all_of_them: bool = False) -> None:
        """Pairs that can't change any more, once there are many."""
        if len(self._pairs) < self._sweep_at and not all_of_them:
            return
        self._pairs = {ticket: self._pairs[ticket] for ticket in changeable(self._pairs)}
        self._sweep_at = SWEPT_FROM + 2 * len(self._pairs)

    def to_plain(self) -> dict[str, Any]:
        """The figures of both."""
        return {
            "labelled": self.own.labelled,
            "error": self.own.error,
            "champion_error": self.champion.error,
            "log_loss": self.own.mean_log_loss,
            "champion_log_loss": self.champion.mean_log_loss,
        }

    def to_saved(self) -> dict[str, Any]:
        """For a snapshot."""
        pairs = [[ticket, list(pair.own), list(pair.champion)] for ticket, pair in self._pairs.items()]
        return {"own": self.own.to_saved(), "champion": self.champion.to_saved(), "pairs": pairs}

    @classmethod
    def from_saved(cls, saved: dict[str, Any] | None) -> Self:
        """What `to_saved` gave; None of a snapshot that had none."""
        found = cls()
        if saved is not None:
            found.own, found.champion = Window(*saved["own"]), Window(*saved["champion"])
            found._pairs = {ticket: Pair((own[0], own[1]), (of[0], of[1])) for ticket, own, of in saved["pairs"]}
            found._sweep_at = SWEPT_FROM + 2 * len(found._pairs)
        return found
