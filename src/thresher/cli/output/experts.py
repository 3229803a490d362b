"""A master in words and as JSON: what it lost beside its experts and its bound, and whom it trusts."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ...evaluation import Run
    from ...learners import Standing, Trust

TRUSTED = 3  # named in the summary


def master_line(run: "Run") -> str:
    """Its loss, its best expert's, what the theorem allows, and the experts that it trusts most."""
    words = []
    if (standing := run.standing) is not None:
        words += [
            f"{standing.loss_name} {standing.master:,.1f}",
            f"best expert ({standing.best_name}) {standing.best:,.1f}",
            f"bound {standing.bound:,.1f}",
        ]
    if run.trust is not None:
        trust = run.trust.trust
        most = sorted(trust, key=lambda name: -trust[name])[:TRUSTED]
        words.append(f"trusts {', '.join(f'{name} {trust[name]:.0%}' for name in most)}")
    return "; ".join(words)


def plain_standing(standing: "Standing") -> dict[str, Any]:
    """For JSON."""
    return {
        "since": standing.since,
        "loss_name": standing.loss_name,
        "loss": standing.master,
        "best": standing.best,
        "best_name": standing.best_name,
        "bound": standing.bound,
        "theorem": standing.theorem,
        "holds": standing.holds,
        "experts": dict(standing.experts),
    }


def plain_trust(trust: "Trust") -> dict[str, Any]:
    """For JSON: now, and at some moments before."""
    return {
        "examples": trust.examples,
        "restarts": trust.restarts,
        "parts": dict(trust.trust),
        "mistakes": dict(trust.expert_mistakes),
        "history": [
            {"examples": line.examples, "restarts": line.restarts, "mistakes": line.mistakes, "parts": dict(line.trust)}
            for line in trust.history
        ],
    }
