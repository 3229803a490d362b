"""What holds of every learner, whatever its rule."""

from collections.abc import Collection, Sequence

from ...protocols import Attribute
from .law import TOLERANCE, InvariantError, Law, Trial


class Always(Law):
    """Laws of all learners; exact, for nothing is computed.

        counts       examples grow by 1, mistakes by 1 iff the prediction was wrong, updates by 1 iff it updated
        mistakes     it updates iff it was wrong (only for the mistake loss)
        no update    leaves every weight as it was
        untouched    an attribute that the example does not have keeps its weight

    Parameters
    ----------
    mistake_driven : bool, default True
        Whether the loss is the mistake loss.
    local : bool, default True
        Whether a weight depends on its own attribute's history alone, which is not so for averages, norms and memories
        that forget; "no update" and "untouched" are about such learners.
    visible : bool, default True
        Whether attributes are learned as they are, not transformed or hashed; "untouched" needs it.
    lemmas : sequence of str or None, optional
        Which of them to check; None: all.
    """

    LEMMAS = ("counts", "mistakes", "no update", "untouched")
    weighted = True

    def __init__(
        self,
        *,
        mistake_driven: bool = True,
        local: bool = True,
        visible: bool = True,
        lemmas: Sequence[str] | None = None,
    ) -> None:
        wanted = self.LEMMAS if lemmas is None else lemmas
        fit = {"mistakes": mistake_driven, "no update": local, "untouched": local and visible}
        super().__init__([lemma for lemma in wanted if fit.get(lemma, True)], TOLERANCE)

    def check(self, trial: Trial) -> None:
        if "counts" in self.lemmas:
            self._check_counts(trial)
        if "mistakes" in self.lemmas and trial.updated != trial.mistake:
            did = "it updated on a right prediction" if trial.updated else "it did not update on a mistake"
            raise InvariantError("the mistake loss", trial.number, f"{did}.", "Only mistakes move such a learner.")
        if "no update" in self.lemmas and not trial.updated and trial.before != trial.after:
            raise InvariantError("no update, no change", trial.number, _first_change(trial), "It reports no update.")
        if "untouched" in self.lemmas and trial.updated:
            statement = _first_change(trial, trial.values)
            if statement:
                meaning = "The example does not have that attribute, so its weight must stay."
                raise InvariantError("untouched attributes keep their weight", trial.number, statement, meaning)

    def _check_counts(self, trial: Trial) -> None:
        names = ("examples", "mistakes", "updates")
        grows = (1, int(trial.mistake), int(trial.updated))
        for name, before, after, grown in zip(names, trial.counts_before, trial.counts_after, grows, strict=True):
            if after - before != grown:
                statement = f"{name} went from {before} to {after} and should have grown by {grown}."
                raise InvariantError("the counts", trial.number, statement, "Bounds are about these counts.")


def _first_change(trial: Trial, touched: Collection[Attribute] = ()) -> str:
    """Which weight changed of those that were not touched, in words; nothing if none did."""
    for attribute in {**trial.before, **trial.after}:
        before, after = trial.before.get(attribute), trial.after.get(attribute)
        if attribute not in touched and before != after:
            words = ["the initial weight" if weight is None else f"{weight!r}" for weight in (before, after)]
            return f"{attribute!r} went from {words[0]} to {words[1]}."
    return ""
