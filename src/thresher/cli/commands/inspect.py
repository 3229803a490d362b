"""`thresher inspect`: what a model is, what changed between two, and what is in a data file."""

import json
from pathlib import Path
from typing import Any

import click

from ..options import GroupedCommand, Reading, takes
from ..saved_models import load_model

EXAMPLE = """\b
Example:
  printf '1 | free money\\n-1 | lunch at noon\\n' > mail.vw
  thresher inspect mail.vw
"""


@click.command("inspect", cls=GroupedCommand, epilog=EXAMPLE)
@click.argument("file", metavar="MODEL|DATA")
@click.argument("other", required=False, metavar="[MODEL]")
@click.option("--weights", "shown", default=20, show_default=True, help="How many of the largest weights to show.")
@click.option("--bits", type=int, help="Data in VW's format: hash as VW does with -b.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object on stdout.")
@takes(without=("on_error",), reading=Reading)
def command(file: str, other: str | None, shown: int, bits: int | None, as_json: bool, reading: Reading) -> None:
    """What a model is: its learner, parameters, counts and largest weights. With a second model: what changed from the
    first to the second. Of a data file: its format, and how many examples, labels and attributes it holds.
    """
    from ...errors import InputError

    if file != "-" and not Path(file).is_file():
        raise InputError(f"{file}: can't be opened: there is no such file.")
    words: list[str] = []
    if not _is_model(file):
        if other is not None:
            raise InputError(f"{file} is no model; two files to inspect are two models.")
        record = _data(file, bits, reading)
    elif other is None:
        record, words = _model(file, shown)
    else:
        record = _change(file, other, shown)
    if as_json:
        click.echo(json.dumps(record, default=str))
    else:
        _print({key: value for key, value in record.items() if not (words and key in ("standing", "trust"))})
        for line in words:  # as wide as they are
            click.echo(line)


def _is_model(name: str) -> bool:
    if name == "-":
        return False
    with Path(name).open("rb") as file:
        start = file.read(4096)
    return name.endswith(".thresher") or (start[8:9] == b"{" and b"thresher" in start)


def _data(name: str, bits: int | None, reading: Reading) -> dict[str, Any]:
    from ...streams import describe

    (source,) = reading.sources([name], bits)
    found = describe(source)
    record = {
        "data": name,
        "format": found.format,
        "lines": found.lines,
        "examples": found.examples,
        "labelled": found.labelled,
        "features": found.features,
        "weighted_examples": found.weight_sum,
        "weighted_label_sum": found.label_sum,
        "bytes": found.bytes,
        "bad_lines": found.bad_lines,
    }
    if found.first_trouble is not None:
        record["first_bad_line"] = found.first_trouble.sentence(name)
    return record


def _model(name: str, shown: int) -> tuple[dict[str, Any], list[str]]:
    """What is known of it, and of a master the words of its own."""
    from ...evaluation.many import many_of
    from ...evaluation.standings import standing_of, trust_of
    from ..output.class_models import class_record, what_was_read
    from ..output.experts import plain_standing, plain_trust

    learner, progress = load_model(name)
    if many_of(learner) is not None:
        return class_record(name, learner, progress, shown), []
    weights = learner.weights()
    standing, trust = standing_of(learner), trust_of(learner)
    record = {
        "model": name,
        "learner": type(learner).__name__,
        "parameters": {key: repr(value) for key, value in learner.get_params().items()},
        "counts": {
            key: getattr(learner, key)
            for key in ("examples", "mistakes", "updates", "promotions", "demotions", "overflows", "refused")
        },
        "error": learner.mistakes / learner.examples if learner.examples else 0.0,
        "attributes": len(weights),
        "bias": learner.bias,
        "digest": learner.digest(),
        "read": what_was_read(progress),
        "largest_weights": dict(list(weights.items())[:shown]),
        **({"standing": plain_standing(standing)} if standing is not None else {}),
        **({"trust": plain_trust(trust)} if trust is not None else {}),
    }
    return record, [str(part) for part in (standing, trust) if part is not None]


def _change(before: str, after: str, shown: int) -> dict[str, Any]:
    from ...evaluation.many import many_of
    from ..output.class_models import class_change

    (first, _), (second, _) = load_model(before), load_model(after)
    if many_of(first) is not None or many_of(second) is not None:
        return class_change(before, first, after, second)
    old, new = first.weights(), second.weights()
    changes = {
        key: (first.weight(key), second.weight(key)) for key in old.keys() | new.keys() if old.get(key) != new.get(key)
    }
    order = sorted(changes, key=lambda key: (-abs(changes[key][1] - changes[key][0]), str(key)))
    params_before, params_after = first.get_params(), second.get_params()
    return {
        "before": before,
        "after": after,
        "learners": f"{type(first).__name__} -> {type(second).__name__}",
        "same": first == second,
        "changed_parameters": {
            key: f"{params_before.get(key)!r} -> {params_after.get(key)!r}"
            for key in {**params_before, **params_after}
            if params_before.get(key) != params_after.get(key)
        },
        "more_examples": second.examples - first.examples,
        "more_mistakes": second.mistakes - first.mistakes,
        "more_updates": second.updates - first.updates,
        "attributes": f"{len(old):,} -> {len(new):,}",
        "came": len(new.keys() - old.keys()),
        "went": len(old.keys() - new.keys()),
        "changed_weights": len(changes),
        "largest_changes": {key: list(changes[key]) for key in order[:shown]},
    }


def _print(record: dict[str, Any]) -> None:
    """The record as rows; what is nested as a table of its own."""
    from rich.console import Console
    from rich.table import Table

    out = Console(highlight=False)
    head = Table.grid(padding=(0, 2))
    for key, value in record.items():
        if not isinstance(value, dict):
            head.add_row(
                key.replace("_", " "),
                f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else _text(value),
            )
    out.print(head)
    for key, value in record.items():
        if isinstance(value, dict) and value:
            out.print(_table(key.replace("_", " "), value))


def _table(title: str, rows: dict[Any, Any]) -> Any:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(title=title, title_justify="left", box=box.SIMPLE, show_header=False, pad_edge=False)
    numbers = all(isinstance(value, (int, float, list)) for value in rows.values())
    table.add_column(overflow="fold")
    table.add_column(justify="right" if numbers else "left", overflow="fold")
    for key, value in rows.items():
        table.add_row(Text(str(key)), Text(_text(value)))
    return table


def _text(value: Any) -> str:
    if isinstance(value, list):
        return " -> ".join(_text(part) for part in value)
    if isinstance(value, float):
        return f"{value:.6g}"
    return f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else str(value)
