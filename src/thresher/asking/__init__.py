"""Asking for few labels: which of the labels that could be had are worth having (J1, J2).

`Asking` goes around any learner, says with each answer whether it wants the label, and learns from those that it gets.
"""

from typing import TYPE_CHECKING

from ..laziness import lazily

if TYPE_CHECKING:
    from .asking import Asking as Asking
    from .rules import Rule as Rule
    from .rules import rule_for as rule_for
    from .usefulness import chances as chances

__getattr__, __dir__, __all__ = lazily(
    __name__, {".asking": "Asking", ".rules": "Rule rule_for", ".usefulness": "chances"}
)
