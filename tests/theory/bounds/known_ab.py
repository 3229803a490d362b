"""Parameters that meet the assumptions of the bounds of sections A, B and H: drawn at random, the same every time."""

import math
import random

HOW_MANY = 25


def drawn(draw):
    """Several times what `draw` makes of a fresh source of randomness."""
    return [draw(random.Random(seed)) for seed in range(HOW_MANY)]


def winnow_rule(r):
    """A tracking Winnow and a separation at which A4 has a denominator."""
    separation = r.uniform(0.05, 1)
    norm = math.exp(r.uniform(0, 6))
    room = r.uniform(0.01, 0.5) * separation  # floor * norm
    most = min(math.e, (1 + separation) * (1 - room) / (1 - separation)) if separation < 1 else math.e
    return {
        "promotion": r.uniform(1 + 0.05 * (most - 1), 1 + 0.95 * (most - 1)),
        "floor": room / norm,
        "separation": separation,
        "norm": norm,
    }


def comparator(r):
    return {"total_rise": r.uniform(0, 50), "noise": r.choice([0.0, r.uniform(0, 50)])}


def target(r):
    return [r.choice([0.0, r.uniform(1e-4, 3)]) for _ in range(r.randint(1, 12))] + [1.0]


def tracking(r):
    return (
        winnow_rule(r) | comparator(r) | r.choice([{}, {"smallest_value": r.uniform(0.01, 1)}, {"largest_weight": 9}])
    )


def tracking_rate(r):
    known = tracking(r)
    return known | {"rise_rate": known.pop("total_rise") / 1e4, "noise_rate": known.pop("noise") / 1e4}


def at_separation(r):
    return {"separation": r.uniform(0.05, 1), "norm": math.exp(r.uniform(0, 6))}


def disjunctions(r):
    return {"norm": r.uniform(1, 300), "literals": r.randint(0, 40), "noise": float(r.randint(0, 40))}


def disjunctions_at_any(r):
    known = disjunctions(r)
    return known | {"promotion": r.uniform(1.05, 9), "floor": r.uniform(0.01, 0.9) / known["norm"]}


def fixed(r):
    u = target(r)
    known = {"target": u, "n": len(u) + r.randint(0, 300), "separation": r.uniform(0.05, 1)}
    return known | {"initial": math.exp(r.uniform(-9, 2))} | r.choice([{}, {"threshold": r.uniform(1, 100)}])


def fixed_and_noisy(r):
    known = fixed(r)
    return known | {"promotion": 1 + known["separation"] * r.uniform(0.3, 1), "noise": r.uniform(0, 20)}


def shifts(r):
    return {"n": r.randint(2, 3000), "shifts": r.randint(1, 40), "attribute_errors": r.randint(0, 50)}


def sparse_shifts(r):
    known = shifts(r) | {"noise": 2 * r.randint(0, 9), "norm": r.choice([None, r.randint(1, 50)])}
    del known["attribute_errors"]
    return known


def literals(r):
    k = r.randint(1, 9)
    return {"n": k * r.randint(2, 300), "literals": k, "attribute_errors": r.randint(0, 50)}


def swin_rule(r):
    a = r.uniform(1.01, 4)
    return {
        "promotion": a,
        "floor_share": r.uniform(0.001, 0.9) * math.log(a) / (a - 1) * 0.3,
        "randomized": r.random() < 0.5,
    }


def switches(r):
    return {"n": r.randint(3, 3000), "literals_on": r.randint(0, 40), "literals_off": r.randint(0, 20)}


def rates(r):
    return {"n": r.randint(20, 3000), "shift_rate": r.uniform(0, 0.01), "error_rate": r.uniform(0, 0.1)}


def by_shifts(r):
    return swin_rule(r) | shifts(r) | {"n": r.randint(20, 3000)}


def on_a_disjunction(r):
    a = r.uniform(1.01, 4)
    return literals(r) | {"promotion": a, "initial": a * r.uniform(1e-4, 1), "randomized": r.random() < 0.5}


