"""Told to stop, a service ends with 0: while it recovers, while it serves, and while it ends."""

import signal
import subprocess
import sys
import textwrap

import pytest

pytest.importorskip("uvicorn")

AT = {
    "while it recovers": "running.opened = lambda *a, **k: told()",
    "before the server listens": "running.listening = lambda *a, **k: told()",
    "while it ends": "running.Running.close = lambda self: (told(), print('ended'))",
}


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGTERM")
@pytest.mark.parametrize("moment", AT)
def test_it_ends_with_0_at_any_moment(moment, tmp_path):
    code = f"""
        import os, signal, sys, threading, time
        from thresher.cli import main
        from thresher.service import running

        def told():
            os.kill(os.getpid(), signal.SIGTERM)
            time.sleep(.05)

        {AT[moment]}
        if {moment == "while it ends"}:
            from thresher.service.http.server import Server
            startup = Server.startup

            async def started(self, sockets=None):
                await startup(self, sockets)
                threading.Timer(.1, lambda: os.kill(os.getpid(), signal.SIGTERM)).start()

            Server.startup = started
        sys.argv = ["thresher", "serve", {str(tmp_path / "served")!r}, "--port", "0"]
        main()
    """
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(code)], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    if moment == "while it ends":
        assert "ended" in done.stdout


def test_afterwards_the_signal_is_whose_it_was():
    from thresher.service.stopping import leaving_when_told

    before = signal.getsignal(signal.SIGTERM)
    with leaving_when_told():
        assert signal.getsignal(signal.SIGTERM) is not before
    assert signal.getsignal(signal.SIGTERM) is before
