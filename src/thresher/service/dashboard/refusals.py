"""A page that can't be shown: says why, and asks for a key where one is wanted."""

from ...reports.markup import Markup, element
from ..refusals import TITLES, Refused
from .document import document
from .parts import field


def refusal_page(refused: Refused) -> bytes:
    """The page of a refusal."""
    title = TITLES[refused.status]
    words = element("p", refused.detail, class_="alert")
    parts = [element("h1", title), words, _ask_for_key() if refused.status in (401, 403) else Markup("")]
    return document(title, *parts, refused=refused.status)


def _ask_for_key() -> Markup:
    key = field(type="password", id="key", autocomplete="off", spellcheck="false", size=48, required="required")
    form = element(
        "form",
        element("p", element("label", "Key ", for_="key"), key),
        element("p", element("button", "Go on", type="submit")),
        element("p", "It is kept until this tab is closed, and sent with every request of this page.", class_="note"),
        id="key-form",
        hidden="",
    )
    words = (
        "These pages send the key by their script, and scripts are off. Without them: "
        "curl -H 'Authorization: Bearer thr_...' and this address."
    )
    return Markup(form + element("noscript", element("p", words)))
