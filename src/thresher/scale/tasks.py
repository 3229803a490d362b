"""Many independent pieces of work, here one after the other or on Ray beside each other: the same bits either way."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from .cluster import connected, is_ray


def run_all(work: Callable[..., Any], given: Sequence[tuple[Any, ...]], on: str = "here") -> Iterator[Any]:
    """The results of many calls, in order.

    Parameters
    ----------
    work : callable
        A function that a worker can import.
    given : sequence of tuples
        The arguments of each call.
    on : str, default "here"
        "here", "ray" or "ray://host:port".

    Yields
    ------
    object
        A result; the first error among the calls is raised where its turn comes.
    """
    if not is_ray(on):
        for arguments in given:
            yield work(*arguments)
        return
    ray = connected(on)
    task = ray.remote(work).options(max_retries=5, scheduling_strategy="SPREAD")
    waiting = [task.remote(*arguments) for arguments in given]
    for one in waiting:
        yield ray.get(one)
