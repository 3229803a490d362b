"""Past one machine: a model for each of very many keys, one model over many shards, and scoring over many files.

The same jobs run in this process (`on="here"`) and on Ray (`on="ray"`), with the same answer. What enters are files,
frames or rows with a key; what leaves are models on shelves, answers, and fingerprints by which two runs are compared.
"""

from typing import TYPE_CHECKING

from ..laziness import lazily

if TYPE_CHECKING:
    from .committees import Committee as Committee
    from .committees import committee as committee
    from .contests import compare as compare
    from .contests import sweep as sweep
    from .keyed import Keyed as Keyed
    from .logs import GrowingFiles as GrowingFiles
    from .logs import KafkaLog as KafkaLog
    from .mixing import mix as mix
    from .scoring import score as score
    from .shelf import Shelf as Shelf

__getattr__, __dir__, __all__ = lazily(
    __name__,
    {
        ".committees": "Committee committee",
        ".contests": "compare sweep",
        ".keyed": "Keyed",
        ".logs": "GrowingFiles KafkaLog",
        ".mixing": "mix",
        ".scoring": "score",
        ".shelf": "Shelf",
    },
)
