"""What README shows of a run: errors of Auto beside VW's best and the best of all settings, on sets of two labels."""

from datetime import date

from benchmarks.suite_parts.errors import Errors, SetErrors

from .contestant import Contestant
from .standings import Standings, vw_three

FAMILIES = ("vw", "sklearn", "river", "arow-grid")


def settings(one: Contestant) -> bool:
    """Settings of the libraries that README names, of which the best is chosen afterwards."""
    return not one.ours and one.family in FAMILIES


def errors_of(standings: Standings) -> Errors:
    """Of the sets that Auto, one of VW's three and one of the settings have finished."""
    sets = [found for found in standings.sets if not found.generated and found.classes == 2]
    beside_vw, beside_best = (standings.compare("auto", group, sets) for group in (vw_three, settings))
    best = {match.found.name: match for match in beside_best.matches}
    rows = [
        SetErrors(match.found.name, match.ours, match.theirs, best[match.found.name].theirs)
        for match in beside_vw.matches
        if match.found.name in best
    ]
    total = beside_vw.together
    return Errors(
        date=date.today().isoformat(),
        settings=sum(map(settings, standings.contestants)),
        ratio=round(total.mean, 4),
        low=round(total.low, 4),
        high=round(total.high, 4),
        sets=len(rows),
        wins=len(beside_vw.verdicts("win")),
        losses=len(beside_vw.verdicts("loss")),
        best_ratio=round(beside_best.together.mean, 4),
        errors=rows,
    )
