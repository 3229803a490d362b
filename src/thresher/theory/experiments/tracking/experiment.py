"""Tracking: how shifts, sparse instances, tiny values and wrong parameters change what tracking Winnow costs."""

from ..experiment import Findings, Size, Tell

TITLE = "Tracking a concept that shifts"
QUESTION = (
    "How well does tracking Winnow follow a concept that is replaced, beside a Winnow that is told when, one that "
    "never starts anew, ALMA and the tracking p-norm; does the number of attributes matter when instances are sparse; "
    "do tiny values need to be transformed; and how much do wrong parameters cost?"
)


def run(size: Size, seed: int, tell: Tell) -> Findings:
    """The parts one after the other: shifts, sparse instances, tiny values, heavy weights, wrong parameters."""
    from . import (
        heavy_weights as tracking_heavy_weights,
    )
    from . import (
        robustness as tracking_robustness,
    )
    from . import (
        shifts as tracking_shifts,
    )
    from . import (
        small_values as tracking_small_values,
    )
    from . import (
        sparse as tracking_sparse,
    )

    parts = [
        part.run(size, seed, tell)
        for part in (
            tracking_shifts,
            tracking_sparse,
            tracking_small_values,
            tracking_heavy_weights,
            tracking_robustness,
        )
    ]
    return Findings(
        QUESTION,
        [choice for part in parts for choice in part.choices],
        [sentence for part in parts for sentence in part.sentences],
        [figure for part in parts for figure in part.figures],
        [table for part in parts for table in part.tables],
    )
