"""What one contestant came to, as its part of a run's record."""

from typing import Any

from .few_labels import asked_of, sets_of
from .run import Run
from .standings import trust_of

SHOWN = 30  # of the largest weights at the end
MATTERED = 5_000  # attributes whose share is kept: to sort a million takes longer than learning from a short file


def record(contestant: Any, run: Run) -> Run:
    """Fills in what the loop does not know of a contestant."""
    run.learner, run.parameters = contestant.name, dict(getattr(contestant.learner, "get_params", dict)())
    run.updates = contestant.learner.updates - contestant.updates_before
    run.progress, run.first_pass = contestant.tally(), contestant.first_pass
    run.curve = contestant.measures.curve()
    held_out = contestant.tally(contestant.held_out)
    run.held_out = held_out if held_out.examples else None
    run.labels = contestant.labels
    run.written = tuple(getattr(contestant.model, "written_labels", ()))
    if contestant.tracer is not None and contestant.two_labels:
        run.largest = contestant.learner.largest(SHOWN)
        run.weights = contestant.tracer.trace(run.examples)
    run.trust = trust_of(contestant.learner)
    run.asked, run.sets = asked_of(contestant.model, *contestant.asked_before), sets_of(contestant.model)
    run.events = contestant.drift.finish()
    mattered = getattr(contestant.learner, "importances", None)
    run.importances = mattered(MATTERED) or None if callable(mattered) else None
    return run
