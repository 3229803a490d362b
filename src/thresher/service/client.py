"""A client of the label service."""

from collections.abc import Iterator

from .caller import Waiting
from .client_methods import Methods
from .client_values import LoggedEvent


class Client(Methods, Waiting):
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

    def events(self, after: int = 0) -> Iterator[LoggedEvent]:
        """The log of the model after a place, up to its end now."""
        while True:
            page = self.do(self._calls.events(after))
            yield from page
            if not page:
                return
            after = page[-1].seq
