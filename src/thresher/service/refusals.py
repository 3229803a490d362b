"""What is refused, and how it is told: one exception, which the doors turn into problem+json (RFC 9457)."""

from typing import Any

TITLES = {
    400: "The request can't be read",
    401: "A key is wanted",
    403: "The key does not allow it",
    404: "There is no such thing",
    405: "Not done here that way",
    408: "The request came too slowly",
    409: "It contradicts what is known",
    410: "It comes too late",
    413: "The request is too large",
    415: "Another kind of content is wanted",
    421: "This is another host",
    422: "The request can't be taken",
    429: "Too many requests",
    500: "Something went wrong here",
    503: "Not now",
    507: "The disk is nearly full",
}


class Refused(Exception):
    """A request that changed nothing.

    Parameters
    ----------
    status : int
        Of HTTP.
    detail : str
        A sentence: what was wrong, and what to do.
    retry_after : int, optional
        Seconds after which it may be tried again.
    more : Any
        What else the answer has, by name.
    """

    def __init__(self, status: int, detail: str, *, retry_after: int | None = None, **more: Any) -> None:
        super().__init__(detail)
        self.status = status
        self.detail = detail
        self.retry_after = retry_after
        self.more = more

    def to_plain(self) -> dict[str, Any]:
        """The body of a problem+json answer."""
        return {
            "type": "about:blank",
            "title": TITLES[self.status],
            "status": self.status,
            "detail": self.detail,
        } | self.more

    def on_line(self, line: int) -> "Refused":
        """The same of one line of many, of which none was taken."""
        detail = f"line {line}: {self.detail} Nothing of the batch was taken."
        return Refused(self.status, detail, retry_after=self.retry_after, **self.more | {"line": line})
