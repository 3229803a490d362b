"""`thresher.certify`: mistakes beside every bound that applies, on the user's own data."""

import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from ...choices.losses import Mistake
from ...choices.rates import Constant, Eliminating
from ...errors import InputError, ParameterError
from ...evaluation import Run
from ...learners import Learner, Perceptron, Swin, TrackingWinnow, Winnow, WinnowR, spell
from ...parameters import real, whole
from ...protocols import Learner as AnyLearner
from ...streams import as_stream
from ..two_labels import check_two_labels
from . import additive, threshold, tracking
from .certificate import Certificate
from .program import Round
from .risk import risk_of
from .search import Comparator, Proof, Search, none
from .trials import Trials, record

Tell = Callable[[str], bool | None]
"""Told in a few words how far it is; True: enough, take the best so far."""


def certify(
    learner: Any,
    stream: Any = None,
    comparator: Any = None,
    *,
    blocks: int | None = None,
    passes: int = 1,
    seconds: float = 300.0,
    shadow: bool = True,
    tell: Tell | None = None,
) -> Certificate:
    """A certificate of a run: what was counted beside what theory promises, and the comparator that proves it.

    Parameters
    ----------
    learner : Any
        One of Thresher's, with the stream it learns (a copy that has learned nothing goes over it; the learner itself
        is not changed); a Run of `evaluate`, which knows both; or any object with the Learner protocol, which has no
        bound, and is let learn the stream itself.
    stream : Any, optional
        A path, a Source, examples (x, y), or a list of paths and sources read one after the other.
    comparator : Any, optional
        A concept sequence, a target, or weights by attribute; None: the best one is looked for (HiGHS).
    blocks : int or None, optional
        Let it change only between so many stretches of equal length; None: at any trial.
    passes : int, default 1
        How often the stream is gone over.
    seconds : float, default 300.0
        Time for the search; after it, the best so far is taken.
    shadow : bool, default True
        Beside a learner without a bound, the certificate of a tracking Winnow on the same stream.
    tell : Tell or None, optional
        Called with a few words about how far it is; if it returns True, the best so far is taken.

    Returns
    -------
    Certificate
        What was counted beside every bound that applies; or, in a sentence, why there is none.

    Raises
    ------
    ParameterError
        If the learner is none, or has more than two labels.
    InputError
        If the stream has a third label, or the learner has learned something else before.

    Examples
    --------
    >>> from thresher import TrackingWinnow
    >>> stream = [({"free", "now"}, True), ({"lunch", "now"}, False)] * 50
    >>> certificate = certify(TrackingWinnow(promotion=2, floor=0.01), stream, comparator={"free": 2.0})
    >>> certificate.mistakes, round(certificate.best.bound, 2), certificate.holds
    (6, 18.24, True)
    """
    if isinstance(learner, Run):
        if stream is not None:
            raise ParameterError("a run knows its stream: certify(run), or certify(learner, stream).")
        return _of_run(learner, comparator, blocks, seconds, shadow, tell)
    if stream is None:
        raise ParameterError("give the stream too: certify(learner, stream), or a run: certify(run).")
    whole("passes", passes, at_least=1)
    if blocks is not None:
        whole("blocks", blocks, at_least=1)
    check_two_labels("a certificate", learner)
    search = Search(blocks, real("seconds", seconds, at_least=0), _teller(tell))
    if isinstance(learner, Learner):
        return _of_learner(learner, _streams(stream), comparator, passes, search, shadow, tell)
    if isinstance(learner, type) or not isinstance(learner, AnyLearner):
        raise ParameterError(
            f"a learner was expected, one of Thresher's or with the Learner protocol; got {learner!r}."
        )
    return _of_other_learner(learner, _streams(stream), passes, search, shadow, tell)


