"""A follower reads the same log, says the same, and proves that it can be replayed."""

import json

from .in_process import run, serving, until


async def _some(client, count, first=0):
    for number in range(first, first + count):
        await client.ask({"a": number % 3, f"b{number % 7}": 1}, f"q{number}")
        await client.tell(f"q{number}", "spam" if number % 3 else "ham")


def test_a_follower_comes_to_the_same_digest_and_answers(tmp_path):
    async def test():
        async with serving(tmp_path) as writer, serving(tmp_path, follow=True) as reader:
            await _some(writer, 60)
            await until(lambda: reader.service.models["mail"].seq == writer.service.models["mail"].seq)
            assert await reader.digest() == await writer.digest()
            asked = {"x": {"a": 1}}
            said = [(await one.post("/v1/models/mail/predict", json=asked)).json() for one in (writer, reader)]
            assert said[0] == said[1]
            assert (await reader.post("/v1/models/mail/ask", json=asked)).status_code == 405
            assert (await reader.tell("q1", "ham")).status_code == 405

    run(test)


def test_a_follower_proves_every_snapshot(tmp_path):
    async def test():
        async with serving(tmp_path, snapshot_events=40) as writer:
            await _some(writer, 30)
            await until(lambda: len(writer.service.store.snapshots(1)) > 0)
            async with serving(tmp_path, follow=True) as reader:
                await until(lambda: "mail" in reader.service.agreed)
                check = reader.service.agreed["mail"]
                assert check.digest == writer.service.store.snapshots(1)[-1].digest
                await until(lambda: len(writer.service.store.checks(1)) > 0)

    run(test)


def test_a_follower_finds_an_answer_that_was_changed(tmp_path):
    async def test():
        async with serving(tmp_path) as writer:
            await _some(writer, 10)
            last = writer.service.models["mail"].seq
        _forge(tmp_path, last - 1)
        async with serving(tmp_path, follow=True) as reader:
            await until(lambda: "mail" in reader.service.differs or not reader.service.ready)

    run(test)


def _forge(folder, seq):
    """Another answer in the log, with a checksum that fits."""
    import sqlite3

    from thresher.service.events import Event

    for snapshot in (folder / "snapshots").iterdir():
        snapshot.unlink()
    with sqlite3.connect(folder / "events.sqlite") as log:
        log.execute("DELETE FROM snapshots")
        columns = "model, seq, kind, at, id, body, said"
        before = log.execute("SELECT checksum FROM events WHERE seq = ?", (seq - 1,)).fetchone()[0]
        for row in log.execute(f"SELECT {columns} FROM events WHERE seq >= ? ORDER BY seq", (seq,)).fetchall():
            event = Event(*row)
            if event.seq == seq:
                said = json.loads(event.said)
                said["label"] = "ham" if said.get("label") == "spam" else "spam"
                event = event._replace(said=json.dumps(said, separators=(",", ":")).encode())
            before = event.check_after(before)
            log.execute("UPDATE events SET said = ?, checksum = ? WHERE seq = ?", (event.said, before, event.seq))
    log.close()
