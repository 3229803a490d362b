"""Everybody who can take part, by name and by library, and which libraries are there."""

from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec

from .baselines import BASELINES
from .boosting import BOOSTING
from .contestant import Contestant
from .control import CONTROL
from .ours import AROW, OURS
from .river_learners import RIVER
from .scikit import SKLEARN
from .vw import VW

ROSTER: dict[str, Contestant] = {
    one.name: one for one in (*BASELINES, *OURS, *VW, *SKLEARN, *RIVER, *BOOSTING, *AROW, *CONTROL)
}
FAMILIES = tuple(dict.fromkeys(one.family for one in ROSTER.values()))  # the control last: it needs the others' records
NEEDS = {"vw": "vowpalwabbit", "sklearn": "sklearn", "river": "river", "lightgbm": "lightgbm"}
PACKAGES = {"vowpalwabbit": "vowpalwabbit", "sklearn": "scikit-learn", "river": "river", "lightgbm": "lightgbm"}
QUICK = ("auto", "adaptive-winnow", "tracking-winnow", "arow", "vw-logistic", "vw-hinge", "vw-coin", "no-change")
TREES = ("river-tree", "river-forest", "lightgbm-2000")
VW_THREE = ("vw-logistic", "vw-hinge", "vw-coin")


def missing() -> dict[str, str]:
    """Family -> the package that it needs and that is not installed."""
    return {family: PACKAGES[module] for family, module in NEEDS.items() if find_spec(module) is None}


def version_of(family: str) -> str:
    """The version of the library that a family is run with; results of another version are other results."""
    if family in NEEDS:
        try:
            return version(PACKAGES[NEEDS[family]])
        except PackageNotFoundError:
            return "unknown"
    return "1" if family == "baseline" else our_digest()


def our_digest() -> str:
    """A fingerprint of Thresher's own code: what was measured before a change is measured again after it."""
    import hashlib
    from pathlib import Path

    import thresher

    folder = Path(thresher.__file__).parent
    paths = sorted(path for path in folder.rglob("*") if path.suffix in (".py", ".so") and "cli" not in path.parts)
    return hashlib.sha256(b"".join(path.read_bytes() for path in paths)).hexdigest()[:12]


def chosen(names: Sequence[str]) -> list[Contestant]:
    """Contestants by name; a family's name stands for all of it, `name*` for all that begin so."""
    found: dict[str, Contestant] = {}
    for name in names:
        matching = [one for one in ROSTER.values() if _means(name, one)]
        if not matching:
            raise KeyError(f"there is no contestant {name!r}; there are {', '.join(ROSTER)}")
        found |= {one.name: one for one in matching}
    return list(found.values())


def _means(name: str, one: Contestant) -> bool:
    if name.endswith("*"):
        return one.name.startswith(name[:-1])
    return name == one.name or (name == one.family and name not in ROSTER)
