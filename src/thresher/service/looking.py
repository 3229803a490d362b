"""What is done to the folder of a service beside serving it: replay, verify, copy, keys."""

import shutil
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from ..errors import InputError, ParameterError
from .archives import FOLDER as ARCHIVE
from .archives import archived_events
from .keys import new_key
from .recovery import opened_snapshot, recover
from .snapshots import FOLDER as SNAPSHOTS
from .store import LOG, Damage, ModelRow, open_store
from .wording import some


def replayed(
    folder: Path, address: str | None, name: str | None, *, until: int | None, snapshots: bool, out: Path | None
) -> Iterator[str]:
    """Lines about each model that was replayed."""
    if until is not None and until < 1:
        raise ParameterError(f"until must be 1 or more; got {until}. Event 1 makes the model.", field="until")
    store = open_store(folder, address, read_only=True)
    try:
        rows = [row for row in store.models() if row.gone is None and name in (None, row.name)]
        if not rows:
            raise InputError(f"{folder}: there is no model {name!r}." if name else f"{folder}: there are no models.")
        if out is not None and len(rows) != 1:
            raise InputError("several models can't be saved in one file.", hint="name one: name=")
        for row in rows:
            began = time.perf_counter()
            found = recover(store, folder, row, until=until, snapshots=snapshots)
            seconds = time.perf_counter() - began
            rate = found.replayed / seconds if seconds else 0.0
            yield (
                f"{row.name}: event {found.model.seq}, snapshot at {found.snapshot}, {some(found.replayed, 'event')} "
                f"replayed ({rate:,.0f}/s), the same answers; digest {found.model.digest()}"
            )
            yield from found.damaged
            if out is not None:
                found.model.late.save(out)
    except Damage as damage:
        raise InputError(f"{folder}: {damage}") from None
    finally:
        store.close()


def verified(folder: Path, address: str | None) -> Iterator[tuple[str, bool]]:
    """Lines about everything that was checked, and whether each is sound."""
    store: Any = open_store(folder, address, read_only=True)
    try:
        for problem in store.problems():
            yield f"the database itself: {problem}", False
        for row in store.models():
            yield _checked_log(store, row)
            for archive in store.archives(row.number):
                yield _checked_archive(folder, archive)
            for snapshot in store.snapshots(row.number):
                yield _checked_snapshot(folder, snapshot)
    finally:
        store.close()


def _checked_log(store: Any, row: ModelRow) -> tuple[str, bool]:
    while True:
        first = last = _last_archived(store, row)
        count = 0
        try:
            for event in store.events(row.number, last):
                count, last = count + 1, event.seq
        except Damage as damage:
            if _last_archived(store, row) > first:
                continue  # whoever serves the folder archived some meanwhile
            return f"{row.name}: {damage}", False
        return f"{row.name}: {some(count, 'event')} to {last}, sound", True


def _last_archived(store: Any, row: ModelRow) -> int:
    return max((archive.last for archive in store.archives(row.number)), default=0)


def _checked_archive(folder: Path, archive: Any) -> tuple[str, bool]:
    try:
        count = sum(1 for _ in archived_events(folder, archive))
    except Damage as damage:
        return str(damage), False
    return f"{archive.file}: {some(count, 'event')}, sound", True


def _checked_snapshot(folder: Path, snapshot: Any) -> tuple[str, bool]:
    try:
        opened_snapshot(folder, snapshot)
    except (OSError, ValueError) as error:
        return f"{snapshot.file}, event {snapshot.seq}: {error}", False
    return f"{snapshot.file}: sound", True


def backed_up(folder: Path, address: str | None, into: Path) -> str:
    """Copies the log first and then the files that it names: each is complete in the copy."""
    if address is not None:
        raise InputError("PostgreSQL is copied by pg_dump; then copy the folders snapshots and archive.")
    if into.exists() and any(into.iterdir()):
        raise InputError(f"{into}: is not empty.", hint="name a new folder for each copy, by its date for instance")
    into.mkdir(parents=True, exist_ok=True, mode=0o700)
    source: Any = open_store(folder, read_only=True)
    try:
        source.back_up(into / LOG)
    finally:
        source.close()
    copy = open_store(into, read_only=True)
    wanted, missing = 0, []
    for model in copy.models():
        files = [(SNAPSHOTS, row.file) for row in copy.snapshots(model.number)]
        files += [(ARCHIVE, row.file) for row in copy.archives(model.number)]
        for kind, file in files:
            (into / kind).mkdir(exist_ok=True)
            try:
                shutil.copy2(folder / kind / file, into / kind / file)
                wanted += 1
            except FileNotFoundError:  # an old snapshot that left while the log was copied
                missing.append(file)
    copy.close()
    left = f"; {len(missing)} old snapshots had left meanwhile" if missing else ""
    return f"{into}: the log and {wanted} files{left}"


def made_key(folder: Path, address: str | None, name: str, scopes: Sequence[str], models: Sequence[str]) -> str:
    """A new key."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    token, row = new_key(name, scopes, models)
    store = open_store(folder, address, shared=True)
    try:
        if any(known.name == name for known in store.valid_keys()):
            raise InputError(f"there is a key {name!r} already: end it first.")
        store.add_key(row)
    finally:
        store.close()
    return token


def ended_key(folder: Path, address: str | None, name: str, *, last: bool = False) -> str:
    """A key that is not valid any more. The last one only if that is meant: without keys no key is asked for."""
    store = open_store(folder, address, shared=True)
    try:
        others = [row.name for row in store.valid_keys() if row.name != name]
        if not others and not last and store.valid_keys():
            raise InputError(
                f"{name!r} is the last key: without keys whoever can use the machine may ask, label and change "
                "everything, from the next start on.",
                hint="make another first, or say that it is meant: last=",
            )
        if not store.end_key(name, time.time_ns() // 1000):
            raise InputError(f"there is no key {name!r}.")
    finally:
        store.close()
    if others:
        return f"the key {name!r} is not valid any more"
    return (
        f"the key {name!r} is not valid any more. WARNING: there are no keys now. A service that runs answers nobody; "
        "one that is started answers whoever can use its machine."
    )


def keys_of(folder: Path, address: str | None) -> list[str]:
    """One line for each key."""
    store = open_store(folder, address, read_only=True)
    try:
        return [f"{row.name}: {row.scopes.replace(';', ' of ')}" for row in store.valid_keys()]
    finally:
        store.close()
