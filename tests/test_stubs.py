"""The committed type stubs are those of the compiled module: a change of the API shows in the diff."""

import subprocess
import sys
from pathlib import Path

import thresher._core._ext as ext


def test_the_stubs_are_up_to_date(tmp_path):
    target = tmp_path / "_ext.pyi"
    command = [sys.executable, "-m", "nanobind.stubgen", "-q", "-m", "thresher._core._ext", "-o", str(target)]
    subprocess.run(command, check=True)
    committed = Path(ext.__file__).parent / "_ext.pyi"
    assert target.read_text() == committed.read_text(), "run: " + " ".join(
        [*command[:-1], "src/thresher/_core/_ext.pyi"]
    )
