"""A service in a process of its own that can be killed: forked from one that has everything imported already."""

import multiprocessing
import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

from thresher.service.config import ModelConfig
from thresher.service.settings import Settings

OFTEN = {"snapshot_events": 300, "snapshot_seconds": 1.0, "keep_snapshots": 2, "keep_days": 0.0, "reserve": 0}
MODELS = {
    "mail": ModelConfig(),
    "fixes": ModelConfig(learner="tracking-winnow", labels=[False, True], order="replay:200", contradictions="correct"),
    "soon": ModelConfig(learner="perceptron", labels=["no", "yes"], timeout=0.5, default_label="no"),
}
SOON = 60.0  # seconds in which a service is up, or something is wrong

_context = multiprocessing.get_context("forkserver")
_context.set_forkserver_preload(["benchmarks.faults.serving", "benchmarks.faults.imported"])


def _serve(
    folder: Path, settings: dict[str, Any], address: dict[str, Any], synced: bool, gate: Path | None, said: Any
) -> None:
    """The life of the process. gate: a file that it waits for, so that others can look on from the first call."""
    import faulthandler
    import time
    from functools import partial

    from thresher.service import running

    os.setsid()
    faulthandler.register(signal.SIGUSR1, all_threads=True)
    while gate is not None and not gate.exists():
        time.sleep(0.01)
    if not synced:
        running.opened = partial(running.opened, synced=False)
    try:
        running.run_service(
            folder,
            Settings(models=MODELS, **settings),
            running.Address(port=0, **address),
            follow=False,
            tell=said.send,
        )
    except Exception as error:
        said.send(f"refused: {error}")
        raise SystemExit(2) from None


class Refusal(Exception):
    """The service did not start; says why."""


class Served:
    """One that runs.

    Parameters
    ----------
    folder : Path
        Its folder.
    synced : bool
        False: the control, which loses events when the power fails.
    gate : function, optional
        Is told the process before it opens anything.
    address : dict, optional
        Of `Address`.
    settings : Any
        Of `Settings`.
    """

    def __init__(
        self,
        folder: Path,
        *,
        synced: bool = True,
        gate: Callable[[int], None] | None = None,
        address: dict[str, Any] | None = None,
        **settings: Any,
    ) -> None:
        self._said, said = _context.Pipe(duplex=False)
        waits = None if gate is None else folder.with_name(folder.name + ".gate")
        if waits is not None:
            waits.unlink(missing_ok=True)
        self.process = _context.Process(
            target=_serve, args=(folder, OFTEN | settings, address or {}, synced, waits, said), daemon=True
        )
        self.process.start()
        said.close()
        if gate is not None and waits is not None:
            assert self.process.pid is not None
            gate(self.process.pid)
            waits.touch()
        self.port = self._up()

    def _up(self) -> int:
        while self._said.poll(SOON):
            try:
                line = self._said.recv()
            except EOFError:
                break
            if line.startswith("refused: "):
                self.process.join(SOON)  # it has the folder until it has ended
                raise Refusal(line)
            if " on http://" in line:
                return int(line.rpartition(":")[2])
        self.process.join(5)
        raise Refusal(f"the process ended with {self.process.exitcode}")

    def kill(self) -> None:
        """Ends it at once, and the child that makes a snapshot, if there is one."""
        assert self.process.pid is not None
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            self.process.kill()
        self.process.join()

    def kill_alone(self) -> None:
        """Ends it at once; a child that makes a snapshot goes on."""
        self.process.kill()
        self.process.join()

    def stop(self) -> None:
        """Ends it as a supervisor would. One that does not end, or not well, is an error; where it stands is told."""
        self.process.terminate()
        self.process.join(SOON)
        if self.process.exitcode is None:
            assert self.process.pid is not None
            os.killpg(self.process.pid, signal.SIGUSR1)  # the child that makes a snapshot is of the group, too
            self.process.join(2)
        if self.process.exitcode != 0:
            raise Refusal(f"told to stop, the process ended with {self.process.exitcode}")
