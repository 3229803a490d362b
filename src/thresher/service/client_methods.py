"""The methods that both clients have, each written once: `Calls` says what is sent and how the answer is read.

A client that waits gives the answer, one that is awaited something to await. Type checkers and editors see the
parameters and what comes back of either.
"""

import functools
import inspect
from collections.abc import Callable, Coroutine, Iterable
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar, overload

from .caller import Awaited, Caller, Waiting
from .client_calls import Call, Calls

P = ParamSpec("P")
T = TypeVar("T")
C = TypeVar("C")


class Method(Generic[P, C, T]):
    """A method of both clients.

    Parameters
    ----------
    calls : function
        The method of `Calls` that says what is sent.
    way : str
        The method of a client that sends it.
    """

    def __init__(self, calls: Callable[Concatenate[Calls, P], C], way: str) -> None:
        self._calls = calls
        self._way = way
        self.__doc__ = calls.__doc__

    @overload
    def __get__(self, client: Waiting, kind: Any = None) -> Callable[P, T]: ...

    @overload
    def __get__(self, client: Awaited, kind: Any = None) -> Callable[P, Coroutine[Any, Any, T]]: ...

    @overload
    def __get__(self, client: None, kind: Any = None) -> Callable[Concatenate[Any, P], Any]: ...

    def __get__(self, client: Caller | None, kind: Any = None) -> Any:
        """The method of one client; of none, that of all."""
        if client is None:
            return self._of_all
        return functools.partial(self._of_all, client)

    @functools.cached_property
    def _of_all(self) -> Callable[..., Any]:
        @functools.wraps(self._calls)
        def method(self: Any, *arguments: Any, **named: Any) -> Any:
            return getattr(self, way)(calls(self._calls, *arguments, **named))

        calls, way = self._calls, self._way
        method.__qualname__ = f"Client.{calls.__name__}"
        method.__signature__ = inspect.signature(calls)  # type: ignore[attr-defined]
        return method


def one(calls: Callable[Concatenate[Calls, P], Call[T]]) -> Method[P, Call[T], T]:
    """A method that sends one request."""
    return Method(calls, "do")


def many(
    calls: Callable[Concatenate[Calls, P], Iterable[Call[list[T]]]],
) -> Method[P, Iterable[Call[list[T]]], list[T]]:
    """A method that sends several, and gives all answers as one list."""
    return Method(calls, "do_all")


class Methods:
    """What both clients can be asked."""

    # Questions and labels.
    ask = one(Calls.ask)
    ask_many = many(Calls.ask_many)
    label = one(Calls.label)
    label_many = many(Calls.label_many)
    predict = one(Calls.predict)
    predict_many = many(Calls.predict_many)
    explain = one(Calls.explain)
    retract = one(Calls.retract)
    expire = one(Calls.expire)

    # What can be looked at.
    ticket = one(Calls.ticket)
    queue = one(Calls.queue)
    about = one(Calls.about)
    standing = one(Calls.standing)
    digest = one(Calls.digest)
    models = one(Calls.models)
    metrics = one(Calls.metrics)
    live = one(Calls.live)
    ready = one(Calls.ready)

    # Models.
    make = one(Calls.make)
    remove = one(Calls.remove)
    challenge = one(Calls.challenge)
    promote = one(Calls.promote)
    withdraw = one(Calls.withdraw)
    snapshot = one(Calls.snapshot)
