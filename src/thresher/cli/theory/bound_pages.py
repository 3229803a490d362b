"""What `thresher bound` shows: all theorems, one of them, one with its numbers."""

import re
from typing import Any

from rich import box
from rich.console import Group
from rich.table import Table
from rich.text import Text

from .numbers_in_words import in_words, number
from .page import Page, bullets, columns, equations, indented, to_paste

STATUS = {
    "paper": "printed in the source; checked",
    "corrected": "the source has a slip; this is what holds",
    "reconstructed": "rebuilt from the source's argument; its formulas were illegible",
    "derived": "our own derivation",
    "recalled": "as we remember the literature; not compared with the printed page",
}


def print_all(record: dict[str, Any]) -> None:
    """Every theorem: what it counts, whose it is, what its functions ask for."""
    table = listing("entry", "theorem; from what, [or also from]", "bounds", "status")
    for theorem in record["theorems"]:
        counts = [re.sub(r" \(.+\)", "", form["counts"]) + f" {form['relation']}" for form in theorem["forms"]]
        said = explained(theorem["title"], *(form["parameters"] for form in theorem["forms"]))
        table.add_row(theorem["entry"], said, "\n".join(dict.fromkeys(counts)), theorem["status"])
    page = Page()
    page.add(table)
    page.add(Text("thresher bound ENTRY shows one: its formula, what it needs to know, what it assumes."))
    page.print()


def listing(*heads: str) -> Table:
    """A table whose second column has all the room."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for place, head in enumerate(heads):
        style = "cyan" if place == 0 else ""
        table.add_column(
            Text(head), no_wrap=place in (0, 3), ratio=1 if place == 1 else None, style=style, max_width=20
        )
    table.columns[1].max_width = None
    return table


def explained(title: str, *forms: list[dict[str, Any]]) -> Group:
    """A title, and below it what each form asks for."""
    asked = dict.fromkeys(_asked(form) for form in forms)
    return Group(Text(title), *(indented(Text(line, style="dim")) for line in asked))


def print_theorem(record: dict[str, Any]) -> None:
    """One theorem without numbers."""
    page = Page()
    page.add(_title(record))
    for form, example in zip(record["forms"], record["examples"], strict=True):
        if len(record["forms"]) > 1:
            page.add(Text(f"--form {form['name']}", style="bold"))
        page.add(equations(_stated(form)))
        page.add(parameter_table(form["parameters"]))
        page.add(to_paste(example))
    add_foot(page, record)
    page.print()


def print_answer(record: dict[str, Any]) -> None:
    """One theorem with its numbers."""
    page = Page()
    page.add(_title(record))
    page.add(Text(f"{in_words(record['counts'], record['relation'], record['value'])}.", style="bold green"))
    rows = [(_short(record["counts"]), record["relation"], record["formula"]), ("", "=", record["filled"])]
    rows += [("", "=", number(record["value"]))]
    for step in record["steps"]:
        rows += [("", "", ""), (step["symbol"], "=", step["formula"])]
        rows += [("", "=", text) for text in (step["filled"], number(step["value"])) if text != rows[-1][2]]
    page.add(equations(rows))
    page.add(parameter_table(record["parameters"]))
    add_foot(page, record)
    if record["other_forms"]:
        page.add(Text(f"This is --form {record['form']}; there is also {', '.join(record['other_forms'])}."))
    page.print()


def _title(record: dict[str, Any]) -> Text:
    return Text.assemble((record["entry"], "bold cyan"), "  ", (record["title"], "bold"))


def add_foot(page: Page, record: dict[str, Any]) -> None:
    """What a theorem assumes, whose it is, what was corrected."""
    page.add("It assumes", bullets(record["assumptions"]))
    about = [("source", record["source"]), ("status", f"{record['status']}: {STATUS[record['status']]}")]
    if record["correction"]:
        about.append(("corrected", record["correction"]))
    page.add(columns(about))


def _stated(form: dict[str, Any]) -> list[tuple[str, str, str]]:
    """The formula; below it what it counts, if that takes more than a few words."""
    left = _short(form["counts"])
    note = [("", "", f"({form['counts']})")] if left != form["counts"] else []
    where = [(symbol, "=", formula) for symbol, formula in form["where"].items()]
    return [(left, form["relation"], form["formula"]), *note, *where]


def _short(counts: str) -> str:
    words = re.split(r",| \(", counts)[0]
    return words if len(words) <= 24 else words.split()[0]


def parameter_table(parameters: list[dict[str, Any]]) -> Any:
    """What must be known: its symbol, its option, its value or the one it has by itself, its meaning."""
    rows = []
    for parameter in parameters:
        if "value" in parameter:
            shown = number(parameter["value"])
        else:
            shown = "" if parameter["required"] else f"[{number(parameter['default'])}]"
        symbol = [parameter["symbol"] or ""] if "symbol" in parameter else []
        rows.append((*symbol, parameter["option"], shown, parameter["meaning"]))
    return columns(rows, styles=("", "cyan") if "symbol" in parameters[0] else ("cyan",))


def _asked(parameters: list[dict[str, Any]]) -> str:
    words = [(parameter["option"][2:], parameter["required"]) for parameter in parameters]
    return " ".join(word if required else f"[{word}]" for word, required in words)