def _of_learner(
    learner: Learner,
    streams: Sequence[Any],
    comparator: Any,
    passes: int,
    search: Search,
    shadow: bool,
    tell: Tell | None,
) -> Certificate:
    """One of ours: a copy that has learned nothing goes over the stream."""
    fresh = type(learner)(**learner.get_params())
    trials = record(fresh, streams, passes, tell)
    if learner.examples and learner.digest() != fresh.digest():
        raise InputError(
            f"the learner has learned {learner.examples:,} examples, and not just this stream: a bound counts from "
            "the start. Give a learner that has learned nothing, or nothing but this stream."
        )
    certificate = _certificate(fresh, trials, comparator, search, passes)
    if certificate.lines or not shadow:
        return certificate
    named = len(fresh.labels) == 2 and None not in fresh.labels and fresh.labels != (False, True)
    labels = fresh.labels if named else None
    return replace(certificate, shadow=_shadow(streams, trials, passes, search, tell, labels))


def _of_run(
    run: Run, comparator: Any, blocks: int | None, seconds: float, shadow: bool, tell: Tell | None
) -> Certificate:
    if run.origin is None:
        raise InputError("this run can't be certified: its learner had learned before, or is not one of Thresher's.")
    if run.held_out is not None:
        raise InputError("a run with a held-out share can't be certified: evaluate without it.")
    learner, stream = run.origin
    if not stream.repeatable:
        raise InputError(f"{stream.name} can be read only once: certify(learner, stream) with a file or a list.")
    certificate = certify(
        learner, stream, comparator, blocks=blocks, passes=run.passes, seconds=seconds, shadow=shadow, tell=tell
    )
    if certificate.mistakes != run.mistakes:
        raise InputError(
            f"the run made {run.mistakes:,} mistakes, its repetition {certificate.mistakes:,}: the stream has changed."
        )
    return certificate


def _certificate(
    learner: Learner, trials: Trials, comparator: Comparator | None, search: Search, passes: int
) -> Certificate:
    proof = _prove(learner, trials, comparator, search)
    return Certificate(
        learner=spell(type(learner)),
        parameters=learner.get_params(),
        trials=len(trials),
        mistakes=trials.mistakes,
        updates=trials.updates,
        measured=measure(trials),
        lines=proof.lines,
        comparator=proof.comparator,
        separation=proof.separation,
        given=comparator is not None,
        lower=proof.lower,
        trivial=proof.trivial,
        reason=proof.reason,
        seconds=proof.seconds,
        risk=risk_of(trials) if passes == 1 and _changes_by_updates_only(learner) else None,
    )


def _changes_by_updates_only(learner: Learner) -> bool:
    """Averages move with every example, and attributes that join or leave change answers without an update."""
    options = learner.get_params()
    late = options["join_after"] or options["join_share"] is not None
    return learner.choice.averaging == "none" and not late and options["max_attributes"] is None


def _prove(learner: Learner, trials: Trials, comparator: Comparator | None, search: Search) -> Proof:
    parameters = learner.get_params()
    if not len(trials):
        why = f"no example could be learned from; the first: {trials.refusal}" if trials.refused else ""
        return none(why or "there was no labelled example.")
    if trials.weighted:
        return none("no bound is known with importance weights: a weight multiplies the step.")
    if parameters.get("class_weights"):
        return none("no bound is known with weights of classes: a weight multiplies the step.")
    if learner.overflows:
        return none("weights reached the edge of what can be computed, so that no bound holds any more.")
    if parameters["join_after"] or parameters["join_share"] is not None or parameters["max_attributes"] is not None:
        which = "join_after, join_share, max_attributes"
        return none(f"no bound is known where attributes join late or are forgotten ({which}).")
    if isinstance(learner, (TrackingWinnow, Winnow, WinnowR)) and not _moves_plainly(learner):
        ways = "a margin, aggressive steps, a demotion factor of its own or discarded weights"
        return none(f"no bound is known for Winnow with {ways}.")
    if isinstance(learner, TrackingWinnow):
        return tracking.prove(learner, trials, comparator, search)
    if isinstance(learner, Swin):
        return threshold.prove_swin(learner, trials, comparator, search)
    if isinstance(learner, Winnow):
        return threshold.prove_winnow(learner, trials, comparator, search)
    if isinstance(learner, WinnowR):
        return threshold.prove_winnow_r(learner, trials, comparator, search)
    return additive.prove(learner, trials, comparator, search)


