"""A shell in which `thresher` and `python` are the ones under test."""

import os
import subprocess
import sys
from pathlib import Path

_THRESHER = "from thresher.cli import main; main(prog_name='thresher')"


class Shell:
    """Runs scripts one after the other in one folder, which is also the home folder."""

    def __init__(self, folder: Path) -> None:
        self._work, programs = folder / "work", folder / "programs"
        self._work.mkdir()
        programs.mkdir()
        _write_program(programs / "python", f'exec "{sys.executable}" "$@"')
        _write_program(programs / "thresher", f'exec "{sys.executable}" -c "{_THRESHER}" "$@"')
        modules = os.environ.get("PYTHONPATH", "")
        self._environment = {
            **os.environ,
            "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
            "PYTHONPATH": os.pathsep.join(str(Path(entry).absolute()) for entry in modules.split(os.pathsep) if entry),
            "HOME": str(self._work),
            "LC_ALL": "C.UTF-8",
            "MPLCONFIGDIR": str(folder / "matplotlib"),
        }

    def run(self, script: str) -> subprocess.CompletedProcess[str]:
        """One script, which ends at the first command that fails."""
        return subprocess.run(
            ["bash", "-euo", "pipefail", "-c", script],
            cwd=self._work,
            env=self._environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=300,
        )


def _write_program(path: Path, line: str) -> None:
    path.write_text(f"#!/bin/sh\n{line}\n", encoding="utf-8")
    path.chmod(0o755)
