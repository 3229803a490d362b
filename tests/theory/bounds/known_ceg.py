"""Parameters that meet the assumptions of the bounds of C, E, G, I and J7: drawn at random, the same every time."""

import math

from tests.theory.bounds.known_ab import drawn


def literals(r):
    n = r.randint(1, 3000)
    return {"n": n, "literals": r.randint(0, min(n, 40))}


def norms(r):
    """|u|, |x| and a separation that examples can have."""
    u, x = math.exp(r.uniform(-2, 3)), math.exp(r.uniform(-2, 3))
    return {"target_norm": u, "instance_norm": x, "separation": u * x * r.uniform(0.01, 1)}


def p_norms(r):
    return norms(r) | {"p": r.choice([2, r.uniform(2, 20)])}


def started(r):
    known = p_norms(r)
    z = math.exp(r.uniform(-2, 3))
    return known | {"start_norm": z, "start_product": known["target_norm"] * z * r.uniform(0.05, 0.95)}


def at_rate(r):
    known = started(r)
    sign = r.choice([-1, 1])
    return known | {"start_product": sign * known["start_product"], "rate": math.exp(r.uniform(-2, 1))}


def interpolated(r):
    known = norms(r)
    n, k = r.randint(2, 300), r.choice([1, 3, 5, 11])
    room = n ** (1 / (k + 1))  # |u|_1/|u|_q is between 1 and this
    return known | {"k": k, "n": n, "target_total": known["target_norm"] * room ** r.uniform(0.05, 0.95)}


def averaged(r):
    known = p_norms(r)
    return known | {"average_margin": known.pop("separation")}


def majority(r, sign=1):
    target = [r.choice([0.0, r.uniform(0.01, 3) * r.choice([1, sign])]) for _ in range(r.randint(1, 12))] + [1.0]
    total, largest = sum(map(abs, target)), math.exp(r.uniform(-1, 1))
    separation = total * largest * r.uniform(0.02, 1)
    return {
        "target": target,
        "n": len(target) + r.randint(0, 300),
        "rate": 2 * separation / (total * largest**2) * r.uniform(0.05, 0.95),
        "separation": separation,
        "largest_value": largest,
        "noise": r.choice([0.0, r.uniform(0, 30)]),
    }


def alma(r):
    return {"p": r.uniform(2, 20), "separation": r.uniform(0.01, 1), "alpha": r.uniform(0.05, 1)}


def tracking(r):
    known = p_norms(r)
    radius = known.pop("target_norm")
    best = known["separation"] / ((known["p"] - 1) * known["instance_norm"] ** 2)
    return known | {
        "radius": radius,
        "last_norm": radius * r.random(),
        "path_length": r.uniform(0, 9),
        "noise": r.uniform(0, 9),
        "rate": r.choice([None, best * r.uniform(0.1, 1.9)]),
    }


def merged(r):
    return {"shards": r.randint(1, 64), "between_merges": r.randint(0, 500)}


def shifting(r):
    known = norms(r)
    return known | {
        "largest_norm": known.pop("target_norm"),
        "path_length": r.choice([0.0, r.uniform(0, 30)]),
        "forgetting": r.choice([1.0, r.uniform(1, 9)]),
        "noise": r.choice([0.0, r.uniform(0, 30)]),
    }


def passive(r, *names):
    known = {"target_norm": r.uniform(0, 9), "instance_norm": r.uniform(0.1, 9), "margin": r.uniform(0.1, 3)}
    return known | {name: math.exp(r.uniform(-3, 3)) for name in names}


def converging(r, share=1.0):
    """A rate below E3's limit, times a share."""
    n, total, size, d = r.randint(1, 30), r.uniform(0.5, 5), r.uniform(0.2, 2), r.uniform(0.3, 1)
    separation = d * total * size
    known = {"n": n, "target_total": total, "largest_value": size, "separation": separation}
    return known | {"rate": share * r.uniform(0.1, 0.9) * separation / (total * n * size**2)}


