"""What the labels of a text file are: which ids of a SNoW file, and whether a line of any file may have several."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from .._core import SnowIds, SnowLabels
from ..errors import InputError, ParameterError

if TYPE_CHECKING:
    from .._core import NativeBlock

FIRST: Literal["first"] = "first"
"""In place of ids: only the first id of a line is its label, even where others are labels of other lines."""
CANDIDATES = "candidates"
"""Under which name the text behind ';' is kept beside an example."""


@dataclass(frozen=True)
class Targets:
    """What is known of the ids of a SNoW file.

    Parameters
    ----------
    ids : tuple of int or "first" or None, optional
        The targets: each is a label wherever it stands in a line, and no other id is. "first": the first id of a line
        is its label, and all others are attributes. None: the first id too, but a file that has a label among the
        attributes of a later line is refused.
    one : int or None, optional
        One of the ids: the label of a line is 1 if it is there and 0 if not, whatever other targets are. So a file of
        several targets a line is learned, target by target.
    candidates : bool, default False
        Lines may name candidate targets behind ';' (the sequential model); they are kept beside the example.
    several : bool, default False
        A line may have several labels, or none. They come as one text, "1,5", where there are more than one; so they
        are written in svmlight and VW text, and in a table's column of labels.

    Examples
    --------
    >>> Targets.of([1, 5])
    Targets(ids=(1, 5), one=None, candidates=False, several=False)
    """

    ids: tuple[int, ...] | Literal["first"] | None = None
    one: int | None = None
    candidates: bool = False
    several: bool = False

    def __post_init__(self) -> None:
        if self.one is not None and self.one not in (self.ids or ()):
            given = "targets was not given" if self.ids is None else f"targets is {self.ids!r}"
            raise ParameterError(
                f"target must be one of targets, the ids that are labels; got {self.one!r}, and {given}.",
                field="target",
            )
        if self.several and self.one is not None:
            raise ParameterError(
                "multilabel learns every target, and target one of them: leave one of the two out.", field="target"
            )

    @classmethod
    def of(
        cls,
        ids: Iterable[int] | Literal["first"] | None,
        one: int | None = None,
        *,
        candidates: bool = False,
        several: bool = False,
    ) -> "Targets":
        """The same of any ids, checked.

        Parameters
        ----------
        ids : ids or "first" or None
            The targets.
        one : int or None, optional
            Whose presence is the label.
        candidates : bool, default False
            Whether lines may name some behind ';'.
        several : bool, default False
            Whether a line may have several labels, or none.
        """
        if ids is None or ids == FIRST:
            return cls(FIRST if ids == FIRST else None, one, candidates, several)
        found = tuple(ids)
        if not found or any(isinstance(id, bool) or not isinstance(id, int) or not 0 <= id < 2**62 for id in found):
            raise ParameterError(f"targets must be ids, whole numbers below 2^62; got {ids!r}.", field="targets")
        return cls(found, one, candidates, several)

    @property
    def native(self) -> SnowIds:
        """What the core is told."""
        ids = [] if self.ids in (None, FIRST) else list(self.ids or ())
        return SnowIds(ids, self.one, self.candidates, self.several)

    def watch(self) -> "LabelWatch | None":
        """What looks whether labels turn up among attributes; None where it is said what ids are."""
        return LabelWatch() if self.ids is None else None


class LabelWatch:
    """Refuses a file in which a label of one line is an attribute of a later one."""

    def __init__(self) -> None:
        self._labels = SnowLabels()

    def see(self, block: "NativeBlock") -> None:
        """Looks at the next block.

        Parameters
        ----------
        block : NativeBlock
            Of the file, in order.

        Raises
        ------
        InputError
            If a label of this line or one before it is among the attributes.
        """
        found = self._labels.look(block)
        if found is None:
            return
        row, id = found
        raise InputError(
            f"line {block.line(row)}: the id {id} is an attribute here, and a label of this line or one before it.",
            hint=f"name the labels, which may then stand anywhere: targets=(1, {id}), say; or say targets='first', if "
            "ids are labels in front and attributes elsewhere",
        )
