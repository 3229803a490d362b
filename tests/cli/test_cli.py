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


def test_bad_parameters_are_sentences():
    result = CliRunner().invoke(
        main, ["bound", "A13", "--norm", "0", "--literals", "4", "--promotion", "2", "--floor", "1/1000"]
    )
    assert result.exit_code == 2
    assert "norm must be" in result.stderr
