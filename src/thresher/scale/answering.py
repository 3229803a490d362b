"""What models by key say: of rows, of themselves, and of all of them together."""

import dataclasses
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from ..files import load_bytes
from ..learners import Learner
from ..learners.shelved import has_classes, label_names
from .batches import Batch, Packer, key_text, of_files, of_memory
from .counts import KeyedCounts
from .description import Description
from .file_names import file_names
from .shelf import digest_of, partition_of
from .team import Team

_SAID = ("answers", "scores", "probabilities", "known", "own")


class KeyedAnswers:
    """Models by key, to be asked; `Keyed` is one that learns."""

    batch: int
    _team: Team
    _description: Description
    _like: Learner

    @property
    def by(self) -> str:
        """The column of the key."""
        return self._description.by

    @property
    def events(self) -> int:
        """How many rows were read; where workers stand apart, of the one that is behind."""
        return min(events for events, _ in self._team.state().values())

    def counts(self) -> KeyedCounts:
        """Keys, examples and mistakes so far, and what is in memory."""
        return KeyedCounts(**self._team.figures())

    def predict(self, data: Any, **options: Any) -> "npt.NDArray[Any]":
        """The label of each row, by the model of its key; of a key that never learned, by what new keys begin as.

        Parameters
        ----------
        data : files, frame or list of mappings
            The rows; labels are not looked at.
        **options
            format and separator of files.
        """
        return self._named(self.answers(data, **options)["answers"])

    def scores(self, data: Any, **options: Any) -> "npt.NDArray[np.float64]":
        """The score of each row, positive where the answer is.

        Parameters
        ----------
        data : files, frame or list of mappings
            The rows.
        **options
            format and separator of files.
        """
        scores: npt.NDArray[np.float64] = self.answers(data, **options)["scores"]
        return scores

    def answers(self, data: Any, **options: Any) -> dict[str, Any]:
        """Everything that is said of each row.

        Parameters
        ----------
        data : files, frame or list of mappings
            The rows.
        **options
            format and separator of files.

        Returns
        -------
        dict
            Arrays `answers` (class numbers; of many classes the labels), `scores` and `probabilities` (of the positive
            label, of many classes of the answer; NaN: none), `known` (examples that the model of the key learned from)
            and `own` (whether that model answered, not one that all share).
        """
        found: dict[str, list[Any]] = {name: [] for name in _SAID}
        names = file_names(data)
        if names is None:
            batches = of_memory(self._unlabelled, data, None, self.batch, 0)
        else:
            batches = of_files(self._unlabelled, names, self.batch, None, 0, options=options)
        for batch in batches:
            parts = {number: rows for number, rows in enumerate(batch.parts) if len(rows)}
            said = self._team.predict(parts)
            for place, name in enumerate(found):
                found[name].append(in_order(batch, {number: one[place] for number, one in said.items()}))
        whole = {name: np.concatenate(parts) if parts else np.empty(0) for name, parts in found.items()}
        return whole | {"own": whole["own"].astype(bool)}

    @property
    def _unlabelled(self) -> Packer:
        rows = self._description.rows
        lenient = dataclasses.replace(rows, lenient=True)
        return Packer(self._like, self._description.by, lenient, self._description.partitions, labelled=False)

    def _named(self, answers: "npt.NDArray[Any]") -> "npt.NDArray[Any]":
        """Labels, as an array of one kind where they are of one."""
        if not has_classes(self._like):
            named: npt.NDArray[Any] = np.array(label_names(self._like))[answers.astype(np.intp)]
            return named
        kinds = {type(label) for label in answers.tolist()}
        return np.array(answers.tolist()) if len(kinds) == 1 and kinds <= {str, int, float} else answers

    def model(self, key: Any) -> Learner:
        """A copy of the model of a key.

        Parameters
        ----------
        key : str or int
            The key.

        Raises
        ------
        KeyError
            If it never learned.
        """
        text = key_text(key)
        found = self._team.model(partition_of(text, self._description.partitions), text)
        if found is None:
            raise KeyError(key)
        learner: Any = load_bytes(found)
        return learner  # type: ignore[no-any-return]

    def shared_models(self) -> list[Learner]:
        """Copies of the models that learn beside those of the keys, one a partition that has learned; else none."""
        found = [self._team.model(number, "") for number in range(self._description.partitions)]
        models: list[Any] = [load_bytes(data) for data in found if data is not None]
        return models

    def __contains__(self, key: object) -> bool:
        text = key_text(key)
        return self._team.model(partition_of(text, self._description.partitions), text) is not None

    def __len__(self) -> int:
        return self._team.figures()["keys"]

    def keys(self) -> list[str]:
        """All keys, in order."""
        return self._team.keys()

    def __iter__(self) -> Iterator[str]:
        return iter(self.keys())

    def digest(self) -> str:
        """A fingerprint of all keys and what each model learned: equal however and wherever it was learned."""
        return digest_of(self._team.digests())


def in_order(batch: Batch, by_partition: Mapping[int, Any]) -> "npt.NDArray[Any]":
    """What was said of the rows of partitions, in the order of the rows.

    Parameters
    ----------
    batch : Batch
        Whose rows they are.
    by_partition : mapping of int -> array
        What was said.
    """
    some = next(iter(by_partition.values()))
    whole_answer = np.empty(len(batch.partitions), dtype=some.dtype)
    for number, said in by_partition.items():
        whole_answer[batch.partitions == number] = said
    return whole_answer
