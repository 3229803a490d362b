"""Masters over any learners: nearly as good as the best of them, or the best sequence of them.

Each is a learner itself, and says where it stands: what it lost, what the best expert lost, and what its theorem of
section F of docs/theory.md allows. Names are imported when they are first used.
"""

from typing import TYPE_CHECKING

from ..laziness import lazily

if TYPE_CHECKING:
    from ..learners import Standing as Standing
    from .absolute_loss import AbsoluteLoss as AbsoluteLoss
    from .clouds import Clouds as Clouds
    from .files import load as load
    from .fixed_share import FixedShare as FixedShare
    from .foreign import FromRiver as FromRiver
    from .foreign import FromSklearn as FromSklearn
    from .logistic_mixing import LogisticMixing as LogisticMixing
    from .majority import Floored as Floored
    from .majority import Majority as Majority
    from .master import Master as Master
    from .mixture import Mixture as Mixture
    from .past_posteriors import PastPosteriors as PastPosteriors

__getattr__, __dir__, __all__ = lazily(
    __name__,
    {
        "..learners": "Standing",
        ".absolute_loss": "AbsoluteLoss",
        ".clouds": "Clouds",
        ".foreign": "FromRiver FromSklearn",
        ".files": "load",
        ".logistic_mixing": "LogisticMixing",
        ".majority": "Floored Majority",
        ".master": "Master",
        ".mixture": "Mixture",
        ".past_posteriors": "PastPosteriors",
        ".fixed_share": "FixedShare",
    },
)
