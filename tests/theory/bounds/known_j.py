"""Parameters that meet the assumptions of the bounds of section J: drawn at random, the same every time."""

from .known_ab import comparator, drawn, winnow_rule
from .known_ceg import norms, p_norms


def wide(r):
    return {"width": r.uniform(0.01, 9), "noise": r.choice([0.0, r.uniform(0, 9)])}


def signed(r, least):
    target = [r.uniform(least, 2) for _ in range(r.randint(1, 6))] + [0.5]
    total, largest, separation = sum(map(abs, target)), r.uniform(0.1, 3), r.uniform(0.1, 3)
    rate = r.uniform(0.05, 0.95) * 2 * separation / (total * largest**2)
    return {
        "target": target,
        "n": len(target) + r.randint(0, 99),
        "rate": rate,
        "separation": separation,
        "largest_value": largest,
        "width": r.uniform(0.01, 1),
        "noise": r.choice([0.0, r.uniform(0, 9)]),
    }


def sets(r):
    return {"miss": r.uniform(0.001, 0.999), "step": r.uniform(0.001, 0.5), "outstanding": r.choice([0, 3, 200])}


def looked_at(r):
    trials = r.randint(1, 9999)
    mistakes = r.choice([0, trials, r.randint(0, trials), trials // 50])
    return {"mistakes": mistakes, "trials": trials, "failure": r.uniform(0.001, 0.5), "prior": r.uniform(0.5, 200)}


def tracking(r):
    more = r.choice([{}, {"smallest_value": r.uniform(0.01, 1)}, {"eagerness": r.uniform(0.1, 3)}])
    return winnow_rule(r) | comparator(r) | more


KNOWN = {
    "asking_perceptron_mistakes": drawn(lambda r: norms(r) | wide(r)),
    "asking_p_norm_mistakes": drawn(lambda r: p_norms(r) | wide(r)),
    "asking_weighted_majority_mistakes": drawn(lambda r: signed(r, 0.01)),
    "asking_balanced_winnow_mistakes": drawn(lambda r: signed(r, -2)),
    "asking_tracking_winnow_mistakes": drawn(tracking),
    "missed_by_sets": drawn(lambda r: sets(r) | {"trials": r.randint(0, 9999), "new_labels": r.randint(0, 9)}),
    "miss_count_distance": drawn(sets),
    "risk_so_far": drawn(looked_at),
    "rare_risk_so_far": drawn(looked_at),
    "least_risk_so_far": drawn(looked_at),
}