def for_literals(r):
    known = on_a_disjunction(r) | {"literals": r.randint(1, 6), "n": r.randint(6, 60)}
    del known["initial"]
    return known


def among_errors(r):
    return literals(r) | {
        "attribute_errors": r.uniform(3e3, 1e6),
        "randomized": r.random() < 0.5,
        "n": r.randint(9, 99),
    }


def among_errors_and_shifts(r):
    return shifts(r) | {"attribute_errors": r.uniform(1e6, 1e8), "randomized": r.random() < 0.5}


def scaled_program(r):
    known = winnow_rule(r)
    tau = r.uniform(0.1, 20)
    return known | {"scaled_value": r.uniform(0, 9), "scale": tau, "scaled_separation": known.pop("separation") * tau}


KNOWN = {
    "schedule_bits": drawn(
        lambda r: {"n": r.randint(1, 999), "shifts": r.randint(0, 30), "attribute_errors": r.randint(0, 50)}
    ),
    "mistakes_by_promotions": drawn(
        lambda r: {k: v for k, v in winnow_rule(r).items() if k != "separation"} | {"promotions": r.randint(0, 99)}
    ),
    "tracking_winnow_mistakes": drawn(tracking),
    "tracking_winnow_rate": drawn(tracking_rate),
    "tracking_winnow_mistakes_for_separation": drawn(lambda r: at_separation(r) | comparator(r)),
    "tracking_winnow_mistakes_on_fixed_concept": drawn(lambda r: at_separation(r) | {"target": target(r)}),
    "small_values_mistakes": drawn(lambda r: winnow_rule(r) | comparator(r)),
    "small_values_mistakes_in_closed_form": drawn(lambda r: winnow_rule(r) | comparator(r)),
    "small_values_mistakes_by_budget": drawn(
        lambda r: (
            (known := winnow_rule(r) | comparator(r)) | {"largest_target_weight": known["total_rise"] * r.random()}
        )
    ),
    "rounded_values_mistakes": drawn(lambda r: at_separation(r) | comparator(r) | {"largest_total": r.uniform(1, 9)}),
    "disjunction_mistakes": drawn(disjunctions_at_any),
    "disjunction_mistakes_at_promotion_2": drawn(disjunctions),
    "disjunction_mistakes_at_promotion_1_35": drawn(disjunctions),
    "disjunction_mistakes_at_promotion_2_94": drawn(disjunctions),
    "fixed_winnow_mistakes": drawn(fixed),
    "noisy_winnow_mistakes": drawn(fixed_and_noisy),
    "sparse_winnow_mistakes": drawn(lambda r: at_separation(r) | {"target": target(r)}),
    "least_mistakes_on_sparse_shifts": drawn(sparse_shifts),
    "least_mistakes_on_shifts": drawn(shifts),
    "least_expected_mistakes_on_shifts": drawn(shifts),
    "least_mistakes_on_a_disjunction": drawn(literals),
    "least_expected_mistakes_on_a_disjunction": drawn(lambda r: literals(r) | {"slack": r.uniform(0.01, 1)}),
    "swin_mistakes": drawn(lambda r: swin_rule(r) | switches(r) | {"attribute_errors": r.uniform(0, 50)}),
    "swin_mistakes_by_shifts": drawn(by_shifts),
    "swin_rate": drawn(lambda r: swin_rule(r) | rates(r)),
    "swin_mistakes_on_a_disjunction": drawn(on_a_disjunction),
    "swin_mistakes_without_knowledge": drawn(lambda r: shifts(r) | {"randomized": r.random() < 0.5}),
    "swin_mistakes_for_literals": drawn(for_literals),
    "swin_mistakes_among_errors": drawn(among_errors),
    "swin_mistakes_among_errors_and_shifts": drawn(among_errors_and_shifts),
    "program_mistakes": drawn(lambda r: winnow_rule(r) | {"value": r.uniform(0, 99)}),
    "scaled_program_mistakes": drawn(scaled_program),
}
"""Function -> parameters that it takes."""
