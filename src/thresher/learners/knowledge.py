"""What a learner knows: its labels, counts, weights, and the members of its classes."""

from abc import abstractmethod
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from .._core import NativeBlock, NativeLearner
from ..data import Labels, RowReader, Rows, as_class
from ..errors import InputError, ParameterError
from ..protocols import Attribute, Label
from .arrays import attributes_of, records_of
from .choice import Choice
from .importances import MOST, MOST_KEPT, Importances, added, mean_sizes
from .names import Names
from .saved import Saved
from .shown import html_table
from .traits import Traits

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


class Knowledge(Saved):
    """The part of a learner that can be looked at."""

    _native: NativeLearner
    _choice: Choice
    _options: dict[str, Any]
    _names: Names
    _reader: RowReader
    traits: Traits

    @property
    def choice(self) -> Choice:
        """The four choices that it is made of."""
        return self._choice

    @property
    def options(self) -> Mapping[str, Any]:
        """What every learner takes beside its own parameters, as it was made."""
        return self._options

    @property
    def rows(self) -> Rows | None:
        """What the columns of its rows mean, and what they were; None if it knows of no columns."""
        return self._reader.told

    @property
    def row_reader(self) -> RowReader:
        """How it reads rows, and what it remembers of their columns."""
        return self._reader

    @property
    def examples(self) -> int:
        """Examples learned."""
        return self._native.examples

    @property
    def mistakes(self) -> int:
        """Answers that were wrong, of those given by learn_one and learn_many."""
        return self._count("mistakes")

    @property
    def abstained(self) -> int:
        """Examples learned for which there was no answer; many classes alone have any."""
        return self._count("abstained")

    @property
    def promotions(self) -> int:
        """Updates on positive examples."""
        return self._count("promotions")

    @property
    def demotions(self) -> int:
        """Updates on negative examples."""
        return self._count("demotions")

    @property
    def updates(self) -> int:
        """Examples by which it changed."""
        return self._count("updates")

    @property
    def overflows(self) -> int:
        """Times a weight was stopped at the edge of what can be computed. Any bound is then void."""
        return self._count("overflows")

    @property
    def refused(self) -> int:
        """Times an attribute found the memory full (max_attributes)."""
        return self._count("refused")

    @property
    def labels(self) -> tuple[Label, ...]:
        """The labels: (negative, positive) of two; of more those that were declared, then in increasing order."""
        return self._names.labels.shown

    @property
    def known_labels(self) -> Labels:
        """The labels as one value: names by class number, which is positive, whether more may come."""
        return self._names.labels

    @property
    def labels_are_settled(self) -> bool:
        """Whether it is known for good which of two labels is positive."""
        return self._names.labels.are_settled

    @property
    def written_labels(self) -> tuple[Label, ...]:
        """The labels as they came, in the order of `labels`: False and True may have been 0 and 1, or -1 and 1."""
        return self._names.labels.as_came

    @property
    def label_names(self) -> tuple[Label, ...]:
        """The labels by class number."""
        return self._names.names

    @property
    def label_numbers(self) -> Mapping[Label, int]:
        """From a label that has come to its class number."""
        return self._names.numbers

    def written_numbers(self, block: NativeBlock, first: int, last: int) -> "npt.NDArray[np.int32]":
        """The class numbers of rows of a text as their labels are written: -1 without one, -2 of one that is new."""
        return self._names.table.codes(block, first, last)

    @property
    def classes(self) -> tuple[Label, ...]:
        """The labels that have come or were declared, in the order of `labels`."""
        came = self._names.labels.came
        return tuple(came[number] for number in self._names.labels.order if came[number] is not None)

    @property
    def positive(self) -> Label:
        """The positive one of two labels; None where there are more."""
        return self._names.labels.positive_name

    @property
    def bias(self) -> float:
        """The weight of the constant attribute; 0 without one."""
        return self._one(None).bias

    @property
    def memory(self) -> int:
        """Bytes of state, roughly."""
        return self._native.memory

    def confusion(self) -> dict[tuple[Label, Label], int]:
        """(label, prediction) -> how often; the prediction is None where there was no answer.

        Learners of two labels that keep no such table (all but Auto) refuse.
        """
        found = self._native.confusion()
        if found is None:
            raise ParameterError(f"{type(self).__name__} counts mistakes, not who was taken for whom: see evaluate.")
        labels = self._names.labels
        came = [name if seen is None else seen for name, seen in zip(labels.names, labels.came, strict=True)]
        numbers, answers, counts = (part.tolist() for part in found)  # type: ignore[attr-defined]  # arrays
        pairs = zip(numbers, answers, counts, strict=True)
        return {(came[label], None if answer < 0 else came[answer]): count for label, answer, count in pairs}

    def member(self, label: Label) -> Any:
        """A copy of the learner of one class, which asks whether an example is of it.

        Of two labels: this one for the positive, its mirror image for the negative, where it has one.
        """
        return self._learner_of(self._member(label))

    def weights(self, label: Label = None) -> dict[Attribute, float]:
        """Attribute -> weight, largest first, of those whose state differs from the initial one.

        Parameters
        ----------
        label : label, optional
            Whose weights; needed if there are more than two.
        """
        taken = self._one(label).snapshot()
        pairs = zip(attributes_of(taken), taken["weights"][:-1].tolist(), strict=True)
        return dict(sorted(pairs, key=lambda pair: -abs(pair[1])))

    def largest(self, count: int, label: Label = None) -> dict[Attribute, float]:
        """The attributes with the largest weights, largest first: quick, whatever the number of attributes."""
        return dict(self._one(label).largest(count))

    def weight(self, attribute: Attribute, label: Label = None) -> float:
        """One attribute's weight, known or not."""
        weight = self._one(label).weight_of(attribute)
        return 0.0 if weight is None else weight

    def importances(self, count: int | None = None) -> Importances:
        """Which attributes mattered: the mean size of what each contributed to the score while it learned.

        Not the weight of a unit: an attribute with a large weight that is nearly always 0 matters little. Auto adds up
        shares while it learns; a file keeps those of the 500 most important attributes.

        Parameters
        ----------
        count : int, optional
            Only so many, the most important ones.

        Returns
        -------
        Importances
            By attribute, and by column (`columns`). Of many classes the mean over them.
        """
        examples, sums = self._contributed(MOST if count is None else count)
        return mean_sizes(examples, sums, self.examples, count, self.rows) if examples else Importances(0, {})

    def add_contributions(self, examples: int, sizes: Mapping[Attribute, float]) -> None:
        """Adds to `importances` what was found of one example that stands for so many; Auto does so by itself."""
        before = self.__dict__.get("_contributed_before", (0.0, {}))
        self.__dict__["_contributed_before"] = added(before, examples, sizes)

    def duals(self) -> dict[Attribute, float]:
        """Attribute -> dual z, of those whose state differs from the initial one."""
        taken = self._one(None).snapshot()
        attributes = attributes_of(taken)
        return dict(zip(attributes, records_of(taken, len(attributes))[:-1, 0].tolist(), strict=True))

    def set_counts(self, examples: int, mistakes: int) -> None:
        """Sets the two counts that examples without an update change; for whoever learns without passing them here."""
        self._native.set_scalars({**self._native.scalars(), "examples": examples, "mistakes": mistakes})

    def drop_initial(self) -> None:
        """Gives back the memory of attributes that are back at their initial state; changes no answer."""
        self._native.drop_initial()

    def _repr_html_(self) -> str:
        """A small table, for a notebook."""
        return html_table(self)

    # Inside.

    def _kept_beside(self) -> Mapping[str, Any]:
        """How False and True were written: -1, 0 and 1 in one stream are three labels, also after loading."""
        written = self._names.labels.written
        kept: dict[str, Any] = {} if written is None else {"written_labels": list(written)}
        examples, sums = self._contributed(MOST_KEPT)
        if sums:
            kept["importances"] = {"examples": examples, "sums": [list(pair) for pair in sums.items()]}
        return {**kept, **self._reader.to_plain()}

    def _contributed(self, count: int) -> tuple[float, dict[Attribute, float]]:
        """Examples, and the sum of the sizes of each attribute's shares: of before it was loaded, and since."""
        before, sums = self.__dict__.get("_contributed_before", (0.0, {}))
        examples, since = self._native.contributions(count + len(sums))
        sums = dict(sums)
        for attribute, size in since:
            sums[attribute] = sums.get(attribute, 0.0) + size
        order = sorted(sums, key=lambda attribute: (-sums[attribute], str(attribute)))[:count]
        return before + examples, {attribute: sums[attribute] for attribute in order}

    def _count(self, name: str) -> int:
        return int(self._native.counts()[name])

    def _number_of(self, label: Label) -> int:
        number = self._names.numbers.get(as_class(label))
        if number is None and self._names.labels.are_plain and label in (0, 1):
            number = int(label)
        if number is None:
            known = ", ".join(map(repr, self.classes)) or "none yet"
            raise InputError(f"there is no class {label!r}; there are {known}.", field="label")
        return number

    def _label_needed(self) -> ParameterError:
        return ParameterError(f"there are many classes: name one of {self.labels!r} as the label.", field="label")

    def _one(self, label: Label) -> NativeLearner:
        """The binary learner that is asked: this one, or the member of a class."""
        if label is None and self._native.many:
            raise self._label_needed()
        return self._native if label is None else self._member(label)

    def _member(self, label: Label) -> NativeLearner:
        number = self._number_of(label)
        if self._native.many:
            return self._native.member(number)
        twin = self._native.copy()
        if number != self._native.positive:
            if not self.traits.symmetric:
                raise ParameterError(f"{type(self).__name__} is one learner, for {self.positive!r}.", field="label")
            twin.mirror()
        twin.positive = 1
        return twin

    @abstractmethod
    def _learner_of(self, native: NativeLearner) -> Any:
        """A learner of two labels around a native one: whether an example is of a class."""
