"""The Open Inference Protocol, version 2, as KServe and Triton speak it: infer is predict, or ask where ids are given.

Rows come in one of two forms. Columns: an input for each, of shape [n] or [n, 1], any datatype; an input `x` of shape
[n, d] is the columns x0, x1, ... Or one input `json` of BYTES: a JSON object for each row. With an input `id` (BYTES,
[n]) the questions are asked under these tickets and kept until their labels come by /v1; without it nothing is kept.

The outputs: `label` BYTES [n] (empty while no label is known), `probabilities` FP64 [n, k], `labels` BYTES [k] (whose
they are), `seq` INT64 [n]; and, where questions are asked of a model that asks for labels, `wants_label` BOOL [n]. Of
any other model every label is wanted: it says so only to those who name this output.
"""

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from ..answers import label_text
from ..model import ServedModel
from ..refusals import Refused
from ..requests import Ask
from ..row_sizes import CountedRows, RowSizes
from .application import Application
from .messages import Request, Response, plain
from .names_twice import check_once
from .tensors import Input, Output, all_values

MOST_ROWS = 20_000
MOST_INPUTS = 100_000
MOST_JSON = 8 * 2**20  # bytes: what a value takes in memory is many times what it takes here
HEAD = b"inference-header-content-length"
OCTETS = b"application/octet-stream"
OUTPUTS = {"label": "BYTES", "probabilities": "FP64", "labels": "BYTES", "seq": "INT64"}
WANTS = "wants_label"
"""An output too, of a model that asks: whether the label is worth having."""


class WantedOutput(msgspec.Struct):
    """An output that is asked for."""

    name: str
    parameters: dict[str, Any] = {}


class Infer(msgspec.Struct):
    """A request of the protocol."""

    inputs: Annotated[list[Input], Meta(min_length=1, max_length=MOST_INPUTS)]
    id: str = ""
    parameters: dict[str, Any] = {}
    outputs: list[WantedOutput] = []


class Inference:
    """Handlers over one service."""

    def __init__(self, app: Application) -> None:
        self._service = app.service

    async def server(self, request: Request) -> Response:
        """What this is."""
        from importlib.metadata import version

        return plain({"name": "thresher", "version": version("thresher"), "extensions": ["binary_tensor_data"]})

    async def model(self, request: Request) -> Response:
        """What a model takes and gives."""
        model = await self._service.model_or_default(request.model)
        known = OUTPUTS | ({WANTS: "BOOL"} if model.config.asks else {})
        outputs = [
            {"name": name, "datatype": kind, "shape": {"probabilities": [-1, -1]}.get(name, [-1])}
            for name, kind in known.items()
        ]
        inputs = [{"name": "json", "datatype": "BYTES", "shape": [-1]}]
        return plain({"name": model.name, "versions": [], "platform": "thresher", "inputs": inputs, "outputs": outputs})

    async def model_ready(self, request: Request) -> Response:
        """Whether it answers."""
        model = await self._service.model_or_default(request.model)
        if not self._service.ready:
            raise Refused(503, "not ready.", retry_after=1)
        return plain({"name": model.name, "ready": True})

    async def infer(self, request: Request) -> Response:
        """Predicts, or asks."""
        model = await self._service.model_or_default(request.model)
        sizes, size = self._service.sizes, len(request.body)
        wanted, behind = read(request)
        check_claims(wanted.inputs, sizes, size)
        sizes.check_answers(model, min(wanted.inputs[0].shape[0], size))
        counted = CountedRows(sizes, model, size)
        rows, tickets = rows_of(wanted.inputs, all_values(wanted.inputs, behind), counted)
        binary = _wanted_binary(wanted, asked=tickets is not None)
        said = await self._said(model, rows, tickets)
        told = [one for one in _outputs(said) if one.name in binary]
        if WANTS in binary and (wanted.outputs or any(WANTS in one for one in said)):
            told.append(Output(WANTS, "BOOL", [len(said)], [one.get(WANTS, True) for one in said]))
        return _answer(wanted, model.name, told, binary)

    async def _said(self, model: ServedModel, rows: list[Any], tickets: list[str] | None) -> list[dict[str, Any]]:
        if tickets is None:
            return await self._service.predict(model, rows, named=len(rows) > 1)
        try:
            asked = [msgspec.convert({"x": x, "id": one}, Ask) for x, one in zip(rows, tickets, strict=True)]
        except msgspec.ValidationError as error:
            raise Refused(422, f"the input 'id': {error}.") from None
        return [msgspec.json.decode(one) for one in await self._service.ask_many(model, asked)]


def read(request: Request) -> tuple[Infer, bytes]:
    """The JSON of a request, and the bytes behind it."""
    length, body = request.headers.get(HEAD), request.body
    behind = b""
    if length is not None:
        if not length.isdigit() or len(length) > 12 or int(length) > len(body):
            raise Refused(422, f"Inference-Header-Content-Length must be a number of bytes up to {len(body):,}.")
        request.body, behind = body[: int(length)], body[int(length) :]
    if len(request.body) > MOST_JSON:
        raise Refused(
            413,
            f"{len(request.body):,} bytes of JSON are too many: at most {MOST_JSON:,} here; send fewer rows at a time, "
            "or their values as bytes (binary_data_size).",
        )
    return request.read(Infer), behind


