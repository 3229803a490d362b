"""Masters over any learners: nearly as good as the best of them, or the best sequence of them.

Each is a learner itself, and says where it stands: what it lost, what the best expert lost, and what its theorem of
section F of docs/theory.md allows. Names are imported when they are first used.
"""

from typing import TYPE_CHECKING

from ..laziness import lazily

if TYPE_CHECKING:
    from ..standing import Standing
    from .absolute import AbsoluteLoss
    from .files import load
    from .logistic import LogisticMixing
    from .majority import Floored, Majority
    from .master import Master
    from .mixture import Mixture
    from .past import PastPosteriors
    from .share import FixedShare
    from .strangers import FromRiver, FromSklearn

_HOME_OF = {
    "AbsoluteLoss": "absolute",
    "FixedShare": "share",
    "Floored": "majority",
    "FromRiver": "strangers",
    "FromSklearn": "strangers",
    "LogisticMixing": "logistic",
    "Majority": "majority",
    "Master": "master",
    "Mixture": "mixture",
    "PastPosteriors": "past",
    "Standing": ".standing",  # one floor down: Auto has one too
    "load": "files",
}

__all__ = [
    "AbsoluteLoss",
    "FixedShare",
    "Floored",
    "FromRiver",
    "FromSklearn",
    "LogisticMixing",
    "Majority",
    "Master",
    "Mixture",
    "PastPosteriors",
    "Standing",
    "load",
]


__getattr__ = lazily(__name__, _HOME_OF)


def __dir__() -> list[str]:
    return __all__
