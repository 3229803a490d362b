"""The results as tables in markdown."""

import math
import re
from collections.abc import Iterable, Sequence

from .contestant import Contestant
from .ours import AUTO
from .records import FAILED, REFUSED, UNFINISHED
from .running import Prepared
from .standings import Comparison, Group, Standings, all_peers, default_peers, rivals, vw_three

FIRST = (AUTO, "adaptive-winnow", "multiclass")  # whose results come first: the first of them that has any
WORDS = ("set", "contestant", "settings", "beside", "verdict")
BESIDE: dict[str, Group] = {
    "VW's best of logistic, hinge, coin": vw_three,
    "the best rival by hindsight: VW, VW -q ::, River's trees, LightGBM": rivals,
    "the best peer, default settings": default_peers,
    "the best peer, all settings": all_peers,
}


def headliner(standings: Standings, sets: Sequence[Prepared]) -> str:
    """Whose results come first on these sets."""
    return next((name for name in FIRST if any(standings.runs(found, name) for found in sets)), AUTO)


def markdown(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table; words to the left, numbers to the right."""
    rule = ["---" if head in WORDS else "---:" for head in heads]
    return "\n".join("| " + " | ".join(row) + " |" for row in (heads, rule, *rows)) + "\n"


def sets_table(standings: Standings, name: str, sets: Sequence[Prepared]) -> str:
    """Every set: our error, VW's best and the interval of the difference, the best of all peers, no change."""
    matches = {match.found.name: match for match in standings.compare(name, vw_three, sets).matches}
    rows = []
    for found in sets:
        match, best = matches.get(found.name), standings.best(found, all_peers)
        control = standings.best(found, lambda one: one.family == "control")
        alone = standings.best(found, lambda one: one.ours and one.name != AUTO)
        difference = match.difference if match else None
        rows.append(
            [
                found.name,
                f"{found.rows:,} x {found.columns:,}" + (f", {found.classes} classes" if found.classes > 2 else ""),
                _error(standings.error(found, name)),
                f"{_error(match.theirs)} {match.rival.removeprefix('vw-')}" if match else "-",
                f"{difference.low:+.4f} .. {difference.high:+.4f}" if difference else "-",
                difference.verdict if difference else "-",
                f"{match.ratio:.2f}" if match else "-",
                f"{_error(best[1])} {best[0]}" if best else "-",
                f"{_error(alone[1])} {alone[0]}" if alone else "-",
                f"{_error(control[1])} {control[0].removeprefix('control-')}" if control else "-",
                _error(standings.error(found, "no-change")),
            ]
        )
    heads = ["set", "rows x columns", name, "VW's best", "difference, 95 %", "verdict", "ratio"]
    return markdown([*heads, "best peer, tuned", "our best single", "control", "no change"], rows)


def rivals_table(standings: Standings, name: str, sets: Sequence[Prepared]) -> str:
    """Every set beside the rival with the fewest mistakes there; log loss and ranking beside the best of any."""
    rows = []
    for match in standings.compare(name, rivals, sets).matches:
        found = match.found
        losses = [standings.mean(found, one.name, "log_loss") for one in standings.contestants if rivals(one)]
        precisions = [
            standings.mean(found, one.name, "average_precision") for one in standings.contestants if rivals(one)
        ]
        rows.append(
            [
                found.name,
                f"{found.rows:,} x {found.columns:,}" + (f", {found.classes} classes" if found.classes > 2 else ""),
                _with_spread(standings, found, name),
                f"{_with_spread(standings, found, match.rival)} {match.rival}",
                f"{match.ratio:.3f}",
                match.difference.verdict,
                _two(standings.mean(found, name, "log_loss"), min((x for x in losses if x is not None), default=None)),
                _two(
                    standings.mean(found, name, "average_precision"),
                    max((x for x in precisions if x is not None), default=None),
                ),
                _two(_seconds(standings, found, name), _seconds(standings, found, match.rival), digits=1),
            ]
        )
    heads = ["set", "rows x columns", name, "best rival", "ratio", "verdict", "log loss, best of rivals"]
    return markdown([*heads, "average precision, best of rivals", "seconds, that rival's"], rows)


def _with_spread(standings: Standings, found: Prepared, name: str) -> str:
    spread = standings.spread(found, name)
    return _error(standings.error(found, name)) + (f" ({spread:.4f})" if spread is not None else "")


def _two(ours: float | None, theirs: float | None, digits: int = 3) -> str:
    return ", ".join("-" if x is None else f"{x:.{digits}f}" for x in (ours, theirs))


def _seconds(standings: Standings, found: Prepared, name: str) -> float | None:
    """Of learning in memory; of who only reads files, of the whole process."""
    own = standings.mean(found, name, "seconds")
    return standings.mean(found, name, "file_seconds") if own is None else own


def comparison_table(standings: Standings, names: Sequence[str], sets: Sequence[Prepared]) -> str:
    """Contestants beside groups of peers: geometric mean, interval, test, wins and losses."""
    rows = []
    for name in names:
        for words, group in BESIDE.items():
            comparison = standings.compare(name, group, sets)
            if comparison.matches:
                rows.append([name, words, *_summary(comparison)])
    return markdown(["contestant", "beside", "ratio", "95 %", "Wilcoxon p", "sets", "lower", "wins", "losses"], rows)


def _summary(comparison: Comparison) -> list[str]:
    total = comparison.together
    interval = "-" if math.isnan(total.low) else f"{total.low:.2f} .. {total.high:.2f}"
    p = "-" if math.isnan(total.p) else f"{total.p:.2g}"
    counts = [comparison.lower, len(comparison.verdicts("win")), len(comparison.verdicts("loss"))]
    return [f"{total.mean:.3f}", interval, p, str(len(comparison.matches)), *map(str, counts)]


def contestants_table(standings: Standings, sets: Sequence[Prepared]) -> str:
    """Everybody: the mean ratio to VW's best, wins and losses, time and memory relative to vw-logistic."""
    rows = []
    for one in standings.contestants:
        comparison = standings.compare(one.name, vw_three, sets)
        if not comparison.matches:
            continue
        total = comparison.together
        losses = [x for found in sets if (x := standings.mean(found, one.name, "log_loss")) is not None]
        ranked = [x for found in sets if (x := standings.mean(found, one.name, "average_precision")) is not None]
        rows.append(
            (
                total.mean,
                [
                    one.name,
                    one.settings.replace("|", "\\|"),
                    f"{total.mean:.3f}",
                    str(len(comparison.matches)),
                    f"{comparison.lower}",
                    f"{len(comparison.verdicts('win'))} : {len(comparison.verdicts('loss'))}",
                    f"{sum(losses) / len(losses):.3f} ({len(losses)})" if losses else "-",
                    f"{sum(ranked) / len(ranked):.3f} ({len(ranked)})" if ranked else "-",
                    _rate(standings, one, sets, "seconds"),
                    _rate(standings, one, sets, "file_seconds"),
                    _most(standings, one, sets),
                ],
            )
        )
    heads = ["contestant", "settings", "ratio to VW's best", "sets", "lower", "wins : losses", "log loss (sets)"]
    heads += ["average precision (sets)", "us a row, memory", "us a row, file", "most MB"]
    return markdown(heads, [row for _, row in sorted(rows, key=lambda pair: pair[0])])


def errors_csv(standings: Standings) -> str:
    """Every error there is, a line for each set."""
    names = [one.name for one in standings.contestants]
    lines = [",".join(["set", "rows", *names])]
    for found in standings.sets:
        errors = [standings.error(found, name) for name in names]
        lines.append(",".join([found.name, str(found.rows), *("" if e is None else f"{e:.6f}" for e in errors)]))
    return "\n".join(lines) + "\n"


def lists(comparison: Comparison) -> str:
    """Wins, losses and ties by name."""
    parts = []
    for verdict, words in (("win", "Won"), ("loss", "Lost"), ("tie", "Not to be told apart")):
        names = comparison.verdicts(verdict)
        parts.append(f"{words} ({len(names)}): {', '.join(names) or 'none'}.")
    return "\n\n".join(parts) + "\n"


def undone_list(standings: Standings) -> list[str]:
    """What was not finished, refused or failed, with the reason; the same reason once."""
    found: dict[tuple[str, str, str], list[str]] = {}
    for record in standings.undone():
        key = (record.contestant, record.status, _short_reason(record.reason, record.status))
        found.setdefault(key, []).append(f"{record.set} ({record.order})" if record.order else record.set)
    order = (FAILED, UNFINISHED, REFUSED)
    items = sorted(found.items(), key=lambda item: (order.index(item[0][1]), item[0]))
    return [f"- {name}: {status} on {_some(sets)}: {why}" for (name, status, why), sets in items]


def _some(names: Sequence[str]) -> str:
    return ", ".join(names) if len(names) <= 6 else f"{len(names)} sets ({', '.join(names[:4])}, ...)"


def _short_reason(reason: str, status: str) -> str:
    if status == UNFINISHED:
        return "its time was up"
    alike = re.sub(r"^row \d+: column \d+ has the value \S+;", "", reason.partition("\n")[0])
    return alike.strip().partition(" (")[0][:160]


def _rate(standings: Standings, one: Contestant, sets: Sequence[Prepared], what: str) -> str:
    """Microseconds a row over all sets together."""
    pairs = [(found.rows, standings.mean(found, one.name, what)) for found in sets]
    known = [(rows, seconds) for rows, seconds in pairs if seconds is not None]
    return f"{1e6 * sum(s for _, s in known) / sum(r for r, _ in known):,.1f}" if known else "-"


def _most(standings: Standings, one: Contestant, sets: Sequence[Prepared]) -> str:
    known = [mb for found in sets if (mb := standings.mean(found, one.name, "memory_mb")) is not None]
    return f"{max(known):,.1f}" if known else "-"


def _error(error: float | None) -> str:
    return "-" if error is None else f"{error:.4f}"
