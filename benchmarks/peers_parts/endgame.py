"""King and rook against king, black to move: in how many moves white wins, or not at all.

Every position and its class follow from the rules of chess, so the table that is known as kr-vs-k (28,056 positions, 18
classes; UCI, KEEL) is made here and not read: six columns of categories, files and ranks of three pieces, whose
interactions of three and more decide.
"""

from collections.abc import Iterator

import numpy as np

from .examples import Examples

SQUARES = range(64)
DRAW = 0  # else 1 + the moves that white needs
FEW = 4  # files and ranks of the white king: of positions that mirror one another one is kept

Position = tuple[int, int, int]  # white king, rook, black king: 8 rank + file


def _king_steps(square: int) -> list[int]:
    rank, file = divmod(square, 8)
    near = [(rank + up, file + right) for up in (-1, 0, 1) for right in (-1, 0, 1) if up or right]
    return [8 * r + f for r, f in near if 0 <= r < 8 and 0 <= f < 8]


STEPS = [_king_steps(square) for square in SQUARES]
NEAR = [{square, *STEPS[square]} for square in SQUARES]


def _ray(square: int, up: int, right: int) -> list[int]:
    rank, file = divmod(square, 8)
    reach = [(rank + up * n, file + right * n) for n in range(1, 8)]
    return [8 * r + f for r, f in reach if 0 <= r < 8 and 0 <= f < 8]


RAYS = [[_ray(square, *way) for way in ((0, 1), (0, -1), (1, 0), (-1, 0))] for square in SQUARES]


def _rook_reaches(rook: int, *blocked: int) -> Iterator[int]:
    """Squares on its lines before the first piece."""
    for ray in RAYS[rook]:
        for square in ray:
            if square in blocked:
                break
            yield square


def _black_moves(position: Position) -> tuple[list[Position], bool]:
    """Where the black king may go, and whether it may take the rook."""
    king, rook, black = position
    attacked = set(_rook_reaches(rook, king))
    free = [to for to in STEPS[black] if to not in NEAR[king]]
    return [(king, rook, to) for to in free if to != rook and to not in attacked], rook in free


def _white_moves(position: Position) -> Iterator[Position]:
    """Also backwards: from where white may have come, as its pieces move both ways."""
    king, rook, black = position
    for to in STEPS[king]:
        if to not in NEAR[black] and to != rook:
            yield to, rook, black
    for to in _rook_reaches(rook, king, black):
        yield king, to, black


def moves_to_mate() -> dict[Position, int]:
    """Of positions with black to move: the moves white needs; those that are not there are drawn."""
    positions = [(k, r, b) for k in SQUARES for r in SQUARES for b in SQUARES if k != r != b and b not in NEAR[k]]
    after = {position: _black_moves(position) for position in positions}
    lost = {p: 0 for p, (moves, takes) in after.items() if not moves and not takes and p[2] in _rook_reaches(*p[1::-1])}
    won: dict[Position, int] = {}  # with white to move
    newest, depth = list(lost), 0
    while newest:
        depth += 1
        reached = {before for position in newest for before in _white_moves(position)} - won.keys()
        won |= dict.fromkeys(reached, depth)
        asked = {(k, r, b) for k, r, to in reached for b in STEPS[to] if b != r and b not in NEAR[k]}
        newest = [p for p in asked - lost.keys() if not after[p][1] and all(move in won for move in after[p][0])]
        newest = [p for p in newest if after[p][0]]
        lost |= dict.fromkeys(newest, depth)
    return lost


def _kept(position: Position) -> bool:
    """One of the eight that turning and mirroring the board makes of it: the white king in a corner's triangle."""
    king, rook, black = (divmod(square, 8) for square in position)
    if king[0] > king[1] or king[1] >= FEW:
        return False
    above = [rank - file for rank, file in (black, rook)]
    return king[0] < king[1] or above[0] < 0 or (above[0] == 0 and above[1] <= 0)


def endgame(seed: int = 1) -> Examples:
    """The positions in an order drawn by the seed, one attribute for each file and rank of each piece."""
    depths = moves_to_mate()
    positions = np.array(
        [
            (k, r, b)
            for k in SQUARES
            for r in SQUARES
            for b in SQUARES
            if k != r != b and b not in NEAR[k] and _kept((k, r, b))
        ]
    )
    positions = positions[np.random.default_rng(seed).permutation(len(positions))]
    y = np.array([depths[p] + 1 if (p := tuple(map(int, row))) in depths else DRAW for row in positions])
    places = np.stack([positions % 8, positions // 8], axis=2).reshape(len(positions), 6)
    columns = places + np.array([0, FEW, *(2 * FEW + 8 * n for n in range(4))])
    starts = np.arange(0, columns.size + 1, columns.shape[1])
    flat = columns.ravel().astype(np.int32)
    return Examples(starts, flat, np.ones(flat.size), y.astype(np.int32), int(flat.max()) + 1, int(y.max()) + 1)
