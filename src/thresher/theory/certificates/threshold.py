"""Certificates of the other Winnow forms with a threshold: SWIN, ordinary Winnow, Winnow1, Winnow-R."""

import math
from dataclasses import replace
from typing import TYPE_CHECKING

from ...errors import ParameterError
from ..concepts import ConceptSequence
from .line import Line
from .program import best_comparator, noise
from .schedules import as_literals, attribute_errors, best_schedule
from .search import Comparator, Proof, Search, line, none
from .tracking import as_sequence
from .trials import Trials

if TYPE_CHECKING:
    from ...learners import Swin, Winnow, WinnowR

_SEPARATIONS = (1.0, 0.8, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1, 0.05)
_CHEAP = 1e-3  # a literal, where an error is forbidden


def prove_swin(learner: "Swin", trials: Trials, comparator: Comparator | None, search: Search) -> Proof:
    """B6, or B8 for a learner without a floor: a schedule of literals with few attribute errors."""
    if not trials.is_boolean:
        return none("the theorems about SWIN (B6, B8) are about attributes that are 0 or 1.")
    a, b, n = learner.promotion, learner.floor_share, learner.n
    fixed = b == 0.0
    if not fixed and learner.initial is not None and learner.initial != b / n:
        return none("B6 starts from the floor; this SWIN has another initial weight.")
    initial = learner.initial or 0.0
    on = (math.log(1 / (math.e * initial)) if fixed else math.log(n / (math.e * b))) / math.log(a)
    off = 0.0 if fixed else math.log(math.e * a) / math.log(a)
    if on <= 0 and not fixed:
        return none(f"B6 needs a floor_share below n/e = {n / math.e:.3g}.")
    proof = Proof(separation=1.0)
    count = learner.expected_mistakes if learner.randomized else float(trials.mistakes)

    def bound(sequence: ConceptSequence, errors: float) -> None:
        known = {"n": n, "promotion": a, "attribute_errors": errors, "randomized": learner.randomized}
        about = "a disjunction whose literals come and go"
        if fixed:
            known |= {"literals": sequence.literals_on, "initial": initial}
            proof.lines.append(line(trials, count, "B8", "swin_mistakes_on_a_disjunction", "a disjunction", **known))
        else:
            known |= {"floor_share": b, "literals_on": sequence.literals_on, "literals_off": sequence.literals_off}
            proof.lines.append(line(trials, count, "B6", "swin_mistakes", about, **known))

    if comparator is None:
        price = max(on, _CHEAP)  # from a large start weight a literal costs nothing: any price, then
        found = best_schedule(trials, search, on=price, off=off, blocks=1 if fixed else search.blocks)
        proof.comparator, proof.seconds = found.sequence, found.seconds
        gain = (math.log(a) - b * (a - 1)) / (a if learner.randomized else a + 1)
        start = n * initial if fixed else b
        proof.lower = (found.lower * math.log(a) + start) / gain if price == on else None
    else:
        proof.comparator = as_literals(as_sequence(comparator, len(trials)))
    bound(ConceptSequence([], len(trials)), float(trials.positive.sum()))
    proof.trivial = proof.lines.pop().bound
    bound(proof.comparator, attribute_errors(trials, proof.comparator))
    return proof


def prove_winnow(learner: "Winnow", trials: Trials, comparator: Comparator | None, search: Search) -> Proof:
    """A11 for any fixed concept with noise; C4 (C5 with elimination) where a disjunction explains every example."""
    proof = Proof()
    if not learner.elimination:
        _fixed_concept(proof, learner, trials, comparator, search)
    theorem = ("C5", "winnow1_mistakes") if learner.elimination else ("C4", "winnow_mistakes")
    _clean_disjunction(proof, theorem, learner, trials, comparator, search, blocks=1)
    if not proof.lines:
        proof.reason = (
            "C5 needs a disjunction that explains every example, and none was found."
            if learner.elimination
            else "at this promotion no separation makes every mistake count (A11), and no disjunction explains "
            "every example (C4)."
        )
    return proof


def prove_winnow_r(learner: "WinnowR", trials: Trials, comparator: Comparator | None, search: Search) -> Proof:
    """C6, where a disjunction whose literals come and go explains every example."""
    proof = Proof()
    if learner.floor != 0.5:
        return none("C6 is about the floor 1/2.")
    theorem = "C6", "winnow_r_mistakes"
    _clean_disjunction(proof, theorem, learner, trials, comparator, search, blocks=search.blocks)
    if not proof.lines:
        proof.reason = "C6 needs a schedule of literals that explains every example, at the classic parameters."
    return proof


def _fixed_concept(
    proof: Proof, learner: "Winnow", trials: Trials, comparator: Comparator | None, search: Search
) -> None:
    """The best of several separations, each with the fixed concept that fits it best."""
    start = learner.initial / float(learner.choice.threshold)
    if start >= 1:
        return
    for separation in _SEPARATIONS:
        if comparator is None:
            found = best_comparator(
                trials,
                a=1.0,
                b=0.0,
                rise=math.log(1 / start) / math.log(learner.promotion),
                separation=separation,
                blocks=1,
                seconds=search.seconds / len(_SEPARATIONS),
                watch=search.watch,
            )
            sequence = found.comparator
            proof.seconds += found.seconds
        else:
            sequence = as_sequence(comparator, len(trials))
            if sequence.literals_off or any(stretch.first for stretch in sequence.stretches):
                return  # A11 is about one concept
        tried = _noisy_line(learner, trials, sequence, separation)
        if tried is not None and (not proof.lines or tried.bound < proof.lines[0].bound):
            proof.lines = [tried]
            proof.comparator, proof.separation = sequence, separation


def _noisy_line(learner: "Winnow", trials: Trials, sequence: ConceptSequence, separation: float) -> Line | None:
    """A11 with these numbers; None where at this separation a mistake may gain nothing."""
    target = sequence.at(len(trials) - 1)
    try:
        return line(
            trials,
            trials.mistakes,
            "A11",
            "noisy_winnow_mistakes",
            "a fixed concept, with noise",
            target=list(target.values()),
            n=max(1, len({*trials.attributes, *target})),
            promotion=learner.promotion,
            separation=separation,
            initial=learner.initial,
            threshold=float(learner.choice.threshold),
            noise=float(noise(trials, sequence, separation).sum()),
        )
    except ParameterError:
        return None


def _clean_disjunction(
    proof: Proof,
    theorem: tuple[str, str],
    learner: "Winnow | WinnowR",
    trials: Trials,
    comparator: Comparator | None,
    search: Search,
    blocks: int | None,
) -> None:
    """C4, C5, C6: the classic parameters, boolean attributes, no error at all."""
    n = learner.n or len(trials.attributes)
    classic = (2.0, float(n), 1.0)
    theirs = (learner.promotion, float(learner.choice.threshold), learner.initial)
    if theirs != classic or not trials.is_boolean or len(trials.attributes) > n:
        return
    if comparator is None:
        brief = replace(search, seconds=min(search.seconds, 20.0))  # it explains every example soon, or never
        sequence = best_schedule(trials, brief, on=_CHEAP, off=0.0, blocks=blocks).sequence
    else:
        sequence = as_literals(as_sequence(comparator, len(trials)))
    if attribute_errors(trials, sequence) or (blocks == 1 and sequence.literals_off):
        return
    about = "a disjunction that explains every example"
    found = line(trials, trials.mistakes, *theorem, about, n=n, literals=sequence.literals_on)
    if not proof.lines or found.bound < proof.lines[0].bound:  # of two comparators only one can be shown
        proof.comparator, proof.separation, proof.lines = sequence, 1.0, [found]
