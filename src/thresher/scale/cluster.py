"""Ray: found, started and spoken to in one place. Usage statistics and dashboard are off unless you say otherwise."""

import os
from typing import Any

from ..errors import ParameterError, ThresherError

AT_LEAST = (2, 40)


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
        If the cluster can't be reached, or runs other versions.
    """
    ray = ray_module()
    if ray.is_initialized():
        return ray
    address = on if on.startswith("ray://") else os.environ.get("RAY_ADDRESS")
    quiet = {"log_to_driver": False, "logging_level": "ERROR"}
    try:
        if address is None:
            ray.init(address="local", include_dashboard=False, **quiet)
        else:
            ray.init(address=address, **quiet)
    except (ConnectionError, TimeoutError, RuntimeError, ValueError, OSError, ImportError) as error:
        why = str(error).strip().partition("\n")[0][:300] or type(error).__name__
        if "ersion" in why:
            raise ClusterError(f"the Ray cluster {address} runs other versions than this process: {why}") from None
        raise ClusterError(f"the Ray cluster {address or 'of this machine'} can't be reached: {why}") from None
    return ray


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
    if on == "ray" or on.startswith("ray://"):
        return True
    raise ParameterError(f"on must be 'here', 'ray' or 'ray://host:port'; got {on!r}.", field="on")
