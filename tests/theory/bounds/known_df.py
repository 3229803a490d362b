"""Parameters that meet the assumptions of the bounds of D, F and J5: drawn at random, the same every time."""

import math

from .known_ab import drawn, tracking


def multiset(r):
    delays = {r.randint(1, 12): r.choice([0, r.randint(1, 30), math.inf]) for _ in range(r.randint(1, 5))}
    return delays | r.choice([{1: 1}, {1: math.inf}, {math.inf: r.randint(1, 4)}])


def amount(r, most=50.0):
    return r.choice([0, r.randint(1, int(most)), r.uniform(0, most)])


def lateness(r):
    horizon, longest = r.randint(1, 30), r.choice([r.randint(1, 60), math.inf])
    return {"horizon": horizon, "longest_delay": longest, "late": r.randint(0, 9) if longest > horizon else 0}


def sequence(r):
    trials = r.randint(1, 1000)
    switches = r.choice([0, r.randint(0, trials - 1)])
    return {"experts": r.randint(2, 100), "switches": switches, "trials": trials}


def shared(r):
    return sequence(r) | {"share": r.uniform(0.0001, 0.9)}


def lossy(r):
    return {"discount": r.uniform(0.01, 0.99), "loss": amount(r)}


def on_mistakes(r):
    known = lossy(r)
    share = r.uniform(0.01, 0.99) * (1 - known["discount"]) / 2
    return known | {"experts": r.randint(2, 100), "switches": r.randint(0, 9), "share": share}


def majority(r):
    return {"experts": r.randint(1, 100), "discount": r.uniform(0.01, 0.99), "best_mistakes": amount(r)}


def floored(r):
    known = lossy(r) | {"experts": r.randint(1, 100), "least_share": r.uniform(0.01, 0.49)}
    return known | r.choice([{}, {"segments": r.randint(1, 20)}])


def survivor(r):
    return {"survived": r.randint(0, 300), "hypotheses": r.randint(1, 100)}


def with_trials(r):
    trials = r.randint(1, 1000)
    return {"mistakes": r.randint(0, trials), "trials": trials}


def averaging(r, name):
    many = r.randint(0, 8)
    lists = {"target": [r.uniform(-3, 3) for _ in range(many)], name: [r.uniform(0, 50) for _ in range(many)]}
    return lists | {"best_loss": r.uniform(0, 99), "rate": r.uniform(0.05, 3)}


KNOWN = {
    "delayed_averaging_log_loss": drawn(lambda r: averaging(r, "spread")),
    "delayed_averaging_log_loss_for_delay": drawn(lambda r: averaging(r, "squares") | {"delay": r.randint(1, 999)}),
    "waiting_instances": drawn(lambda r: {"delays": multiset(r), "changes": amount(r)}),
    "stored_instances": drawn(lambda r: {"delays": multiset(r)}),
    "od1_mistakes_for_delays": drawn(lambda r: {"mistakes": amount(r), "changes": amount(r), "delays": multiset(r)}),
    "od1_mistakes": drawn(lambda r: {"mistakes": amount(r), "changes": amount(r), "longest_delay": r.randint(1, 99)}),
    "od1_mistake_driven_mistakes": drawn(lambda r: {"mistakes": amount(r), "longest_delay": r.randint(1, 99)}),
    "od1_mistake_driven_mistakes_for_delays": drawn(lambda r: {"mistakes": amount(r), "delays": multiset(r)}),
    "mistake_driven_mistakes": drawn(lambda r: {"mistakes": amount(r)}),
    "derandomized_mistakes": drawn(lambda r: {"mistakes": amount(r)}),
    "od1_derandomized_mistakes": drawn(lambda r: {"mistakes": amount(r), "longest_delay": r.randint(1, 99)}),
    "least_delayed_mistakes": drawn(lambda r: {"mistakes": amount(r), "delay": r.randint(1, 99)}),
    "immediate_mistakes": drawn(lambda r: {"mistakes": amount(r), "outstanding": r.randint(0, 99)}),
    "copies_mistakes": drawn(lambda r: {"mistakes": amount(r), "outstanding": r.randint(0, 99)}),
    "copies_of_tracking_winnow_mistakes": drawn(lambda r: tracking(r) | {"copies": r.randint(1, 50)}),
    "od3_lag": drawn(lambda r: {"horizon": r.randint(1, 99)}),
    "od3_stored_instances": drawn(lambda r: {k: v for k, v in lateness(r).items() if k != "late"}),
    "od3_idle_trials": drawn(lateness),
    "od3_mistakes": drawn(lambda r: lateness(r) | {"mistakes": amount(r), "drift": amount(r)}),
    "od3_coin_mistakes": drawn(lambda r: lateness(r) | {"mistakes": amount(r), "drift": amount(r)}),
    "od3_fixed_distribution_mistakes": drawn(lambda r: {"mistakes": amount(r), "longest_delay": r.randint(1, 99)}),
    "expert_majority_mistakes": drawn(majority),
    "randomized_expert_majority_mistakes": drawn(majority),
    "floored_expert_majority_mistakes": drawn(floored),
    "bayes_mixture_log_loss": drawn(lambda r: {"experts": r.randint(1, 100), "best_loss": amount(r)}),
    "fixed_share_code": drawn(shared),
    "best_fixed_share_code": drawn(sequence),
    "fixed_share_mistakes": drawn(lambda r: shared(r) | lossy(r)),
    "randomized_fixed_share_mistakes": drawn(lambda r: shared(r) | lossy(r)),
    "share_on_mistakes_mistakes": drawn(on_mistakes),
    "fixed_share_loss": drawn(
        lambda r: shared(r) | {"scale": r.uniform(0.1, 3), "rate": r.uniform(0.1, 3), "loss": amount(r)}
    ),
    "average_risk": drawn(with_trials),
    "likely_average_risk": drawn(lambda r: with_trials(r) | {"failure": r.uniform(0.001, 0.5)}),
    "risk_of_survivor": drawn(lambda r: survivor(r) | {"failure": r.uniform(0.001, 0.5)}),
    "probability_of_bad_survivor": drawn(lambda r: survivor(r) | {"risk": r.random()}),
}
