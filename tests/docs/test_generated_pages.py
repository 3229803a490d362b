"""The pages of commands and of the API are what the code makes of them, and leave no public name out."""

import thresher

from . import api_pages, commands_page
from .help_as_markdown import help_of
from .pages import ROOT

DOCS = ROOT / "docs"


def test_the_page_of_commands_is_what_the_commands_say():
    renew = "python -m tests.docs.commands_page renews it"
    assert (DOCS / "commands.md").read_text(encoding="utf-8") == commands_page.page(), renew


def test_the_pages_of_the_api_are_what_the_rooms_say():
    expected = {f"{page.name}.md": api_pages.page_text(page) for page in api_pages.PAGES}
    expected["api.md"] = api_pages.index_text()
    found = {path.name: path.read_text(encoding="utf-8") for path in [*DOCS.glob("api-*.md"), DOCS / "api.md"]}
    assert found == expected, "python -m tests.docs.api_pages renews them"


def test_every_class_and_function_of_thresher_is_on_a_page():
    on_pages = {name for page in api_pages.PAGES for names in api_pages.names_of(page).values() for name in names}
    rooms = {name for name in thresher.__all__ if type(getattr(thresher, name)).__name__ == "module"}
    assert set(thresher.__all__) - rooms - on_pages == {"MulticlassOutcome"}  # an old name of Outcome


def test_help_becomes_tables_and_an_example():
    import click

    @click.command(epilog="\b\nExample:\n  do a|b\n  do c\n")
    @click.option("--kind", type=click.Choice(["a", "b"]), help="Which.")
    def do(kind):
        """Does it.

        And more.
        """

    assert help_of(do, ("do",)) == (
        "```text\ndo [OPTIONS]\n```\n\nDoes it.\n\nAnd more.\n\n"
        "| Options | meaning |\n|---|---|\n| `--kind [a\\|b]` | Which. |\n"
        "| `--help` | Show this message and exit. |\n\n"
        "```bash\ndo a|b\ndo c\n```"
    )
