"""Ray: found, started and spoken to in one place. Usage statistics and dashboard are off unless you say otherwise."""

import os
import socket
import warnings
from typing import Any
from urllib.parse import urlsplit

from ..errors import ParameterError, ThresherError

AT_LEAST = (2, 40)
_SECONDS = 10.0  # until a machine that does not answer is given up
_HINT = (
    ". Is it the port of Ray's client (10001 unless another was given)? A cluster that asks for a token gets it from"
    " a process with RAY_AUTH_MODE=token; without it Ray's client waits in vain and says no more than this."
)


class ClusterError(ThresherError):
    """Ray is not there, can't be reached, or does not answer."""


def ray_module() -> Any:
    """Ray, imported.

    Raises
    ------
    ClusterError
        If it is not installed, or too old.
    """
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    try:
        import ray
    except ImportError:
        raise ClusterError("this job runs on Ray, which is not installed: pip install 'thresher[ray]'.") from None
    version = tuple(int(part) for part in ray.__version__.split(".")[:2])
    if version < AT_LEAST:
        raise ClusterError(f"Ray {ray.__version__} is too old; Thresher needs {'.'.join(map(str, AT_LEAST))} or newer.")
    return ray


def connected(on: str) -> Any:
    """Ray, connected to the cluster that `on` names: one that is connected already, or RAY_ADDRESS, or a new local one.

    Parameters
    ----------
    on : str
        "ray" or "ray://host:port".

    Raises
    ------
    ClusterError
        If the cluster can't be reached, runs other versions, or this process is connected to another one.
    """
    ray = ray_module()
    if ray.is_initialized():
        _check_is_there(on)
        return ray
    address = on if on.startswith("ray://") else os.environ.get("RAY_ADDRESS")
    quiet = {"log_to_driver": False, "logging_level": "ERROR"}
    try:
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", message="Ray Client connection timed out")  # the error says it, and more
            if address is not None:
                _knock(address)
            if address is None:
                ray.init(address="local", include_dashboard=False, **quiet)
            else:
                ray.init(address=address, **quiet)
    except (ConnectionError, TimeoutError, RuntimeError, ValueError, OSError, ImportError) as error:
        why = str(error).strip().partition("\n")[0][:300] or type(error).__name__
        if isinstance(error, ImportError):  # Ray without what its client needs
            raise ClusterError(f"{address} needs more of Ray: pip install 'thresher[ray]'. {why}") from None
        if "ersion" in why:
            raise ClusterError(f"the Ray cluster {address} runs other versions than this process: {why}") from None
        hint = _HINT if (address or "").startswith("ray://") else ""
        raise ClusterError(f"the Ray cluster {address or 'of this machine'} can't be reached: {why}{hint}") from None
    return ray


def _knock(address: str) -> None:
    """Asks for a connection: where nobody listens Ray itself tries on for minutes, and says little."""
    try:
        named = urlsplit(address if "://" in address else f"//{address}")
        host, port = named.hostname, named.port
    except ValueError:
        return  # Ray says what is wrong with it
    if host is not None and port is not None:
        socket.create_connection((host, port), timeout=_SECONDS).close()


def _check_is_there(on: str) -> None:
    """Whoever names a cluster does not get another one that happens to be connected."""
    if not on.startswith("ray://"):
        return
    from ray.util.client import ray as client

    there = "a Ray of this machine or of RAY_ADDRESS"
    if client.is_connected():
        known = getattr(client.client_worker, "_conn_str", None)  # Ray tells it nowhere else
        if known in (None, on.removeprefix("ray://").partition("?")[0].rstrip("/")):
            return
        there = f"ray://{known}"
    raise ClusterError(f"this process is connected to {there} already, not to {on}: call ray.shutdown() first.")


def is_ray(on: str) -> bool:
    """Whether a job runs on Ray.

    Parameters
    ----------
    on : str
        "here", "ray" or "ray://host:port".

    Raises
    ------
    ParameterError
        If it is none of them.
    """
    if on == "here":
        return False
    if on == "ray" or (on.startswith("ray://") and on != "ray://"):
        return True
    raise ParameterError(f"on must be 'here', 'ray' or 'ray://host:port'; got {on!r}.", field="on")
