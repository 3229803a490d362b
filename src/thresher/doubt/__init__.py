"""Honest doubt: answers that are sets of labels, and miss the right one as rarely as was asked for (J3).

`Sets` goes around any learner. Of two labels, both together mean "don't know".
"""

from typing import TYPE_CHECKING

from ..laziness import lazily

if TYPE_CHECKING:
    from .sets import Sets as Sets

__getattr__, __dir__, __all__ = lazily(__name__, {".sets": "Sets"})
