"""Questions with what was said of them and why, and buttons for whoever knows the label."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from ...asking import Asking
from ...errors import ThresherError
from ...reports.markup import Markup, element, join
from ...reports.sections import nothing
from ...reports.wording import count, measure, percent, plain, short
from ..answers import Answer, label_text
from ..bodies import Told
from ..events import Event, Kind
from ..model import ServedModel
from ..store import DamagedEvent
from ..useful import LOOKED_AT, READ_BYTES, Queue
from ..wording import some, waiting
from .parts import field, folded, grid, note, panel, share_bar
from .words import ago, label_words, value_words

if TYPE_CHECKING:
    from ..service import Service

VIEWS = {
    "recent": "latest",
    "waiting": "latest that wait",
    "oldest": "waiting longest",
}
"""Which questions are shown, by the word in the address."""

NONE = "none"  # a page that is renewed leaves its questions as they stand, and need not be sent others

SHOWN = 10
TAIL = 400  # events at the end of the log among which the latest are looked for
KEPT_BYTES = 16 * 2**20  # of these
MOST_BUTTONS = 6
MOST_REASONS = 8
MOST_CELLS = 40


class Asked(NamedTuple):
    """A question, and its label if one came."""

    event: Event
    answer: Answer
    told: Told | None


def question_panel(service: "Service", model: ServedModel, view: str) -> Markup:
    """The questions of one view."""
    found: list[Asked] = []
    damage = Markup("")
    try:
        for one in chosen(service, model, view):
            found.append(one)
    except DamagedEvent as error:
        words = f"Not all can be shown: {error.message} `thresher serve verify` tells more."
        damage = element("p", words, class_="alert", role="alert")
    now = service.clock.now()
    links = [
        element("a", words, href=f"?questions={name}#questions", aria_current="true" if name == view else None)
        for name, words in VIEWS.items()
    ]
    items = [_item(model, one, now) for one in found]
    return panel(
        "questions",
        "Questions",
        element("nav", *links, _newer("questions"), class_="choices", aria_label="which questions"),
        damage,
        element("ul", *items, class_="questions") if items else nothing("There is no such question."),
        note("Reasons are those of the model as it is now. Labelling needs the script of this page, or a request."),
        wide=True,
        still=True,
    )


def queue_panel(service: "Service", model: ServedModel, found: Queue) -> Markup:
    """The questions whose labels are worth most, with buttons."""
    now = service.clock.now()
    items = [
        _item(model, Asked(one.event, _answer(one.event), None), now, f"worth asking: {percent(one.chance)}")
        for one in found.questions
    ]
    told = asked_in_words(model)
    words = f"{waiting(found.waiting, 'question')} for a label that is wanted. {told}"
    if found.damaged:
        words += f" {count(found.damaged)} can't be read: `thresher serve verify` tells more."
    return panel(
        "queue",
        "Labels that are worth most now",
        element("nav", _newer("queue"), class_="choices", aria_label="newer questions"),
        element("p", words),
        element("ul", *items, class_="questions") if items else nothing("No question waits for a label."),
        note(
            f"Of the latest {count(LOOKED_AT)} that wait, those that the model is least sure of: worth asking is the "
            "probability with which a model that asks would ask for the label now."
        ),
        wide=True,
        still=True,
    )


def asked_in_words(model: ServedModel) -> str:
    """How many labels a model asked for."""
    late = model.late
    if not isinstance(late, Asking):
        return "The model wants every label."
    share = late.wanted / late.asked if late.asked else 0.0
    limit = "" if late.at_most is None else f", of at most {percent(late.at_most)}"
    asked = f"The model asked for {some(late.wanted, 'label')} of {some(late.asked, 'question')}"
    return f"{asked}, {percent(share)}{limit}."


def _newer(name: str) -> Markup:
    return element("button", "Show what is new", type="button", class_="scripted", data_renew=name, hidden="")


def chosen(service: "Service", model: ServedModel, view: str) -> Iterator[Asked]:
    """The questions that a view shows, the first ones first."""
    if view == NONE:
        return
    if view == "oldest":
        tickets = [ticket for ticket, _ in zip(model.waiting, range(SHOWN), strict=False)]
        events = (service.store.question(model.number, ticket) for ticket in tickets)
        yield from _few(Asked(event, _answer(event), None) for event in events if event is not None)
        return
    latest = _latest(service, model)
    if view != "recent":
        latest = [one for one in latest if one.event.id in model.waiting]
    yield from _few(latest[:SHOWN])


def _few(questions: Iterable[Asked]) -> Iterator[Asked]:
    """Some of them, where they are very large: each is read and explained while others wait."""
    size = 0
    for one in questions:
        yield one
        size += len(one.event.body)
        if size >= READ_BYTES:
            return


def _latest(service: "Service", model: ServedModel) -> list[Asked]:
    """Of the end of the log, the latest first."""
    asked: dict[str, Event] = {}
    told: dict[str, Told] = {}
    last, size = service.store.last_seq(model.number), 0
    archived = max((row.last for row in service.store.archives(model.number)), default=0)
    for event in service.store.events(model.number, max(archived, last - TAIL), last):
        if event.kind == Kind.ASK:
            asked[event.id] = event
            size += len(event.body)
            while size > KEPT_BYTES and len(asked) > 1:
                size -= len(asked.pop(next(iter(asked))).body)
        elif event.kind == Kind.LABEL:
            told[event.id] = msgspec.json.decode(event.body, type=Told)
        elif event.kind == Kind.RETRACT:
            told.pop(event.id, None)
    return [Asked(event, _answer(event), told.get(ticket)) for ticket, event in reversed(asked.items())]


def _answer(event: Event) -> Answer:
    return msgspec.json.decode(event.said, type=Answer)


def _item(model: ServedModel, one: Asked, now: int, more: str = "") -> Markup:
    ticket, x = one.event.id, msgspec.json.decode(one.event.body)
    cells = list(x.items()) if isinstance(x, dict) else [(name, True) for name in x]  # or names of what is there
    head = element(
        "p",
        element("code", short(ticket, 36), title=plain(ticket)),
        " asked ",
        ago(one.event.at, now),
        f"; {more}" if more else "",
        class_="about",
    )
    text = element("p", *_in_short(cells[:4]) or ["(no attributes)"])
    why = folded(f"why-{ticket}", "Why, and the whole question", _why(model, x, cells))
    told = element("div", _said(one), _state(model, one))
    return element("li", element("div", head, text, why), told, data_ticket=ticket)


def _in_short(cells: Sequence[tuple[str, Any]]) -> list[Markup | str]:
    """Some cells on one line; what is written from right to left stands by itself."""
    width = min(90, max(40, 180 // max(1, len(cells)) - 26))
    each = [[element("bdi", short(name, 24)), ": ", element("bdi", value_words(one, width))] for name, one in cells]
    return [part for place, cell in enumerate(each) for part in (["; ", *cell] if place else cell)]


def _said(one: Asked) -> Markup:
    answer = one.answer
    stated = (answer.probabilities or {}).get(label_text(answer.label)) if answer.label is not None else None
    said = element("b", label_words(answer.label))
    if stated is None:
        return element("p", "Answer: ", said, class_="said")
    return element("p", "Answer: ", said, f", {percent(stated)} sure ", share_bar(stated), class_="said")


def _state(model: ServedModel, one: Asked) -> Markup:
    """The label that came, or buttons."""
    if one.told is not None:
        words = element("b", label_words(one.told.label))
        if one.answer.label is None:
            return element("p", "Label: ", words, class_="label")
        right = label_text(one.told.label) == label_text(one.answer.label)
        judged = ", as answered" if right else ", not as answered"
        return element("p", "Label: ", words, judged, class_="label right" if right else "label wrong")
    if one.event.id not in model.waiting:
        return element("p", "No longer waited for.", class_="label")
    state = "Its label was not asked for." if one.answer.wants_label is False else "Waits for its label."
    return join([element("p", state, class_="label"), _buttons(model, one.event.id)])


def _buttons(model: ServedModel, ticket: str) -> Markup:
    known = [label for label in model.late.written_labels if label is not None]
    few = known[:MOST_BUTTONS]
    buttons = [
        element("button", label_words(label), type="button", data_label=msgspec.json.encode(label).decode())
        for label in few
    ]
    if len(few) < len(known) or model.late.known_labels.is_open:
        other = element("label", "label ", field(type="text", size=12, autocomplete="off", maxlength=200))
        tell = element("button", "Tell", type="button", data_other="yes")
        buttons.append(folded(f"other-{ticket}", "another label", element("p", other, tell)))
    words = f"The label of {short(ticket, 60)}"
    return element("div", *buttons, class_="labels scripted", role="group", aria_label=words)


def _why(model: ServedModel, x: Any, cells: Iterable[tuple[str, Any]]) -> Markup:
    rows = [
        element("div", element("dt", short(name, 60)), element("dd", value_words(value, 400)))
        for name, value in list(cells)[:MOST_CELLS]
    ]
    return join([_reasons(model, x), element("dl", *rows)])


def _reasons(model: ServedModel, x: Any) -> Markup:
    if not model.learned_labels:
        return note("No label was learned yet, so there are no reasons.")
    try:
        why = model.late.learner.why_one(model.late.row_reader.example(x))
    except (ThresherError, AttributeError) as error:
        return note(f"No reasons are told: {error}")
    rows = [[short(one.words, 70), measure(one.share)] for one in why.reasons[:MOST_REASONS]]
    words = f"for {label_words(why.label)}: score {measure(why.score)}"
    return grid([words, "adds"], rows) if rows else note(words)