def check_claims(inputs: Sequence[Input], sizes: RowSizes, size: int) -> None:
    """Refuses more rows, and more values in a row and in all, than there may be, before any of them is looked at.

    A claim of more values than can be in so many bytes is left to whoever looks for them.
    """
    columns = [one for one in inputs if one.name != "id"]
    claimed, count = sum(one.count for one in columns), inputs[0].shape[0]
    if max(claimed, count) > size:
        return
    if count > MOST_ROWS:
        raise Refused(413, f"{count:,} rows are too many: at most {MOST_ROWS:,} in one request.")
    sizes.check_names(sum(one.count // one.shape[0] for one in columns))
    if claimed > (most := sizes.most_in_all):
        raise Refused(413, f"the rows have {claimed:,} values: at most {most:,} in one request; send fewer at a time.")


def rows_of(
    inputs: Sequence[Input], values: Sequence[list[Any]], counted: CountedRows
) -> tuple[list[dict[str, Any]], list[str] | None]:
    """Rows, and their tickets if they have some."""
    count = inputs[0].shape[0]
    columns: dict[str, list[Any]] = {}
    tickets = None
    for one, flat in zip(inputs, values, strict=True):
        if one.shape[0] != count:
            raise one.refuse(f"has {one.shape[0]:,} rows, and {inputs[0].name[:80]!r} has {count:,}")
        if one.name == "id":
            tickets = _only(one, flat, "a ticket for each row")
            continue
        for name, column in _columns_of(one, flat).items():
            if name in columns:
                raise one.refuse(f"the column {name[:80]!r} is there twice")
            columns[name] = column
    if list(columns) == ["json"]:
        return _json_rows(columns["json"], counted), tickets
    if not columns:
        raise Refused(422, "there is no input besides 'id': what is the question about?")
    return _column_rows(columns, counted), tickets


def _columns_of(one: Input, flat: list[Any]) -> dict[str, list[Any]]:
    width = one.shape[1] if len(one.shape) == 2 else 1
    if width == 1:
        return {one.name: flat}
    return {f"{one.name}{place}": flat[place::width] for place in range(width)}


def _only(one: Input, flat: list[Any], what: str) -> list[str]:
    if one.datatype != "BYTES" or len(flat) != one.shape[0]:
        raise one.refuse(f"must be BYTES of shape [n]: {what}")
    return flat


def _column_rows(columns: dict[str, list[Any]], counted: CountedRows) -> list[dict[str, Any]]:
    names = list(columns)
    found = [dict(zip(names, row, strict=True)) for row in zip(*columns.values(), strict=True)]
    texts = [column for column in columns.values() if isinstance(column[0], str)]
    for place, row in enumerate(found):
        try:
            size = len(names) + sum(len(column[place]) for column in texts)
            counted.before(size)
            counted.after(row, size)
        except Refused as error:
            raise _at_row(place, error) from None
    return found


def _at_row(place: int, error: Refused) -> Refused:
    return Refused(error.status, f"row {place}: {error.detail}", **error.more)


def _json_rows(texts: list[Any], counted: CountedRows) -> list[dict[str, Any]]:
    found = []
    decoder = msgspec.json.Decoder(dict[str, Any])
    for place, text in enumerate(texts):
        try:
            counted.before(len(text))
            found.append(decoder.decode(text))
            counted.after(found[-1], len(text))
            check_once(text.encode(), found[-1])
        except Refused as error:
            raise _at_row(place, error) from None
        except (msgspec.MsgspecError, ValueError, TypeError, RecursionError) as error:
            raise Refused(422, f"the input 'json': row {place}: {str(error)[:300].rstrip('.')}.") from None
    return found


def _wanted_binary(wanted: Infer, *, asked: bool) -> dict[str, bool]:
    """The outputs that are wanted, and of each whether it is wanted as bytes. asked: questions are, by their ids."""
    default = wanted.parameters.get("binary_data_output") is True
    known = (*OUTPUTS, *([WANTS] if asked else []))
    if not wanted.outputs:
        return dict.fromkeys(known, default)
    for one in wanted.outputs:
        if one.name == WANTS and not asked:
            raise Refused(422, f"{WANTS} is said of questions that are asked: give an input 'id'.")
        if one.name not in known:
            raise Refused(422, f"there is no output {one.name[:80]!r}; there are {', '.join(known)}.")
        if "classification" in one.parameters:
            raise Refused(422, "the extension classification is not there: take label and probabilities.")
    return {one.name: one.parameters.get("binary_data", default) is True for one in wanted.outputs}


def _outputs(said: list[dict[str, Any]]) -> list[Output]:
    shares = [one["probabilities"] or {} for one in said]
    names = list(dict.fromkeys(name for share in shares for name in share))
    flat = [share.get(name, 0.0) for share in shares for name in names]
    labels = ["" if one["label"] is None else label_text(one["label"]) for one in said]
    return [
        Output("label", "BYTES", [len(said)], labels),
        Output("probabilities", "FP64", [len(said), len(names)], flat),
        Output("labels", "BYTES", [len(names)], names),
        Output("seq", "INT64", [len(said)], [one["seq"] for one in said]),
    ]


def _answer(wanted: Infer, model: str, outputs: list[Output], binary: dict[str, bool]) -> Response:
    parts: list[bytes] = []
    heads = []
    for one in outputs:
        if binary[one.name]:
            head, data = one.to_binary()
            parts.append(data)
        else:
            head = one.to_plain()
        heads.append(head)
    found = {"model_name": model, "outputs": heads} | ({"id": wanted.id} if wanted.id else {})
    if not any(binary[one.name] for one in outputs):
        return plain(found)
    text = msgspec.json.encode(found)
    return Response(text + b"".join(parts), kind=OCTETS, headers=((HEAD, b"%d" % len(text)),))
