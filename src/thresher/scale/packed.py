"""Rows as they travel to the partitions that learn from them: bytes, which the core packs and reads."""

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

PackedRows = npt.NDArray[np.uint8]

PackedShare = Mapping[int, PackedRows]
"""Packed rows by partition; a partition that is left out has none."""
