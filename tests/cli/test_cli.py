"""The command line: quick to start, data on stdout."""

import subprocess
import sys

from click.testing import CliRunner

from thresher.cli import main


def test_version():
    result = CliRunner().invoke(main, ["--version"])
    assert result.exit_code == 0
    assert result.stdout.startswith("thresher, version ")


def test_starting_imports_nothing_heavy():
    code = "import sys; import thresher.cli; print([m for m in ('numpy', 'rich', 'safetensors') if m in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


def test_the_demo_keeps_its_bound():
    result = CliRunner().invoke(main, ["demo", "--trials", "4000", "--shifts", "1"])
    assert result.exit_code == 0, result.output
    assert "never more than" in result.stdout
    row = next(line for line in result.stdout.splitlines() if "mistakes in all" in line)
    bound = next(line for line in result.stdout.splitlines() if "never more than" in line)
    numbers = [int(cell) for line in (row, bound) for cell in line.split("│") if cell.strip().isdigit()]
    made, made_without_tracking, promised = numbers
    assert made <= promised
    assert made_without_tracking > made


def test_bad_parameters_are_sentences():
    result = CliRunner().invoke(main, ["demo", "--trials", "0"])
    assert result.exit_code == 2
    assert "trials must be a whole number from 1" in result.stderr
