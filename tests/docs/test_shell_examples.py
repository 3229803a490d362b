"""What the documentation shows is run, and the options it names are there."""

import os
import time

import click
import pytest
from click.testing import CliRunner

from thresher.cli import main
from thresher.cli.main import COMMANDS

from .pages import PAGES, ROOT, options, scripts
from .shell import Shell


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_shell_blocks_run(page, tmp_path):
    shell = Shell(tmp_path)
    for script in scripts(page):
        done = shell.run(script.text)
        where = f"{page.name}:{script.line}\n{script.text}\n{done.stdout}\n{done.stderr}"
        assert done.returncode == script.code, where
        if script.prints is not None:
            assert done.stdout == script.prints, where


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_options_that_are_mentioned_exist(page):
    known = {name: _options_of(name) for name in COMMANDS}
    everywhere = set().union(*known.values()) | _long_options(main)
    for option, command in options(page):
        assert option in known.get(command or "", everywhere), f"{page.name}: {command or 'thresher'} has no {option}"


def test_the_page_of_commands_names_every_command():
    page = (ROOT / "docs" / "command-line.md").read_text(encoding="utf-8")
    assert [name for name in COMMANDS if f"`thresher {name}" not in page] == []


def test_the_examples_of_every_help_text_run(tmp_path):
    shell = Shell(tmp_path)
    for name in [None, *COMMANDS]:  # in this order: predict uses the model that learn saved
        shown = CliRunner().invoke(main, ["--help"] if name is None else [name, "--help"]).stdout
        script = shown.partition("Example:\n")[2].partition("\n\n")[0]
        assert script.strip(), f"the help of {name or 'thresher'} has no example"
        done = shell.run("\n".join(line.strip() for line in script.splitlines()))
        assert done.returncode == 0, f"{name}: {script}\n{done.stderr}"


def _command(name: str) -> click.Command:
    command = main.get_command(click.Context(main), name)
    assert command is not None
    return command


def _options_of(name: str) -> set[str]:
    return _long_options(_command(name))


def _long_options(command: click.Command) -> set[str]:
    parameters = command.get_params(click.Context(command))
    if isinstance(command, click.Group) and command is not main:
        parameters = [*parameters, *(one for part in command.commands.values() for one in part.params)]
    names = [name for parameter in parameters for name in (*parameter.opts, *parameter.secondary_opts)]
    return {name for name in names if name.startswith("--")}


def test_a_script_that_fails_leaves_nothing_running_and_is_not_waited_for(tmp_path):
    done = Shell(tmp_path).run("sleep 250 & echo $!; false")
    assert done.returncode == 1
    for _ in range(100):
        if not _is_there(int(done.stdout)):
            return
        time.sleep(0.05)
    raise AssertionError("what it began goes on")


def _is_there(process):
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True
