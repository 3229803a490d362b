"""Predictions with their reasons: a line each, a table each, or a JSON object each."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from math import fsum
from typing import Any

from ...learners import Explanation
from ...streams import Block, Trouble
from .answers import in_words

_EXPERTS = 4  # named below a table


@dataclass(frozen=True)
class ExplanationForm:
    """How explanations are written, for one model.

    shown: labels as the data write them.   about: whose score; None: of the label that is predicted.   most: how many
    attributes a line names.
    """

    learner: Any
    shown: Mapping[Any, Any]
    about: Any
    why: bool
    as_json: bool
    most: int

    def row(self, file: str, block: Block, row: int) -> str:
        """One example. ValueError if the model refuses it."""
        x = block.example(row)
        answer = self.learner.predict_one(x)
        why = self.learner.why_one(x, answer if self.about is None else self.about)
        label, about = (self.shown.get(name, name) for name in (answer, why.label))
        place = (file, block.native.line(row), str(block.native.tag(row)))
        if self.as_json:
            return json.dumps(_record(place, label, about, why), ensure_ascii=False, default=str) + "\n"
        head = _head(place, in_words(label) or "no answer", in_words(about), why)
        if self.why:
            return head + "\n" + "".join(_table(why)) + "\n"
        return f"{head}: {self._in_a_line(why)}\n"

    def refused(self, file: str, trouble: Trouble) -> str:
        """A line that is no example, where such a line is answered too."""
        if not self.as_json:
            return f"{trouble.sentence(file)}\n"
        record = {"file": file, "line": trouble.line, "label": None, "error": f"{trouble.column}: {trouble.message}"}
        return json.dumps(record, ensure_ascii=False) + "\n"

    def _in_a_line(self, why: Explanation) -> str:
        """The largest shares, and what all others come to together."""
        shares = [(key, share) for key, share in why.shares.items() if share]
        words = [f"{key} {share:+.3f}" for key, share in shares[: self.most]]
        rest = shares[self.most :]
        if rest:
            words.append(f"{len(rest):,} more {fsum(share for _, share in rest):+.3f}")
        return ", ".join(words) or "nothing known speaks for or against it"


def _head(place: tuple[str, int, str], label: str, about: str, why: Explanation) -> str:
    file, line, tag = place
    whose = "" if about in ("", label) else f" of {about}"
    return f"{file}:{line}{' ' + tag if tag else ''} {label}, score{whose} {why.score:+.3f}"


def _table(why: Explanation) -> list[str]:
    """Every part on a line, and what the most heard experts add."""
    lines = [f"  {one.share:+9.4f}  {one.words}\n" for one in why.reasons]
    experts = [f"{name} {share:+.3f}" for name, share in list(why.experts.items())[:_EXPERTS] if share]
    return [*lines, f"  by expert: {', '.join(experts)}\n"] if experts else lines


def _record(place: tuple[str, int, str], label: Any, about: Any, why: Explanation) -> dict[str, Any]:
    file, line, tag = place
    return {
        "file": file,
        "line": line,
        "tag": tag,
        "label": label,
        "about": about,
        "score": why.score,
        "shares": [[key, share] for key, share in why.shares.items()],
        "reasons": [
            {"words": one.words, "share": one.share, "kind": one.kind, "attributes": list(one.attributes)}
            for one in why.reasons
        ],
        "experts": dict(why.experts),
    }
