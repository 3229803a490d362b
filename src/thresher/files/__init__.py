"""Files of models: data, never code. One registry knows every kind that can be saved."""

from typing import TYPE_CHECKING

from ..laziness import lazily

if TYPE_CHECKING:
    from .codec import canonical as canonical
    from .codec import from_plain as from_plain
    from .codec import to_plain as to_plain
    from .registry import load as load
    from .registry import load_bytes as load_bytes
    from .registry import load_with_progress as load_with_progress
    from .registry import register as register
    from .snapshots import Snapshot as Snapshot
    from .snapshots import kind_of as kind_of
    from .snapshots import pack as pack
    from .snapshots import progress_of as progress_of
    from .snapshots import snapshot_from_bytes as snapshot_from_bytes
    from .snapshots import snapshot_to_bytes as snapshot_to_bytes
    from .snapshots import unpack as unpack
    from .writing import identity as identity
    from .writing import naming as naming
    from .writing import obstacle as obstacle
    from .writing import opened_for_writing as opened_for_writing
    from .writing import sync_data as sync_data
    from .writing import write as write
    from .writing import write_text as write_text

__getattr__, __dir__, __all__ = lazily(
    __name__,
    {
        ".codec": "canonical from_plain to_plain",
        ".registry": "load load_bytes load_with_progress register",
        ".snapshots": "Snapshot kind_of pack progress_of snapshot_from_bytes snapshot_to_bytes unpack",
        ".writing": "identity naming obstacle opened_for_writing sync_data write write_text",
    },
)
