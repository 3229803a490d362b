"""The frame of every page, and the headers that a browser keeps to."""

from functools import cache
from importlib.resources import files

from ...reports.markup import Markup, element
from ...reports.wording import plain, short

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = tuple(
    (name.encode(), value.encode())
    for name, value in {
        "content-security-policy": POLICY,
        "x-frame-options": "DENY",
        "referrer-policy": "no-referrer",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
        "permissions-policy": "camera=(), geolocation=(), microphone=()",
    }.items()
)

ICON = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="6" fill="#0065a8"/>'
    '<path d="M5 23L12 13L18 18L27 8" fill="none" stroke="#fff" stroke-width="3"/></svg>'
)


def document(title: str, *content: str, model: str = "", changes: str = "", refused: int = 0) -> bytes:
    """A whole page.

    Parameters
    ----------
    title : str
        For the window.
    content : str
        Of the main part.
    model : str, optional
        The model that it is about.
    changes : str, optional
        The address of the stream that says when there is something new.
    refused : int, optional
        The status, where this is a page that could not be shown.
    """
    head = element(
        "head",
        Markup('<meta charset="utf-8">'),
        Markup('<meta name="viewport" content="width=device-width, initial-scale=1">'),
        Markup('<meta name="color-scheme" content="light dark">'),
        element("title", f"{short(plain(title), 80)} - Thresher"),
        Markup('<link rel="icon" href="/dashboard/icon.svg" type="image/svg+xml">'),
        Markup('<link rel="stylesheet" href="/dashboard/style.css">'),
        Markup('<script src="/dashboard/script.js" defer></script>'),
    )
    body = element(
        "body",
        element("a", "To the content", href="#main", class_="skip"),
        _top(bool(changes)),
        element("main", *content, id="main", tabindex="-1"),
        data_model=model or None,
        data_changes=changes or None,
        data_refused=str(refused) if refused else None,
    )
    return f"<!doctype html>\n{element('html', head, body, lang='en')}\n".encode()


def _top(live: bool) -> Markup:
    pause = element("button", "Pause", type="button", id="pause", aria_pressed="false") if live else None
    forget = element("button", "Forget the key", type="button", id="forget", hidden="")
    return element(
        "div",
        element("nav", element("a", "Thresher", href="/"), aria_label="pages"),
        element("p", id="said", role="status"),
        element("span", pause, forget, class_="scripted"),
        class_="top",
    )


@cache
def style() -> bytes:
    """That of the reports, and what pages need beside it."""
    return _asset("thresher.reports", "page.css") + _asset(__package__, "dashboard.css")


@cache
def script() -> bytes:
    """That of the reports, which shows numbers under the pointer, and that of pages."""
    return _asset("thresher.reports", "page.js") + _asset(__package__, "dashboard.js")


def _asset(package: str, name: str) -> bytes:
    return files(package).joinpath(name).read_bytes()
