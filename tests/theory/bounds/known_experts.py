"""Parameters that meet the assumptions of the bounds of F1 to F4 and J4: drawn at random, the same every time."""

from .known_ab import drawn
from .known_df import amount, lossy, shared


def stated(r):
    plain = {"experts": r.randint(1, 100)}
    return lossy(r) | r.choice([plain, shared(r)])


def returning(r):
    known = shared(r)
    return known | {"pool": r.randint(1, min(known["experts"], known["switches"] + 1)), "loss": amount(r)}


def mixing(r):
    return {"best_loss": amount(r), "distance": r.uniform(0, 5), "rate": r.uniform(0.001, 2)}


def logits(r):
    return {"experts": r.randint(1, 100), "largest_logit": r.uniform(0.1, 10)}


def slow(r):
    known = mixing(r) | logits(r)
    limit = 2 / (0.4073 * known["experts"] * known["largest_logit"] ** 2)
    return known | {"rate": limit * r.uniform(0.01, 0.99)}


def restarted(r):
    known = {
        "best_loss": amount(r),
        "prior": r.uniform(1e-6, 1),
        "share": r.uniform(0, 0.99),
        "trials": r.randint(1, 1000),
    }
    return known | {"restarts": r.randrange(known["trials"])}


def interval(r):
    return restarted(r) | {"returned": r.uniform(1e-9, 1)}


KNOWN = {
    "log_loss_mistakes": drawn(lambda r: {"loss": amount(r)}),
    "expert_absolute_loss": drawn(stated),
    "mean_expert_absolute_loss": drawn(stated),
    "confident_mistakes": drawn(stated),
    "past_posteriors_log_loss": drawn(returning),
    "decaying_past_log_loss": drawn(lambda r: returning(r) | {"horizon": r.randint(1000, 10**6)}),
    "logistic_mixing_log_loss": drawn(lambda r: mixing(r) | {"gradients": amount(r)}),
    "logistic_mixing_log_loss_for_trials": drawn(lambda r: mixing(r) | logits(r) | {"trials": r.randint(0, 1000)}),
    "logistic_mixing_log_loss_for_any_trials": drawn(slow),
    "shared_prior_log_loss": drawn(restarted),
    "interval_log_loss": drawn(interval),
    "fading_share_interval_log_loss": drawn(
        lambda r: {"best_loss": amount(r), "prior": r.uniform(1e-6, 1), "last": r.randint(1, 10**9)}
    ),
    "adaptive_logistic_mixing_log_loss": drawn(
        lambda r: {"best_loss": amount(r), "radius": r.uniform(1, 9), "gradients": amount(r)}
    ),
}
