"""What pages say of a run of the suite: docs/benchmarks.md whole, tables in docs/speed.md and README.md.

A table stands between two comments, `<!-- made by benchmarks/suite.py: NAME -->` and `<!-- end -->`; what is around
them is written by hand.
"""

import re
from pathlib import Path

from benchmarks.claims import Claim

from .errors import errors_table
from .record import SuiteRun

ROOT = Path(__file__).resolve().parents[2]
LIMIT = "the limit"
"""The peer of a claim that has none."""

SGD = "scikit-learn's one `SGDClassifier`"
VW = "Vowpal Wabbit's one learner"
FIRST_LOOK = (
    (r"Auto in memory, binary", "", "Auto, fifteen learners at once, in memory", SGD),
    (r"Arow, binary", r"SGDClassifier\(log_loss\)", "`Arow` alone, in memory", SGD),
    (r"Auto from binary.*\.vw", "", "Auto from a file of VW text, whole process", VW),
    (r"Perceptron from binary.*\.vw", "", "`Perceptron` alone from the same file, whole process", VW),
    (r"Auto, 151 classes", "", "Auto, 151 classes", "Vowpal Wabbit, one against all"),
    (r"Perceptron from mixed\.csv", r"River.*", "`Perceptron` from a CSV file, whole process", "River in a loop"),
    (r"service: questions, 64 connections", LIMIT, "the service, each answer on disk before it is given", ""),
)
"""What README shows: the claim, its peer, and what the work and the peer are called there."""


def number(value: float) -> str:
    """Three digits, or all of a large one."""
    return f"{value:,.0f}" if value >= 1000 else f"{value:.3g}"


def times(claim: Claim) -> str:
    """How many times as fast as the peer."""
    return f"{1 / claim.ratio if claim.at_most else claim.ratio:.2f}"


def cells(claim: Claim) -> list[str]:
    """A claim as a row of the summary."""
    theirs, held = number(claim.theirs), "yes" if claim.held else "no"
    ours = f"{number(claim.ours)} {claim.unit}"
    return [claim.what, ours, claim.peer, theirs, f"{claim.ratio:.2f}", claim.asked, held]


def rows(lines: list[list[str]]) -> str:
    """Lines of a table; the first is its head."""
    head, *others = (f"| {' | '.join(line)} |" for line in lines)
    return "\n".join([head, "|---" * len(lines[0]) + "|", *others])


def benchmarks_page(run: SuiteRun, picture: str = "figures/benchmarks.png") -> str:
    """docs/benchmarks.md."""
    held = sum(claim.held for claim in run.claims)
    head = ["what", "ours", "beside", "theirs", "ratio", "asked", "held"]
    left_out = f"\nLeft out, because it is not installed: {', '.join(run.left_out)}.\n" if run.left_out else ""
    return f"""# Benchmarks

What is asked of Thresher's speed, beside whom, and whether it is held, which means that the ratio measured is \
at least as good as the one asked: made by `make bench`, all in one run{_form(run)}.

{run.when_and_where}; {run.minutes:.0f} minutes. **{held} of {len(run.claims)} held.**
Ratios are ours over theirs: of seconds, smaller is better; of anything a second, larger. A limit is a number that is \
asked for where there is no peer. Machines differ: run it on yours.

![Each ratio over what is asked]({picture})

{rows([head, *map(cells, run.claims)])}
{left_out}"""


def speed_tables(run: SuiteRun) -> str:
    """For docs/speed.md: who is how many times as fast as whom, and figures that have no peer."""
    beside = [claim for claim in run.claims if claim.peer != LIMIT]
    alone = [claim for claim in run.claims if claim.peer == LIMIT]
    head = ["what", "ours", "beside", "theirs", "times as fast"]
    compared = [
        [claim.what, f"{number(claim.ours)} {claim.unit}", claim.peer, number(claim.theirs), times(claim)]
        for claim in beside
    ]
    figures = [[claim.what, f"{number(claim.ours)} {claim.unit}"] for claim in alone]
    return f"{_said(run)}\n\n{rows([head, *compared])}\n\n{rows([['what', 'takes, or does'], *figures])}"


def first_look(run: SuiteRun) -> str:
    """For README.md: a few of them."""
    lines = [["work", "beside", "times as fast"]]
    for what, peer, called, beside in FIRST_LOOK:
        found = [one for one in run.claims if re.match(what, one.what) and re.fullmatch(peer or ".*", one.peer)]
        if found and found[0].peer == LIMIT:
            lines.append([called, "", f"{number(found[0].ours)} {found[0].unit}"])
        elif found:
            lines.append([called, beside, times(found[0])])
    return f"{_said(run)}\n\n{rows(lines)}"


def _said(run: SuiteRun) -> str:
    return f"{run.when_and_where}, one run of `make bench`{_form(run)}:"


def _form(run: SuiteRun) -> str:
    return ", in its quick form" if run.quick else ""


def filled(text: str, name: str, inside: str) -> str:
    """A page with something else between the two comments of a name.

    >>> filled("a <!-- made by benchmarks/suite.py: x -->old<!-- end --> b", "x", "new")
    'a <!-- made by benchmarks/suite.py: x -->\\n\\nnew\\n\\n<!-- end --> b'
    """
    begin = f"<!-- made by benchmarks/suite.py: {name} -->"
    before, found, rest = text.partition(begin)
    _, ended, after = rest.partition("<!-- end -->")
    if not (found and ended):
        raise ValueError(f"the page has no place for {name!r}")
    return f"{before}{begin}\n\n{inside}\n\n{ended}{after}"


def pages(run: SuiteRun) -> dict[Path, str]:
    """Every page that shows something of the run, as it is to be."""
    readme, speed = ROOT / "README.md", ROOT / "docs" / "speed.md"
    text = filled(readme.read_text(encoding="utf-8"), "errors", errors_table())
    return {
        ROOT / "docs" / "benchmarks.md": benchmarks_page(run),
        speed: filled(speed.read_text(encoding="utf-8"), "speed", speed_tables(run)),
        readme: filled(text, "first look", first_look(run)),
    }