def _moves_plainly(learner: Learner) -> bool:
    """Whether it updates on mistakes alone, as far down as up (or to 0), and discards nothing."""
    choice = learner.choice
    even = isinstance(choice.rate, Constant) and not choice.rate.lopsided
    if choice.discard is not None or choice.discard_relative is not None:
        return False
    return isinstance(choice.loss, Mistake) and (even or isinstance(choice.rate, Eliminating))


def measure(trials: Trials) -> dict[str, float]:
    """What the assumptions of the theorems are about, measured on this very stream."""
    import numpy as np

    return {
        "examples": len(trials),
        "positives": int(trials.positive.sum()),
        "attributes": len(trials.attributes),
        "largest sum of values": trials.norm(1),
        "largest length": trials.norm(2),
        "largest value": trials.norm(np.inf),
        "smallest value above 0": trials.smallest_value,
        "largest weight": trials.largest_weight,
        **({"examples refused": trials.refused} if trials.refused else {}),
    }


def _of_other_learner(
    learner: Any, streams: Sequence[Any], passes: int, search: Search, shadow: bool, tell: Tell | None
) -> Certificate:
    """A learner of somebody else's: it is let loose on the stream, and nothing is known of it."""
    before = learner.mistakes, learner.updates, learner.examples
    counted = record(Perceptron(), streams, passes, tell, beside=learner)
    return Certificate(
        learner=spell(type(learner)),
        parameters=dict(getattr(learner, "get_params", dict)()),
        trials=learner.examples - before[2],
        mistakes=learner.mistakes - before[0],
        updates=learner.updates - before[1],
        reason=f"no bound is known for {type(learner).__name__}.",
        shadow=_shadow(streams, counted, passes, search, tell) if shadow else None,
    )


def _shadow(
    streams: Sequence[Any],
    trials: Trials,
    passes: int,
    search: Search,
    tell: Tell | None,
    labels: tuple[Any, ...] | None = None,
) -> Certificate | None:
    """Tracking Winnow at the parameters for disjunctions, if the stream is one for it."""
    if not all(stream.repeatable for stream in streams) or not len(trials):
        return None
    # Only to see the instances as they are, not as another learner turned them.
    plain = TrackingWinnow(2.0, 1e-9, labels=labels)
    try:
        norm = record(plain, streams, 1, tell).norm(1)
    except InputError:
        return None
    learner = TrackingWinnow.for_separation(1.0, norm=max(norm, 1.0), labels=labels)
    seen = record(learner, streams, passes, tell)
    return _certificate(learner, seen, None, search, passes) if len(seen) == len(trials) else None


def _streams(stream: Any) -> list[Any]:
    """One stream, or a list of files one after the other."""
    if isinstance(stream, (list, tuple)) and stream and all(_is_source(s) for s in stream):
        return [as_stream(s) for s in stream]
    one = as_stream(stream)
    if not one.repeatable:
        from ...streams import Pairs

        if isinstance(one, Pairs) and isinstance(stream, Iterable):
            return [Pairs(list(stream))]
    return [one]


def _is_source(stream: Any) -> bool:
    return isinstance(stream, (str, os.PathLike)) or hasattr(stream, "blocks")


def _teller(tell: Tell | None) -> Callable[[Round], bool | None] | None:
    if tell is None:
        return None

    def after(round: Round) -> bool | None:
        return tell(
            f"round {round.number}: a comparator for {round.upper:,.1f}, none below {round.lower:,.1f}; "
            f"{round.intervals:,} intervals, {round.seconds:.0f} s"
        )

    return after
