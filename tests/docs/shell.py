"""A shell in which `thresher` and `python` are the ones under test."""

import os
import shutil
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryFile

from tests import foreign

_THRESHER = "from thresher.cli import main; main(prog_name='thresher')"


class Shell:
    """Runs scripts one after the other in one folder, which is also the home folder."""

    def __init__(self, folder: Path) -> None:
        self._work, programs = folder / "work", folder / "programs"
        self._work.mkdir()
        programs.mkdir()
        _write_program(programs / "python", f'exec "{sys.executable}" "$@"')
        _write_program(programs / "thresher", f'exec "{sys.executable}" -c "{_THRESHER}" "$@"')
        if foreign.LOADED_FIRST in os.environ and (curl := shutil.which("curl")):
            _write_program(programs / "curl", f'exec env -u {foreign.LOADED_FIRST} "{curl}" "$@"')
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
        """One script, which ends at the first command that fails; what it left running then is ended."""
        command = ["bash", "-euo", "pipefail", "-c", script]
        with TemporaryFile("w+") as out, TemporaryFile("w+") as err:  # a pipe would be held open by what is left
            shell = subprocess.Popen(
                command,
                cwd=self._work,
                env=self._environment,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=err,
                start_new_session=True,
            )
            try:
                code = shell.wait(300)
            finally:
                with suppress(ProcessLookupError):
                    os.killpg(shell.pid, signal.SIGKILL)
                shell.wait()
            out.seek(0)
            err.seek(0)
            return subprocess.CompletedProcess(command, code, out.read(), err.read())


def _write_program(path: Path, line: str) -> None:
    path.write_text(f"#!/bin/sh\n{line}\n", encoding="utf-8")
    path.chmod(0o755)