KNOWN = {
    "interpolated_mistakes_by_convergence": drawn(lambda r: converging(r, 3) | {"k": r.choice([1, 2, 3, 6, 9])}),
    "p_norm_mistakes_by_convergence": drawn(lambda r: converging(r, 3) | {"p": r.uniform(2, 8)}),
    "balanced_winnow_mistakes_by_convergence": drawn(converging),
    "weighted_majority_mistakes_by_convergence": drawn(converging),
    "mixed_mistakes": drawn(lambda r: {"shards": r.randint(1, 64), "mistakes_of_one": r.uniform(0, 1e4)}),
    "summed_mistakes": drawn(lambda r: norms(r) | merged(r)),
    "summed_p_norm_mistakes": drawn(lambda r: p_norms(r) | merged(r)),
    "conjunction_queries": drawn(lambda r: {"n": r.randint(0, 999)}),
    "conjunction_teacher_examples": drawn(lambda r: {"literals": r.randint(0, 99)}),
    "elimination_mistakes": drawn(lambda r: literals(r) | {"negations": r.random() < 0.5}),
    "consistent_mistakes": drawn(lambda r: {"concepts": r.randint(1, 10**6)}),
    "random_consistent_mistakes": drawn(lambda r: {"concepts": r.choice([1, r.randint(1, 10**4), 10**30])}),
    "optimal_mistakes": drawn(lambda r: {"dimension": r.randint(0, 99)}),
    "least_mistakes_on_a_class": drawn(lambda r: {"dimension": r.randint(0, 99)}),
    "passive_aggressive_mistakes": drawn(lambda r: passive(r, "aggressiveness", "noise")),
    "passive_aggressive_squared_mistakes": drawn(lambda r: passive(r, "aggressiveness", "noise_length")),
    "plain_passive_aggressive_mistakes": drawn(passive),
    "shifting_perceptron_mistakes": drawn(shifting),
    "halving_mistakes": drawn(lambda r: {"concepts": r.choice([2 ** r.randint(0, 50), r.randint(1, 10**30)])}),
    "halving_mistakes_on_conjunctions": drawn(lambda r: r.choice([literals(r), {"n": r.randint(0, 500)}])),
    "winnow_mistakes": drawn(literals),
    "winnow1_mistakes": drawn(literals),
    "winnow1_mistakes_at": drawn(
        lambda r: literals(r) | {"promotion": r.choice([3, 1.5]), "threshold": r.uniform(0.5, 99)}
    ),
    "winnow_r_mistakes": drawn(lambda r: literals(r) | {"literals": r.randint(0, 99)}),
    "perceptron_mistakes_with_noise": drawn(lambda r: norms(r) | {"noise_length": r.uniform(0, 9)}),
    "perceptron_mistakes": drawn(norms),
    "perceptron_mistakes_by_progress": drawn(norms),
    "perceptron_updates": drawn(lambda r: norms(r) | {"margin": r.uniform(0, 9), "rate": r.uniform(0.1, 9)}),
    "p_norm_mistakes": drawn(p_norms),
    "p_norm_mistakes_from_start": drawn(started),
    "p_norm_mistakes_at_rate": drawn(at_rate),
    "log_norm_mistakes": drawn(
        lambda r: {"n": r.randint(3, 9999), "target_total": 2.5, "largest_value": 0.5, "separation": r.uniform(0.1, 1)}
    ),
    "interpolated_mistakes": drawn(interpolated),
    "interpolated_mistakes_at_rate": drawn(lambda r: interpolated(r) | {"rate": math.exp(r.uniform(-2, 1))}),
    "p_norm_mistakes_at_average_margin": drawn(averaged),
    "p_norm_mistakes_with_noise": drawn(lambda r: p_norms(r) | {"noise": r.uniform(0, 99)}),
    "weighted_majority_mistakes": drawn(majority),
    "balanced_winnow_mistakes": drawn(lambda r: majority(r, sign=-1)),
    "alma_updates": drawn(alma),
    "alma_updates_at_scales": drawn(
        lambda r: alma(r) | {"trigger_scale": r.uniform(0.1, 9), "step_scale": r.uniform(0.1, 9)}
    ),
    "tracking_p_norm_mistakes": drawn(tracking),
}
"""Function -> parameters that it takes."""
