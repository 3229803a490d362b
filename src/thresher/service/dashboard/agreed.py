"""At which places of the log the state of a model is known, and which of them a replay came to as well."""

from typing import TYPE_CHECKING

from ...reports.markup import Markup, element
from ...reports.wording import count, size
from ..model import ServedModel
from ..store import SnapshotRow
from ..wording import some, waiting
from .parts import grid, note, panel
from .words import ago

if TYPE_CHECKING:
    from ..service import Service

SHOWN = 16  # letters of a digest


def agreed_panel(service: "Service", model: ServedModel) -> Markup:
    """Snapshots and replays, newest first."""
    now = service.clock.now()
    checks = service.store.checks(model.number)
    snapshots = service.store.snapshots(model.number)
    agreed = {(row.seq, row.digest) for row in checks}
    rows: list[list[str]] = [
        [count(row.seq), _code(row.digest), f"snapshot, {size(row.size)}", ago(row.at, now), _agrees(row, agreed)]
        for row in snapshots
    ]
    rows += [[count(row.seq), _code(row.digest), "replay", ago(row.at, now), "the same"] for row in checks[:5]]
    words = f"The log is at event {count(model.seq)}; {waiting(service.writer.queued, 'event')} for the disk. "
    words += f"At the start {some(service.metrics.replayed[model.name], 'event')} replayed, "
    words += f"{count(service.metrics.differing[model.name])} of them with another answer than was given."
    table = (
        grid(["event", "digest", "made by", "when", "replayed"], rows) if rows else note("No snapshot was made yet.")
    )
    return panel("agreed", "State and log", element("p", words), table)


def _agrees(row: SnapshotRow, agreed: set[tuple[int, str]]) -> str:
    if (row.seq, row.digest) in agreed:
        return "the same"
    return "DIFFERS" if any(seq == row.seq for seq, _ in agreed) else "not yet"


def _code(digest: str) -> Markup:
    return element("code", digest[:SHOWN], title=digest)
