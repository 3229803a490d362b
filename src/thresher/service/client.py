"""A client of the label service."""

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Self

from ..protocols import Label
from .caller import Caller
from .client_calls import PAGE, Answer, Call, Calls, Fate, LoggedEvent, Prediction, T, Ticket, models


class Client(Caller):
    """Asks a label service.

    Parameters
    ----------
    address : str
        Where the service is.
    model : str, default "default"
        Which model is asked; `of` gives a client of another.
    key : str, optional
        thr_..., where the service wants one.
    timeout : float
        Seconds without an answer until a try has failed.
    retries : int
        How often it is tried again; 0: never.
    longest_wait : float
        Seconds that it waits at most before a try; a service that wants longer is not waited for.
    **http : Any
        What `httpx.Client` takes besides: verify, transport, limits.

    Raises
    ------
    ServiceError
        By every method, with the service's sentence, its status and everything else it told.

    Examples
    --------
    Here a function answers in place of a service:

    >>> import httpx
    >>> import thresher as th
    >>> said = {"ticket": "m-17", "label": "spam", "probabilities": {"ham": 0.17, "spam": 0.83}, "seq": 1041}
    >>> instead = httpx.MockTransport(lambda request: httpx.Response(200, json=said))
    >>> with th.service.Client(model="mail", transport=instead) as mail:
    ...     answer = mail.ask({"free": 1, "city": "Paris"}, id="m-17")
    >>> answer.ticket, answer.label, answer.probabilities["spam"]
    ('m-17', 'spam', 0.83)
    """

    def __init__(self, address: str = "http://127.0.0.1:8377", **options: Any) -> None:
        super().__init__(address, **options)
        self._http = self._httpx.Client(**self._options)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *failure: object) -> None:
        self.close()

    def close(self) -> None:
        """Lets the connections go."""
        self._http.close()

    def of(self, model: str) -> Self:
        """A client of another model that shares the connections."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other._calls = Calls(model)
        return other

    def _do(self, call: Call[T]) -> T:
        for tries in range(self._patience.retries + 1):
            came: Any
            try:
                came = self._http.request(**self._sent(call))
            except self._httpx.TransportError as error:
                came = error
            wait = self._wait(call, tries, came)
            if wait is None:
                break
            time.sleep(wait)
        return self._read(call, came)

    def _do_all(self, calls: Iterable[Call[list[T]]]) -> list[T]:
        found: list[T] = []
        for call in calls:
            part: list[T] = self._do(call)
            found += part
        return found

    # Questions and labels.

    def ask(self, x: Mapping[str, Any] | Sequence[str], id: str | None = None) -> Answer:
        """Asks about a row, whose label can be told later under the answer's ticket: `id`, or a random one."""
        return self._do(self._calls.ask(x, id))

    def ask_many(
        self, rows: Iterable[Mapping[str, Any] | Sequence[str]], ids: Iterable[str] | None = None
    ) -> list[Answer]:
        """Asks about many rows, some thousands in one transaction."""
        return self._do_all(self._calls.ask_many(rows, ids))

    def label(self, ticket: str, label: Label, weight: float = 1.0) -> Fate:
        """Tells the label of a question. The same once more changes nothing (`fate` is "duplicate")."""
        return self._do(self._calls.label(ticket, label, weight))

    def label_many(self, labels: Mapping[str, Label] | Iterable[tuple[str, Label]]) -> list[Fate]:
        """Tells labels by ticket; what can't be taken is in the fates and raises nothing."""
        return self._do_all(self._calls.label_many(labels))

    def predict(self, x: Mapping[str, Any] | Sequence[str]) -> Prediction:
        """What would be said of a row; nothing is kept."""
        return self._do(self._calls.predict(x))

    def predict_many(self, rows: Iterable[Mapping[str, Any] | Sequence[str]]) -> list[Prediction]:
        """The same of many."""
        return self._do_all(self._calls.predict_many(rows))

    def retract(self, ticket: str) -> Fate:
        """Takes a label back."""
        return self._do(self._calls.retract(ticket))

    def expire(self, tickets: Sequence[str], label: Label | None = None) -> int:
        """Gives questions up, or tells them one label in place of theirs; how many waited."""
        return self._do(self._calls.expire(tickets, label))

    # What can be looked at.

    def ticket(self, ticket: str) -> Ticket:
        """What was said of a question, and what became of it."""
        return self._do(self._calls.ticket(ticket))

    def events(self, after: int = 0) -> Iterator[LoggedEvent]:
        """The log of the model after a place, up to its end now."""
        while True:
            page = self._do(self._calls.events(after))
            yield from page
            if len(page) < PAGE:
                return
            after = page[-1].seq

    def about(self) -> dict[str, Any]:
        """The model in figures."""
        return self._do(self._calls.about())

    def models(self) -> list[str]:
        """The names of all models."""
        return self._do(models())

    # Models.

    def make(self, **config: Any) -> dict[str, Any]:
        """Makes the model: learner="auto", order="replay", labels=["ham", "spam"], ...; the same again is no change."""
        return self._do(self._calls.make(config))

    def remove(self) -> None:
        """The model is no longer served; its log stays."""
        self._do(self._calls.remove())

    def challenge(self, name: str, **config: Any) -> None:
        """Another learner learns beside from now on."""
        self._do(self._calls.challenge(name, config))

    def promote(self, name: str) -> dict[str, Any]:
        """A challenger answers from now on."""
        return self._do(self._calls.promote(name))

    def withdraw(self, name: str) -> None:
        """A challenger leaves."""
        self._do(self._calls.withdraw(name))
