"""Shares of a batch on their way to a worker: what comes out is what went in, in one piece or in many."""

import numpy as np
import pytest

from thresher.scale.packed import MOST, PIECE, in_pieces, of_pieces


@pytest.mark.parametrize("size", [0, 10, PIECE, 3 * PIECE + 1, MOST * PIECE + 1])
def test_a_share_comes_out_as_it_went_in(size):
    share = {3: np.arange(size, dtype=np.uint64).astype(np.uint8), 5: np.zeros(2, dtype=np.uint8)}
    pieces = in_pieces(share)
    again = of_pieces(pieces)
    assert sorted(again) == [3, 5]
    assert all((again[number] == rows).all() for number, rows in share.items())
    assert all(len(piece) <= PIECE for piece in pieces) or pieces == (share,)
