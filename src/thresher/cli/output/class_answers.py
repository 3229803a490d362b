"""What a model of many classes says of each example, and how that is written: a name, or names with numbers."""

import json
from collections.abc import Callable
from typing import Any

from ...streams.block import Trouble

ONE = {"labels": "label", "scores": "score", "probabilities": "probability"}


def class_answers(learner: Any, source: Any, block: Any, what: str, top: int | None) -> tuple[list[Any], list[Any]]:
    """Of each row (the answer, [(class, number), ...] best first), None of those that are refused; and the refusals.

    what: labels, scores or probabilities.   top: only so many of the classes.
    """
    from ...evaluation.many import gate_of

    gate = gate_of(learner)
    answers: list[Any] = []
    refusals = []
    for row in range(len(block)):
        x = block.example(row)
        try:
            answers.append((learner.predict_one(x), _best(learner, x, what, top)))
        except ValueError as error:
            column = source.locate(gate, block, row)
            place = block.before(row)
            refusals.append(Trouble(row, block.native.line(row), column, str(error), "", block.text(row), place))
            answers.append(None)
    return answers, refusals


def _best(learner: Any, x: Any, what: str, top: int | None) -> list[tuple[Any, float]]:
    if what == "labels" and top is None:
        return []
    scores = learner.scores_one(x)
    shown = learner.predict_proba_one(x) if what == "probabilities" else scores
    order = sorted(scores, key=lambda name: -scores[name])
    return [(name, shown[name]) for name in order[:top]]


def class_form(form: str, file: str, what: str, classes: Any, top: int | None) -> Callable[[Any, int, Any], str]:
    """How one answer is written."""
    if form == "json":
        return lambda block, row, answer: (
            json.dumps(_record(block, row, answer, file, what, top), ensure_ascii=False) + "\n"
        )
    if form == "csv":
        return lambda block, row, answer: ",".join(_cells(block, row, answer, file, what, classes, top)) + "\n"
    return lambda block, row, answer: _line(answer, what) + "\n"


def class_head(what: str, classes: Any, top: int | None) -> str:
    """The first line of a table."""
    heads = ["file", "line", "tag"]
    if top is None:
        heads += ["label", *(() if what == "labels" else (cell(_shown(name)) for name in classes))]
    else:
        for place in range(1, top + 1):
            heads += [f"label_{place}", *([] if what == "labels" else [f"{ONE[what]}_{place}"])]
    return ",".join(heads)


def _line(answer: Any, what: str) -> str:
    name, best = answer
    if not best:
        return _shown(name)
    return "\t".join(_shown(one) if what == "labels" else f"{_shown(one)}={number}" for one, number in best)


def _record(block: Any, row: int, answer: Any, file: str, what: str, top: int | None) -> dict[str, Any]:
    name, best = answer
    record = {"file": file, "line": block.native.line(row), "tag": block.native.tag(row), "label": name}
    if what != "labels":
        record[what] = {_shown(one): number for one, number in best}
    elif top is not None:
        record["labels"] = [one for one, _ in best]
    return record


def _cells(block: Any, row: int, answer: Any, file: str, what: str, classes: Any, top: int | None) -> list[str]:
    name, best = answer
    cells = [cell(file), str(block.native.line(row)), cell(block.native.tag(row))]
    if top is None:
        numbers = dict(best)
        return [*cells, cell(_shown(name)), *(str(numbers[one]) for one in (classes if best else ()))]
    for place in range(top):
        one, number = best[place] if place < len(best) else (None, "")
        cells += [cell(_shown(one)), *([] if what == "labels" else [str(number)])]
    return cells


def _shown(name: Any) -> str:
    """A class as a word; no answer is an empty one."""
    if name is None:
        return ""
    return str(int(name)) if isinstance(name, bool) else str(name)


def cell(text: str) -> str:
    """A cell of a table, in quotes if it needs them."""
    return '"' + text.replace('"', '""') + '"' if any(c in text for c in ',"\n\r') else text
