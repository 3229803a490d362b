"""The one door to the compiled core."""

from . import _ext

NativeLearner = _ext.NativeLearner
PreparedExample = _ext.PreparedExample
coin = _ext.coin
murmur3 = _ext.murmur3
vw_hash = _ext.vw_hash

__all__ = ["NativeLearner", "PreparedExample", "coin", "murmur3", "vw_hash"]
