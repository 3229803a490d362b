"""A folder that an earlier version wrote is opened, recovered and served on.

`python -m tests.service.test_written_before FOLDER` writes such a folder, for the version that is installed.
"""

import asyncio
import json
import shutil
import sys
from pathlib import Path

import pytest

from thresher.service.config import ModelConfig
from thresher.service.looking import verified
from thresher.service.model import DiffersError
from thresher.service.recovery import recover
from thresher.service.store import open_store

from .in_process import run, serving, until

LEARN_OTHERWISE = {"0.1": ("mail",), "0.1-short-steps": ("mail",)}
"""Models that a later version answers otherwise when all of their log is learned anew: that is found, never hidden.

In 0.1 Auto's `steady` took longer steps, and until 0.2 what an attribute was worth was counted otherwise. Snapshots
hold what was learned, and are gone on from.
"""

WRITTEN = sorted((Path(__file__).parent / "written").iterdir())


@pytest.fixture(params=WRITTEN, ids=lambda folder: folder.name)
def folder(request, tmp_path):
    """A copy: opening one may change it."""
    return shutil.copytree(request.param, tmp_path / "copy")


def test_all_of_it_is_sound(folder):
    assert [line for line, sound in verified(folder, None) if not sound] == []


@pytest.mark.parametrize("snapshots", [True, False], ids=["with snapshots", "from the log alone"])
def test_a_replay_comes_to_what_was_written_down(request, folder, snapshots):
    told = json.loads((folder / "told.json").read_text())
    store = open_store(folder, read_only=True)
    for row in store.models():
        if not snapshots and row.name in LEARN_OTHERWISE.get(request.node.callspec.params["folder"].name, ()):
            with pytest.raises(DiffersError, match=f"of '{row.name}'"):
                recover(store, folder, row, snapshots=False)
            continue
        found = recover(store, folder, row, snapshots=snapshots)
        assert found.model.seq == told[row.name]["seq"]
        assert found.model.digest() == told[row.name]["digest"]
    store.close()


def test_it_is_served_on(folder):
    async def test():
        async with serving(folder) as client:
            assert (await client.tell("q59", "spam")).json()["fate"] == "duplicate"
            answer = await client.ask({"a": 1, "city": "Paris"}, "new")
            assert answer["label"] in ("ham", "spam")
            assert (await client.tell("new", "ham")).json()["fate"] == "waiting"

    run(test)


async def _write(folder: Path) -> None:
    """Two models, a challenger, an expiry, a correction, snapshots and an archive."""
    async with serving(folder, snapshot_events=40, keep_snapshots=1, keep_days=0.0) as client:
        await client.service.make(
            "plain", ModelConfig(learner="perceptron", order="replay:50", contradictions="correct")
        )
        await client.put("/v1/models/mail/challengers/arow", json={"learner": "arow"})
        for number in range(60):
            for model in ("mail", "plain"):
                city = "Paris" if number % 3 else "Rome"
                await client.ask({"a": number % 5, "city": city, f"b{number % 7}": 1}, f"q{number}", model=model)
                if number % 4:
                    await client.tell(f"q{number}", "spam" if number % 3 else "ham", model=model)
        await client.tell("q1", "ham", model="plain")
        await client.post("/v1/models/mail/expire", json={"tickets": ["q0", "q4"], "label": "ham"})
        await client.post("/v1/models/mail/snapshot")
        await until(lambda: len(client.service.store.archives(1)) > 0)
        await client.ask({"a": 1}, "after the snapshot")
        about = {
            name: {"seq": client.service.models[name].seq, "digest": await client.digest(name)}
            for name in ("mail", "plain")
        }
    (folder / "told.json").write_text(json.dumps(about, indent=1) + "\n")
    (folder / "lock").unlink()


if __name__ == "__main__":
    asyncio.run(_write(Path(sys.argv[1])))
