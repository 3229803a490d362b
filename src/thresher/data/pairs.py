"""Pairs of labels that are known by name: which of the two is what one looks for."""

import re
from collections.abc import Collection, Sequence
from typing import Any

from ..protocols import Label

PAIRS: Sequence[tuple[str, str]] = (
    # positive, then what may stand beside it
    ("1", "0 -1"),
    ("true", "false"),
    ("yes", "no"),
    ("y", "n"),
    ("t", "f"),
    ("on", "off"),
    ("positive", "negative"),
    ("pos", "neg"),
    ("spam", "ham nospam notspam legit legitimate ok"),
    ("phishing", "legit legitimate benign safe ham"),
    ("fraud", "legit legitimate genuine normal nofraud notfraud nonfraud ok"),
    ("fraudulent", "legit legitimate genuine normal nonfraudulent"),
    ("malicious", "benign clean safe normal legit legitimate"),
    ("malware", "benign clean safe goodware"),
    ("malignant", "benign"),
    ("anomaly", "normal"),
    ("anomalous", "normal"),
    ("abnormal", "normal"),
    ("outlier", "inlier normal"),
    ("attack", "normal benign noattack ok safe"),
    ("intrusion", "normal ok"),
    ("suspicious", "normal benign clean legit legitimate ok"),
    ("toxic", "clean nontoxic nottoxic benign"),
    ("abusive", "clean normal nonabusive notabusive"),
    ("offensive", "clean nonoffensive notoffensive"),
    ("hate", "nohate nothate clean normal"),
    ("click", "noclick notclick nonclick impression"),
    ("clicked", "notclicked"),
    ("conversion", "noconversion"),
    ("churn", "nochurn stay stayed retained active"),
    ("churned", "stayed retained notchurned active"),
    ("default", "nodefault paid repaid"),
    ("defaulted", "paid repaid"),
    ("fail", "pass ok success succeed"),
    ("failed", "passed ok success succeeded"),
    ("failure", "nofailure normal ok success pass"),
    ("fault", "nofault normal ok"),
    ("faulty", "normal ok good"),
    ("defect", "nodefect ok good"),
    ("defective", "good ok"),
    ("broken", "ok intact working"),
    ("unsafe", "safe"),
    ("invalid", "valid"),
    ("unstable", "stable"),
    ("error", "ok noerror success normal"),
    ("alert", "noalert ok normal"),
    ("alarm", "noalarm ok normal"),
    ("sick", "healthy well"),
    ("unhealthy", "healthy"),
    ("infected", "healthy uninfected notinfected clean"),
    ("diseased", "healthy"),
    ("disease", "healthy nodisease"),
    ("relevant", "irrelevant notrelevant nonrelevant"),
    ("present", "absent"),
    ("poisonous", "edible"),
    ("bot", "human"),
    ("robot", "human"),
    ("fake", "real genuine authentic"),
    ("forged", "genuine real authentic"),
    ("forgery", "genuine real authentic"),
    ("counterfeit", "genuine real authentic"),
    ("bad", "good"),
)
"""The positive label, and those that are negative beside it. Case, spaces, hyphens and underscores do not matter."""

_NUMBER = re.compile(r"[+-]?[0-9]+(\.[0-9]*)?", re.ASCII)
_NEGATIVES = {positive: frozenset(negatives.split()) for positive, negatives in PAIRS}
_ALL_NEGATIVES = frozenset().union(*_NEGATIVES.values())
_DENIED = re.compile(r"(?:no|not|non)[\s_-]+(.*\S)")
"""A label that says that it is not another: `no fraud`, `non-fraud`. Without a gap it may be a word, as `notable`."""


def known_pair(one: Label, other: Label) -> Label:
    """The positive one of two labels that are a known pair; None if they are none.

    >>> known_pair("Ham", "SPAM"), known_pair("no_click", "click"), known_pair("cat", "dog") is None
    ('SPAM', 'click', True)
    >>> known_pair("smoker", "non-smoker"), known_pair("ok", "not ok")
    ('smoker', 'not ok')
    """
    first, second = _plain(one), _plain(other)
    if second in _NEGATIVES.get(first, ()):
        return one
    if first in _NEGATIVES.get(second, ()):
        return other
    for denial, denied, plain in ((one, other, second), (other, one, first)):
        if plain and _denied(denial) == plain:
            return denial if known_side(denied) is False else denied
    return None


def known_side(label: Label) -> bool | None:
    """Whether a label by itself is positive, as far as the pairs know; None if they do not, or it is both.

    >>> known_side("spam"), known_side("ham"), known_side("cat") is None, known_side("not a cat"), known_side("not ok")
    (True, False, True, False, True)
    """
    plain = _plain(label)
    positive, negative = plain in _NEGATIVES, plain in _ALL_NEGATIVES
    if positive != negative:
        return positive
    denied = _denied(label)
    if positive or not denied:
        return None
    return denied in _ALL_NEGATIVES and denied not in _NEGATIVES


def _denied(label: Label) -> str:
    """What a label says that it is not, as it is compared; empty if it does not."""
    found = _DENIED.fullmatch(label.strip().casefold()) if isinstance(label, str) else None
    return _plain(found[1]) if found else ""


def _plain(label: Any) -> str:
    if isinstance(label, bool):
        return "true" if label else "false"
    if isinstance(label, (int, float)):
        return str(label) if isinstance(label, int) else f"{label:g}"
    text = str(label).strip().casefold()
    if _NUMBER.fullmatch(text):
        return f"{float(text):g}"
    return text.replace("-", "").replace("_", "").replace(" ", "")


def must_be_told(labels: Collection[Label]) -> bool:
    """Whether these are two labels of which not both say by themselves on which side they are.

    >>> must_be_told({"cat", "dog"}), must_be_told({"yes", "no"}), must_be_told({"yes"})
    (True, False, False)
    """
    if len(labels) != 2:
        return False
    return known_pair(*labels) is None or any(known_side(label) is None for label in labels)
