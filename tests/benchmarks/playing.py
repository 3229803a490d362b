"""What every contestant must keep to."""

from dataclasses import replace

import numpy as np

from benchmarks.peers_parts.contestant import Contestant

from .streams import small_examples

SOON = 60.0  # seconds


def last_label_is_unseen(contestant: Contestant, classes: int = 2) -> None:
    """Whether what is said of the last row is the same, whatever its label: only then was it predicted beforehand."""
    examples = small_examples(40, classes=classes)
    others = replace(examples, y=np.append(examples.y[:-1], (examples.y[-1] + 1) % classes).astype(np.int32))
    said = [contestant.play(one, SOON).said for one in (examples, others)]
    assert said[0].tolist() == said[1].tolist()
