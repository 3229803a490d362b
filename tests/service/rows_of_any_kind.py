"""Rows for tests: names and cells of every sort."""

from hypothesis import strategies as st

NAMES = ["a", "b", "ab", "city", "grün", "名前", "a b", "0", "x" * 40, 'quo"te', "back\\slash", "new\nline", "é" * 9]
NUMBERS = st.one_of(
    st.sampled_from([0, 1, -1, 0.0, 1.0, 0.5, -0.0, 1e-3, 1e-4, 1e-7, 5e-324, 1e15, 1e16, 1e17, 1e149, 1e151, 10**20]),
    st.sampled_from([0.1, 123456.789, -0.25, 2**53, 2**53 + 1, -(2**63), 999999999999999, 1e22]),
    st.floats(allow_nan=False, allow_infinity=False),
    st.integers(-(10**17), 10**17),
)
CELLS = st.one_of(NUMBERS, st.booleans(), st.none(), st.sampled_from(["Paris", "", "7"]))
ROWS = st.dictionaries(st.sampled_from(NAMES), CELLS, max_size=6)
