"""Everything on one page: how it was measured, the tables, the pictures."""

import json
import platform
from collections.abc import Sequence
from dataclasses import asdict
from datetime import date
from pathlib import Path

from . import tables
from .control import SEVEN
from .plots import ratio_plot, time_plot
from .roster import NEEDS, PACKAGES, missing, version_of
from .running import SLOW_COLUMNS, SLOW_ROWS, Prepared
from .sets import Skipped
from .standings import Standings, rivals, vw_three
from .vw import MOST_PAIRED

OVER_TIME = ("auto", "adaptive-winnow", "tracking-winnow", "arow-r1", "vw-logistic", "vw-coin", "control-mixing")
TABLE_COLUMNS = 1024
STREAMS = ("gen-abrupt", "gen-signed-abrupt", "elec", "spamassassin")

WHAT_FOR = """\
How many mistakes Auto makes, and how long it takes, beside Vowpal Wabbit, scikit-learn and River on public sets and
generated streams, and how sure that is."""
METHOD = """\
Every contestant predicts each example before it sees the label, then learns it: one pass, one example after the other.
The error is the share of wrong predictions over the whole pass. All get the same numbers: binary or real values in
sparse rows, nothing scaled, sorted or left out. A training file and its test file are two sets and one origin, which
counts once in means and tests. Where order means nothing, several permutations can be played; errors are means over
all of them, with the standard deviation over orders in brackets.

- *VW* is its own command line, 2^22 weights or more so that nothing collides; its three first settings are logistic and
  hinge loss, and coin betting on logistic loss, each without further options. *vw-pairs* is the same with -q ::, all
  pairs of a row's attributes (hashed: they may collide), where rows have {pairs} attributes on average or fewer.
- *scikit-learn* is taught with partial_fit, *River* with learn_one, one example at a time. River's trees and forests
  play sets of {slow} rows and {wide} columns at most, unless told otherwise.
- *LightGBM* does not learn on-line: every 2,000 rows it is trained anew on all before, and predicts the next 2,000; the
  first 2,000 by the labels' shares so far. Its time is that of all trainings.
- *Best rival by hindsight*: the one of VW's three, the same with pairs, VW --ect, River's tree and forest, LightGBM
  that made the fewest mistakes on that very set. Of log loss and average precision the best of any of them is shown.
- *Tuned* settings are grids around the default ones. The best of them on each set is chosen afterwards, which nobody
  could have done beforehand: it is a bar to measure against, not a competitor.
- *AROW* is run with Thresher's own engine and counts among the peers: the rule is not ours.
- *Control*: three masters of ours (fixed share, absolute loss, logistic mixing) over seven learners of other libraries
  ({seven}). If they did as well as our own, the merit would be the masters' alone. The best of the three is shown.
- *Ratio*: error over error, half a mistake added to both; means are geometric.
- *Difference, 95 %*: ours less theirs on the same examples (McNemar; runs of mistakes widen it). *Win* and *loss* are
  intervals that leave out 0. The rival is the best of three on that very set, which is in the rival's favour.
- *us a row*: processor time; in memory that of learning alone, from a file that of a whole process with start-up.
  *MB*: by how much the peak of memory grew. *Log loss* where probabilities are stated, kept within 1e-6 of 0 and 1.
"""


def write_all(
    standings: Standings, skipped: Sequence[Skipped], out: Path, figures: Path | None = None, command: str = ""
) -> str:
    """Writes table.md, errors.csv, results.json and the pictures; returns the page."""
    drawn = figures if figures is not None else out
    drawn.mkdir(parents=True, exist_ok=True)
    pictures = draw(standings, drawn)
    shown = [path for path in pictures if path.suffix == ".png"]
    text = page(standings, skipped, shown, "" if figures is None else f"{figures.name}/", command)
    (out / "table.md").write_text(text, encoding="utf-8")
    (out / "errors.csv").write_text(tables.errors_csv(standings), encoding="utf-8")
    results = {"sets": [_plain(found) for found in standings.sets], "runs": [asdict(r) for r in standings.records]}
    (out / "results.json").write_text(json.dumps(results, indent=1), encoding="utf-8")
    return text


def draw(standings: Standings, folder: Path) -> list[Path]:
    """All pictures there is something for."""
    binary = [found for found in standings.sets if found.classes == 2 and not found.generated]
    many = [found for found in standings.sets if found.classes > 2]
    paths = ratio_plot(standings, tables.headliner(standings, binary), binary, folder / "peers-ratios")
    paths += ratio_plot(standings, tables.headliner(standings, many), many, folder / "peers-many-classes")
    for found in standings.sets:
        if found.name in STREAMS:
            paths += time_plot(standings, found, OVER_TIME, folder / f"peers-{found.name}")
    return paths


def page(
    standings: Standings, skipped: Sequence[Skipped], pictures: Sequence[Path], folder: str, command: str = ""
) -> str:
    """The page, from results alone."""
    real = [found for found in standings.sets if not found.generated]
    parts = {
        "Texts and other wide sets": [found for found in real if found.classes == 2 and found.columns > TABLE_COLUMNS],
        "Tables": [found for found in real if found.classes == 2 and found.columns <= TABLE_COLUMNS],
        "Many classes": [found for found in real if found.classes > 2],
        "Generated streams": [found for found in standings.sets if found.generated],
    }
    lines = [
        "# Beside its peers\n",
        f"{WHAT_FOR}\n",
        f"Made by `python benchmarks/peers.py{command}` on {date.today()}; every number below comes from it.\n",
        f"{_versions()}\n",
        "## How it is measured\n",
        METHOD.format(seven=", ".join(SEVEN), pairs=MOST_PAIRED, slow=f"{SLOW_ROWS:,}", wide=SLOW_COLUMNS),
    ]
    for head, sets in parts.items():
        if sets:
            lines += _section(standings, head, sets)
    lines += ["## Pictures\n", *(f"![{path.stem}]({folder}{path.name})\n" for path in pictures)]
    left = [f"- {skip.path.name}: left out: {' '.join(skip.reason.split())[:160]}" for skip in skipped]
    lines += ["## Not done\n", "\n".join([*tables.undone_list(standings), *left]) + "\n"]
    return "\n".join(lines)


def _section(standings: Standings, head: str, sets: Sequence[Prepared]) -> list[str]:
    name = tables.headliner(standings, sets)
    controls = [one.name for one in standings.contestants if one.family == "control"]
    permuted = sum(1 for found in sets if len(standings.runs(found, name)) > 1)
    orders = f", {permuted} of them in several orders" if permuted else ""
    return [
        f"## {head}\n",
        f"{len(sets)} sets{orders}; {len({found.origin for found in sets})} origins.\n",
        tables.comparison_table(standings, [name, *controls], sets),
        f"### {head}: {name} beside the best rival by hindsight\n",
        tables.lists(standings.compare(name, rivals, sets)),
        tables.rivals_table(standings, name, sets),
        f"### {head}: {name} beside VW\n",
        tables.lists(standings.compare(name, vw_three, sets)),
        tables.sets_table(standings, name, sets),
        f"### {head}: everybody\n",
        tables.contestants_table(standings, sets),
    ]


def _versions() -> str:
    there = [family for family in NEEDS if family not in missing()]
    known = [f"{PACKAGES[NEEDS[family]]} {version_of(family)}" for family in there]
    return f"With {', '.join(known)}, Python {platform.python_version()}."


def _plain(found: Prepared) -> dict[str, object]:
    return {key: value for key, value in asdict(found).items() if key != "path"} | {"origin": found.origin}
