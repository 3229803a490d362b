"""What mattered: attributes and columns by the mean size of what they contributed to the answers."""

from collections.abc import Mapping
from math import isfinite

from ..learners import Importances
from ..protocols import Attribute
from .bars import weight_bars
from .markup import Markup, element, join
from .wording import count

MOST_BARS = 24


def importance_bars(importances: Importances) -> Markup:
    """Columns where several attributes are of one, then attributes."""
    columns = importances.columns
    charts = []
    if len(columns) < len(importances.attributes):
        charts.append(_chart(columns, "By column: the sum over its attributes."))
    words = (
        "By attribute: the mean size of its share of the score, over "
        f"{count(importances.examples)} examples; where it is absent its share is 0. A pair's share is half each one's."
    )
    return join([*charts, _chart(importances.attributes, words)])


def _chart(sizes: Mapping[Attribute, float], words: str) -> Markup:
    shown = [(name, size) for name, size in list(sizes.items())[:MOST_BARS] if isfinite(size)]
    left_out = len(sizes) - len(shown)
    more = f" {count(left_out)} more {'is' if left_out == 1 else 'are'} not drawn." if left_out else ""
    drawn = element("div", weight_bars(shown, "mean size of contributions"), class_="scroll")
    return element("figure", drawn, element("figcaption", words + more))
