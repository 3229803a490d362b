"""Events that are older than every snapshot are moved into files, and are not forgotten."""

from pathlib import Path

import pytest

from thresher.service.archives import archived_events
from thresher.service.recovery import recover
from thresher.service.store import Damage, open_store

from .in_process import run, serving, until


async def _archived(folder: Path) -> str:
    async with serving(folder, snapshot_events=30, keep_snapshots=1, keep_days=0.0) as client:
        for number in range(120):
            await client.ask({"a": number % 3, f"b{number % 7}": 1}, f"q{number}")
            await client.tell(f"q{number}", "spam" if number % 3 else "ham")
        await until(lambda: len(client.service.store.archives(1)) > 0)
        return await client.digest()


def test_a_log_with_archives_comes_to_the_same_digest_with_and_without_snapshots(tmp_path, either_store):
    async def test():
        digest = await _archived(tmp_path)
        store = open_store(tmp_path, either_store, read_only=True)
        row = store.models()[0]
        assert recover(store, tmp_path, row).model.digest() == digest
        found = recover(store, tmp_path, row, snapshots=False)
        assert (found.model.digest(), found.snapshot) == (digest, 0)
        store.close()

    run(test)


def test_an_archived_id_is_not_taken_for_a_new_one(tmp_path, either_store):
    async def test():
        await _archived(tmp_path)
        async with serving(tmp_path) as client:
            answer = await client.post("/v1/models/mail/ask", json={"x": {"a": 0, "b0": 1}, "id": "q0"})
            assert answer.status_code == 410
            assert "archived" in answer.json()["detail"]
            assert (await client.get("/v1/models/mail/tickets/q0")).status_code == 410

    run(test)


def test_a_damaged_archive_is_named(tmp_path, either_store):
    async def test():
        await _archived(tmp_path)
        store = open_store(tmp_path, either_store, read_only=True)
        file = tmp_path / "archive" / store.archives(1)[0].file
        data = bytearray(file.read_bytes())
        data[len(data) // 2] ^= 4
        file.write_bytes(data)
        with pytest.raises(Damage, match=file.name):
            recover(store, tmp_path, store.models()[0], snapshots=False)
        store.close()

    run(test)


def test_an_archive_that_is_cut_anywhere_is_named(tmp_path, either_store):
    async def test():
        await _archived(tmp_path)
        store = open_store(tmp_path, either_store, read_only=True)
        row = store.archives(1)[0]
        file = tmp_path / "archive" / row.file
        whole = file.read_bytes()
        assert len(list(archived_events(tmp_path, row))) == row.last - row.first + 1
        for left in (0, 1, len(whole) // 2, *range(len(whole) - 12, len(whole))):
            file.write_bytes(whole[:left])
            with pytest.raises(Damage, match=file.name):
                list(archived_events(tmp_path, row))
        file.write_bytes(whole + b"more")
        with pytest.raises(Damage, match=file.name):
            list(archived_events(tmp_path, row))
        store.close()

    run(test)
