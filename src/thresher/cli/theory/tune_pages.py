"""What `thresher tune` shows: what can be tuned, from what, and the parameters with their promise."""

from typing import Any

from rich.text import Text

from .bound_pages import add_foot, explained, listing, parameter_table
from .numbers_in_words import in_words, number
from .page import Page, columns, to_paste


def print_all(record: dict[str, Any]) -> None:
    """Every learner that can be tuned."""
    table = listing("learner", "what is found; from what, [or also from]")
    for tuner in record["learners"]:
        table.add_row(tuner["learner"], explained(tuner["does"], tuner["parameters"]))
    page = Page()
    page.add(table)
    page.add(Text("thresher tune LEARNER says what these numbers are."))
    page.print()


def print_tuner(record: dict[str, Any]) -> None:
    """What one needs to know."""
    page = Page()
    page.add(Text(record["learner"], style="bold cyan"))
    page.add(*map(Text, [record["does"], *record["notes"]]))
    page.add(parameter_table(record["parameters"]))
    page.add(to_paste(record["example"]))
    page.print()


def print_tuning(record: dict[str, Any]) -> None:
    """The parameters, what they promise, and how to use them."""
    page = Page()
    page.add(Text.assemble((record["learner"], "bold cyan"), f"  by {record['entry']}: {record['title']}"))
    promise = in_words(record["counts"], "<=", record["promise"])
    page.add(Text(f"{promise}.", style="bold yellow" if record["vacuous"] else "bold green"), _compared(record))
    page.add(columns([(name, number(value)) for name, value in record["parameters"].items()], styles=("cyan",)))
    page.add(to_paste(record["command"]), to_paste(record["python"]))
    add_foot(page, record)
    if record["check"]:
        page.add("How the number comes about", to_paste(record["check"]))
    page.print()


def _compared(record: dict[str, Any]) -> Text:
    if record["compared_with"] is None:
        return Text("The theorem promises nothing for other parameters.")
    if record["compared"] is None:
        return Text(f"With {record['compared_with']}: no promise.")
    promise = in_words(record["counts"], "<=", record["compared"]).partition(": ")[0]
    return Text(f"With {record['compared_with']}: {promise[0].lower()}{promise[1:]}.")
