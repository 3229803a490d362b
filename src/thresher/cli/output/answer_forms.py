"""How answers are written: a line each, a row of CSV, or a JSON object."""

import json
from dataclasses import dataclass
from typing import Any

from ...streams import Block, Trouble
from ..wording import in_own_options
from .answers import Answer, Asked, best, in_words

ONE = {"labels": "label", "scores": "score", "probabilities": "probability", "sets": "in_set"}
FORMS = ("lines", "csv", "json")


@dataclass(frozen=True)
class Form:
    """One of the forms, for one model.

    what: labels, scores, probabilities or sets.   top: only so many of the labels, best first.   errors: lines that are
    no examples are answered too, a table has a column for why.
    """

    name: str
    what: str
    asked: Asked
    top: int | None = None
    errors: bool = False

    def head(self) -> str:
        """The first line of a table; nothing otherwise."""
        return ",".join(self._heads()) + "\n" if self.name == "csv" else ""

    def _heads(self) -> list[str]:
        heads = ["file", "line", "tag"]
        number = ONE[self.what]
        if self.top is not None:
            for place in range(1, self.top + 1):
                heads += [f"label_{place}", *([] if self.what == "labels" else [f"{number}_{place}"])]
        else:
            columns = [] if self.what == "labels" else [f"{number}_{in_words(label)}" for label in self.asked.labels]
            heads += ["label", *map(cell, columns)]
        return [*heads, *(["error"] if self.errors else [])]

    def row(self, file: str, block: Block, row: int, answer: Answer) -> str:
        """One answer."""
        if self.name == "lines":
            return self._line(answer) + "\n"
        line, tag = block.native.line(row), block.native.tag(row)
        if self.name == "csv":
            cells = [cell(file), str(line), cell(str(tag)), *self._cells(answer), *([""] if self.errors else [])]
            return ",".join(cells) + "\n"
        record = {"file": file, "line": line, "tag": tag} | self._record(answer)
        return json.dumps(record, ensure_ascii=False) + "\n"

    def refused(self, file: str, trouble: Trouble) -> str:
        """The answer to a line that is no example: no label; in a table and in JSON also why."""
        if self.name == "lines":
            return "\n"
        why = f"{trouble.line}:{trouble.column}: {in_own_options(trouble.message)}"
        if self.name == "csv":
            empty = [""] * (len(self._heads()) - 4)  # all but file, line, tag and error
            return ",".join([cell(file), str(trouble.line), "", *empty, cell(why)]) + "\n"
        record = {"file": file, "line": trouble.line, "tag": "", "label": None, "error": why}
        return json.dumps(record, ensure_ascii=False) + "\n"

    def _line(self, answer: Answer) -> str:
        if self.what == "labels" and self.top is None:
            return in_words(answer.label)
        if self.what == "sets":
            return "\t".join(map(in_words, answer.numbers))
        if self.top is None and self.asked.positive is not None:
            return str(answer.numbers[self.asked.positive])  # of two labels, of the positive one
        pairs = best(answer, self.top)
        return "\t".join(in_words(label) if self.what == "labels" else f"{in_words(label)}={n}" for label, n in pairs)

    def _record(self, answer: Answer) -> dict[str, Any]:
        several = isinstance(answer.label, tuple)  # that may be true at once
        record: dict[str, Any] = {"labels": list(answer.label)} if several else {"label": answer.label}
        if self.what == "sets":
            return record | {"set": list(answer.numbers)}
        pairs = list(answer.numbers.items()) if self.top is None else best(answer, self.top)
        if self.what != "labels":
            record[self.what] = {in_words(label): number for label, number in pairs}
        elif self.top is not None:
            record["labels"] = [label for label, _ in pairs]
        return record

    def _cells(self, answer: Answer) -> list[str]:
        if self.what == "sets":
            return [cell(in_words(answer.label)), *(str(int(label in answer.numbers)) for label in self.asked.labels)]
        if self.top is None:
            return [cell(in_words(answer.label)), *(str(number) for number in answer.numbers.values())]
        cells: list[str] = []
        pairs = best(answer, self.top)
        for label, number in [*pairs, *[(None, "")] * (self.top - len(pairs))]:
            cells += [cell(in_words(label)), *([] if self.what == "labels" else [str(number)])]
        return cells


def cell(text: str) -> str:
    """A cell of a table, in quotes if it needs them."""
    return '"' + text.replace('"', '""') + '"' if any(c in text for c in ',"\n\r') else text
