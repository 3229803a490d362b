"""`thresher bound`: a theorem's number, how it comes about, and what it assumes."""

import json
from typing import Any

import click
from click.shell_completion import CompletionItem

from ...theory.bounds import THEOREMS
from ..theory.function_options import FunctionCommand
from ..theory.function_parameters import FunctionParameter
from ..theory.theorem_records import example, to_answer, to_record
from ..theory.theorems import asked, choose, explain, find, named

EXAMPLE = """\b
Example:
  thresher bound A5 --separation 0.25 --norm 100 --total-rise 5
"""


class _Bound(FunctionCommand):
    def asks(self, chosen: str | None) -> list[FunctionParameter]:
        theorems = [find(chosen)] if chosen else THEOREMS.values()
        return [parameter for theorem in theorems for bound in theorem.bounds for parameter in asked(bound)]


def _complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    return [
        CompletionItem(entry, help=theorem.title)
        for entry, theorem in THEOREMS.items()
        if entry.lower().startswith(incomplete.lower())
    ]


@click.command("bound", cls=_Bound, epilog=EXAMPLE)
@click.argument("entry", required=False, is_eager=True, shell_complete=_complete)
@click.option(
    "--form", metavar="NAME", help="Which function of the theorem. [default: the first that has all it needs]"
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object on stdout.")
def command(entry: str | None, form: str | None, as_json: bool, **written: Any) -> None:
    """What a theorem promises: the number, its formula with the numbers filled in, what it assumes, whose it is.

    ENTRY is an entry of docs/theory.md such as A5. Without numbers: the theorem and what it needs to know. Without
    ENTRY: all of them. Numbers may be fractions; lists are written 1,2,0.5 and pairs 1:10,5:3.
    """
    written = {name: text for name, text in written.items() if text is not None}
    if entry is None:
        if written or form:
            raise click.UsageError("say which entry this is for; `thresher bound` alone lists them.")
        _tell(as_json, "print_all", {"theorems": [to_record(theorem) for theorem in THEOREMS.values()]})
        return
    theorem = find(entry)
    if written:
        bound = choose(theorem, form, written)
        known, explanation = explain(theorem, bound, written)
        _tell(as_json, "print_answer", to_answer(theorem, bound, known, explanation))
    else:
        bounds = [named(theorem, form)] if form else theorem.bounds
        examples = {"examples": [example(theorem, bound) for bound in bounds]}
        _tell(as_json, "print_theorem", to_record(theorem, bounds) | examples)


def _tell(as_json: bool, page: str, record: dict[str, Any]) -> None:
    if as_json:
        click.echo(json.dumps(record))
    else:
        from ..theory import bound_pages

        getattr(bound_pages, page)(record)
