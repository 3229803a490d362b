"""Winnow for disjunctions at its classic parameters: C4, C5, C6 (notes of 2016, corrected).

Threshold n, promotion 2, initial weight 1, boolean attributes, no noise.
"""

from ..parameters import whole


def winnow_mistakes(*, n: int, literals: int) -> int:
    """C4: M <= 3k ceil(lg n) + 1 for a disjunction of k of n attributes that does not change."""
    return 3 * _promotions(n, literals) + 1


def winnow1_mistakes(*, n: int, literals: int) -> int:
    """C5: with elimination, M <= 2k ceil(lg n) + 1."""
    return 2 * _promotions(n, literals) + 1


def winnow_r_mistakes(*, n: int, literals: int) -> int:
    """C6: with the floor 1/2, M <= 5c(ceil(lg n) + 1) + 2; c counts literals ever added, removals are free."""
    n = whole("n", n, at_least=1)
    c = whole("literals", literals)
    return 5 * c * ((n - 1).bit_length() + 1) + 2


def _promotions(n: int, literals: int) -> int:
    n = whole("n", n, at_least=1)
    k = whole("literals", literals, at_most=n)
    return k * (n - 1).bit_length()  # ceil(lg n)
