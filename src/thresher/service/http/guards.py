"""What a browser could be made to send from a page of somebody else's is refused."""

from ..refusals import Refused
from .messages import JSON, LINES, Request

SAFE = ("GET", "HEAD", "OPTIONS")
OCTETS = b"application/octet-stream"


def check_content(request: Request) -> None:
    """A body is JSON, and says so: forms and plain text can be sent by any page. Nobody unpacks one."""
    if request.headers.get(b"content-encoding", b"identity").lower() != b"identity":
        raise Refused(415, "compressed requests are not taken: send it without content-encoding.")
    if request.content_type in (JSON, LINES, OCTETS):
        return
    if not request.content_type and request.path.startswith("/v2/"):
        return  # clients of the Open Inference Protocol say nothing; a page's request is known by its origin
    raise Refused(415, "send JSON: -H 'content-type: application/json', or application/x-ndjson for many lines.")


def check_origin(request: Request, hosts: tuple[str, ...] | None) -> None:
    """Without keys the name of the host must be one of this machine's; a page of another site changes nothing.

    Parameters
    ----------
    request : Request
        What came.
    hosts : tuple of str or None
        The names; None: any, because a key is asked for.
    """
    host = request.headers.get(b"host", b"").decode("latin-1")
    if hosts is not None and _name(host) not in hosts:
        raise Refused(421, f"{host!r} is not a name of this machine: ask {hosts[0]}, or make keys.")
    origin = request.headers.get(b"origin")
    if origin is None or request.method in SAFE:
        return
    if origin.decode("latin-1").partition("://")[2] != host:
        raise Refused(403, "a page of another site may not do this.")


def _name(host: str) -> str:
    """Without the port."""
    if host.startswith("["):
        return host.partition("]")[0] + "]"
    return host.partition(":")[0].lower()
