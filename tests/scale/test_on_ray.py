"""On Ray: the digest of one process, with any number of workers, after any of them was killed."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import textwrap
import time
from importlib.metadata import requires

import pytest
from click.testing import CliRunner

import thresher as th
from thresher.cli import main
from thresher.scale import cluster, on_ray
from thresher.scale.ranges import RangeBatch
from thresher.scale.tables import ArrowBatch

from .events import rows_with_keys, write_csv

ray = pytest.importorskip("ray", reason="Ray is not installed: pip install 'thresher[ray]'")

ROWS = rows_with_keys(2_000, keys=200)
LEARNER = th.Perceptron(bias=True)
pytestmark = [
    pytest.mark.filterwarnings("ignore"),  # of Ray's own
    pytest.mark.xdist_group("ray"),
]


@pytest.fixture(scope="module")
def started():
    """One Ray for the whole module."""
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, sys.path))
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    ray.init(address="local", num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="ERROR")
    yield ray
    ray.shutdown()


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    return write_csv(tmp_path_factory.mktemp("rows") / "rows.csv", ROWS)


@pytest.fixture(scope="module")
def digest(file):
    keyed = th.scale.Keyed(LEARNER, by="user")
    keyed.learn(file)
    return keyed.digest()


@pytest.mark.parametrize("workers", [1, 3])
def test_any_number_of_workers_has_one_digest(workers, started, file, digest):
    with th.scale.Keyed(LEARNER, by="user", on="ray", workers=workers, batch=150, every=600) as keyed:
        counts = keyed.learn(file)
        here = th.scale.Keyed(LEARNER, by="user")
        assert dict(here.learn(file)) == dict(counts)
        assert keyed.digest() == digest == here.digest()
        assert keyed.model("u1") == here.model("u1")
        assert keyed.keys() == here.keys()
        assert keyed.predict(ROWS[:50]).tolist() == here.predict(ROWS[:50]).tolist()


def test_workers_may_be_killed_at_any_moment(started, file, digest, tmp_path):
    keyed = th.scale.Keyed(LEARNER, by="user", on="ray", workers=2, batch=40, every=200, models=tmp_path / "models")
    pids = [ray.get(actor.pid.remote()) for actor in keyed._team.actors]
    killed = []

    def kill_now_and_then(events, progress):
        if events // 400 > len(killed) and len(killed) < 4:
            turn = len(killed) % 2
            pid = ray.get(keyed._team.actors[turn].pid.remote())
            killed.append(pid)
            os.kill(pid, signal.SIGKILL)

    keyed.learn(file, on_progress=kill_now_and_then)
    assert len(killed) == 4
    assert set(killed) & set(pids)
    assert keyed.digest() == digest
    assert keyed._team.progress().replays > 0
    keyed.close()


@pytest.mark.parametrize("batch", [50, 70])
def test_what_is_replayed_is_no_more_than_one_interval(batch, started, file, digest, tmp_path):
    """With what is in flight: whenever a worker is lost, no more events are sent once more."""
    options = {"batch": batch, "every": 200, "models": tmp_path / "models"}
    keyed = th.scale.Keyed(LEARNER, by="user", on="ray", workers=2, **options)
    workers, most = keyed._team._workers, []

    def watch(events, progress):
        most.append(max(sum(sent.last - sent.first for sent in [*one.kept, *one.gathered]) for one in workers))

    keyed.learn(file, on_progress=watch)
    assert batch < max(most) <= 200
    assert keyed.digest() == digest
    keyed.close()


def test_a_batch_beyond_an_interval_is_committed_by_itself(started, file, digest, tmp_path):
    keyed = th.scale.Keyed(LEARNER, by="user", on="ray", workers=1, batch=150, every=100, models=tmp_path / "models")
    worker, most = keyed._team._workers[0], []
    keyed.learn(file, on_progress=lambda *_: most.append(sum(sent.last - sent.first for sent in worker.kept)))
    assert max(most) <= 150
    assert keyed.digest() == digest
    keyed.close()


def test_the_number_of_workers_may_change_in_between(started, file, digest, tmp_path):
    first = th.scale.Keyed(LEARNER, by="user", on="ray", workers=3, batch=100, every=300, models=tmp_path / "models")
    for batch in first._batches(file, None, False, {}):
        first._team.send(batch, commit=batch.last // 300 > batch.first // 300)
        if batch.last > 1_000:
            break
    first._team.finish(commit=False)
    first.close()
    again = {"by": "user", "models": tmp_path / "models", "resume": True}
    second = th.scale.Keyed(LEARNER, on="ray", workers=2, batch=77, **again)
    second.learn(file, resume=True)
    assert second.digest() == digest
    second.close()
    assert th.scale.Keyed(LEARNER, **again).digest() == digest


@pytest.mark.parametrize("seen", [True, False])
def test_parquet_is_read_by_workers_or_cut_by_the_driver(seen, started, digest, monkeypatch, tmp_path):
    pandas = pytest.importorskip("pandas")
    pandas.DataFrame(ROWS).to_parquet(tmp_path / "rows.parquet")
    models, ways = tmp_path / "models", []
    monkeypatch.setattr(on_ray.OnRay, "reads", lambda self, sizes: all(self._ask_all("sees", sizes)) and seen)
    with th.scale.Keyed(LEARNER, by="user", on="ray", workers=2, batch=300, every=600, models=models) as keyed:
        send = keyed._team.send
        monkeypatch.setattr(keyed._team, "send", lambda batch, **said: (ways.append(type(batch)), send(batch, **said)))
        keyed.learn(str(tmp_path / "rows.parquet"))
        assert set(ways) == {RangeBatch if seen else ArrowBatch}
        assert keyed.digest() == digest
        pandas.DataFrame([*ROWS[:900], {**ROWS[0], "label": 7}]).to_parquet(tmp_path / "bad.parquet")
        with pytest.raises(th.InputError, match=r"bad\.parquet: line 901: the label 7"):
            keyed.learn(str(tmp_path / "bad.parquet"))
        assert keyed.events >= len(ROWS)  # what was committed


def test_batches_go_together_by_few_calls(started, file, digest, monkeypatch, tmp_path):
    keyed = th.scale.Keyed(LEARNER, by="user", on="ray", workers=2, batch=20, every=1_000, models=tmp_path / "models")
    posted, post = [], keyed._team._post
    monkeypatch.setattr(keyed._team, "_post", lambda worker, sent: (posted.append(sent), post(worker, sent)))
    keyed.learn(file)
    assert keyed.digest() == digest
    assert sum(sent.batches for sent in posted) == 2 * len(ROWS) // 20
    assert len(posted) < 2 * len(ROWS) // 20 // 4
    keyed.close()


def test_rows_that_workers_read_go_by_calls_as_large_as_an_interval_lets_them(started, digest, monkeypatch, tmp_path):
    """However small batches are: a call carries none of the rows, and models are near while many are learned."""
    pandas = pytest.importorskip("pandas")
    pandas.DataFrame(ROWS).to_parquet(tmp_path / "rows.parquet")
    models = {"batch": 10, "every": 600, "models": tmp_path / "models"}
    keyed = th.scale.Keyed(LEARNER, by="user", on="ray", workers=2, **models)
    posted, post = [], keyed._team._post
    monkeypatch.setattr(keyed._team, "_post", lambda worker, sent: (posted.append(sent), post(worker, sent)))
    keyed.learn(str(tmp_path / "rows.parquet"))
    assert keyed.digest() == digest
    sizes = [sent.last - sent.first for sent in posted]
    assert set(sizes[:-2]) == {600}
    assert sum(sizes) == 2 * len(ROWS)
    keyed.close()


def test_a_bad_row_is_told_and_nothing_hangs(started):
    keyed = th.scale.Keyed(LEARNER, by="user", on="ray", workers=2)
    with pytest.raises(th.InputError, match="label 7"):
        keyed.learn([*ROWS[:10], {"user": "ann", "a": 1, "label": 7}])
    keyed.close()


def test_a_gap_is_answered_and_filled(started, digest, file, tmp_path):
    """A worker that lost what it had learned says so, and gets it once more."""
    keyed = th.scale.Keyed(LEARNER, by="user", on="ray", workers=1, batch=100, every=10**9, models=tmp_path / "models")
    team = keyed._team
    for number, batch in enumerate(keyed._batches(file, None, False, {})):
        if number == 5:
            team._settle_all(team._workers[0])
            ray.kill(team._workers[0].actor)
            team._begin(team._workers[0])  # as if Ray had started it anew: it knows nothing
        team.send(batch, commit=False)
    team.finish(commit=True)
    assert keyed.digest() == digest
    keyed.close()


def test_mixing_is_the_same_wherever_shards_are(started, file):
    rows = th.Rows(ignore="user")
    here = th.scale.mix(th.Perceptron(), file, shards=3, every=300, passes=2, rows=rows)
    there = th.scale.mix(th.Perceptron(), file, shards=3, every=300, passes=2, rows=rows, on="ray")
    assert here.digest() == there.digest()


def test_scoring_and_comparing_are_the_same_on_ray(started, file):
    model = th.Perceptron(rows=th.Rows(ignore="user"))
    here, there = (th.scale.score(model, [file, file], on=on, rows=model.row_reader.rows) for on in ("here", "ray"))
    assert [one[:4] for one in here] == [one[:4] for one in there]
    assert all((one.answers == other.answers).all() for one, other in zip(here, there, strict=True))
    learners = [th.Perceptron(), th.Arow()]
    assert th.scale.compare(learners, [file, file]) == th.scale.compare(learners, [file, file], on="ray")
    grid = {"rate": [0.5, 1.0], "bias": [False, True]}
    assert th.scale.sweep(th.Perceptron, grid, file) == th.scale.sweep(th.Perceptron, grid, file, on="ray")


@pytest.mark.parametrize("shared", [False, True])
def test_classes_and_what_all_share_are_the_same_on_ray(shared, started, tmp_path):
    pandas = pytest.importorskip("pandas")
    rows = [{**row, "label": ("cat", "dog", "eel", "fox")[number % 4]} for number, row in enumerate(ROWS[:900])]
    pandas.DataFrame(rows).to_parquet(tmp_path / "rows.parquet")
    learner = th.Multiclass(th.Perceptron(bias=True))
    here = th.scale.Keyed(learner, by="user", shared=shared)
    counts = here.learn(rows)
    for door in (rows, str(tmp_path / "rows.parquet")):
        with th.scale.Keyed(learner, by="user", on="ray", workers=2, batch=130, every=300, shared=shared) as keyed:
            killed = []

            def kill_once(events, progress, keyed=keyed, killed=killed):
                if events > 400 and not killed:
                    killed.append(ray.get(keyed._team.actors[0].pid.remote()))
                    os.kill(killed[0], signal.SIGKILL)

            assert keyed.learn(door, on_progress=kill_once).mistakes == counts.mistakes
            assert (len(killed), keyed.digest()) == (1, here.digest())
            assert keyed.predict(rows[:70]).tolist() == here.predict(rows[:70]).tolist()


@pytest.mark.parametrize("more", [[], ["--passes", "2"], ["--json"]])
def test_the_table_of_compare_is_the_same_on_ray(more, started, file):
    command = ["compare", file, "--ignore", "user", "--learner", "perceptron", "--learner", "arow", *more]
    here, there = (CliRunner().invoke(main, [*command, "--on", on]) for on in ("here", "ray"))
    assert (here.exit_code, there.exit_code) == (0, 0), there.output
    assert without_seconds(here.stdout) == without_seconds(there.stdout)


def without_seconds(text):
    """As it was told, but for how long it took."""
    if not text.startswith("{"):
        return re.sub(r"[\d.,]+ (s|ms)\b.*", "", text)
    return [
        {name: value for name, value in json.loads(line).items() if "second" not in name} for line in text.splitlines()
    ]


def test_what_is_predicted_by_command_is_the_same_on_ray(started, file, tmp_path):
    model = th.Perceptron(rows=th.Rows(ignore="user"))
    for row in ROWS[:300]:
        model.learn_one(row, row["label"])
    model.save(tmp_path / "model.thresher")
    command = ["predict", file, file, "--model", str(tmp_path / "model.thresher"), "--output", "scores"]
    here, there = (CliRunner().invoke(main, [*command, "--on", on]) for on in ("here", "ray"))
    assert here.exit_code == there.exit_code == 0
    assert here.stdout == there.stdout


DRIVER = """
import sys
import thresher as th
keyed = th.scale.Keyed(
    th.Perceptron(bias=True), by="user", on="ray", workers=2, batch=20, every=100, models=sys.argv[2], resume=True
)
print("began", flush=True)
keyed.learn(sys.argv[1], resume=True)
print(keyed.digest(), flush=True)
"""


def test_the_driver_may_be_killed_and_another_goes_on(started, file, digest, tmp_path):
    address = ray.get_runtime_context().gcs_address
    environment = {**os.environ, "RAY_ADDRESS": address}
    th.scale.Keyed(LEARNER, by="user", models=tmp_path / "models").close()
    command = [sys.executable, "-W", "ignore", "-c", textwrap.dedent(DRIVER), file, str(tmp_path / "models")]
    quiet = {"env": environment, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL, "text": True}
    with subprocess.Popen(command, **quiet) as one:
        assert one.stdout.readline() == "began\n"
        time.sleep(0.05)
        one.kill()
    done = subprocess.run(command, check=True, **quiet)
    assert done.stdout.split()[-1] == digest


def test_without_ray_the_way_to_it_is_told(monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(cluster.ClusterError, match=r"thresher\[ray\]"):
        cluster.ray_module()
    monkeypatch.setattr(ray, "__version__", "1.9.0")
    monkeypatch.setitem(sys.modules, "ray", ray)
    with pytest.raises(cluster.ClusterError, match=r"too old"):
        cluster.ray_module()


@pytest.mark.parametrize("form", ["ray://127.0.0.1:{}", "127.0.0.1:{}"])
def test_where_nobody_listens_that_is_told_at_once(form, monkeypatch):
    """Ray tries on for minutes where RAY_ADDRESS names a head that is gone."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        address = form.format(one.getsockname()[1])
    monkeypatch.setenv("RAY_ADDRESS", address)
    monkeypatch.setattr(ray, "is_initialized", lambda: False)
    monkeypatch.setattr(ray, "init", lambda **_: pytest.fail("Ray was asked"))
    with pytest.raises(cluster.ClusterError, match=rf"{address} can't be reached: .*refused"):
        cluster.connected(address if "://" in address else "ray")


def test_a_cluster_that_cannot_be_reached_is_told(monkeypatch):
    def refuse(*_, **said):
        raise ConnectionError(f"nobody at {said['address']}")

    monkeypatch.setattr(ray, "is_initialized", lambda: False)
    monkeypatch.setattr(cluster, "_knock", lambda _: None)
    monkeypatch.setattr(ray, "init", refuse)
    with pytest.raises(cluster.ClusterError, match=r"can't be reached: nobody at ray://far:1.*RAY_AUTH_MODE"):
        cluster.connected("ray://far:1")

    def other(*_, **said):
        raise RuntimeError("Version mismatch: the cluster runs Python 3.9")

    monkeypatch.setattr(ray, "init", other)
    with pytest.raises(cluster.ClusterError, match="other versions"):
        cluster.connected("ray://far:1")


def test_whoever_names_a_cluster_gets_no_other_that_is_connected(started):
    """A job for a cluster far away must not run on this machine because another one did before."""
    assert cluster.connected("ray") is ray
    with pytest.raises(cluster.ClusterError, match=r"connected to a Ray of this machine.*not to ray://far:1.*shutdown"):
        th.scale.Keyed(LEARNER, by="user", on="ray://far:1")
    with pytest.raises(th.ParameterError, match="ray://host:port"):
        cluster.is_ray("ray://")


def test_a_cluster_by_its_address_can_be_spoken_to_with_what_the_extra_installs(monkeypatch):
    """ray:// needs more than Ray alone; who did not install it is told what to install."""
    assert any("client" in need for need in requires("thresher") if "extra == 'ray'" in need.replace('"', "'"))

    def refuse(*_, **said):
        raise ImportError("Ray Client requires pip package `ray[client]`.")

    monkeypatch.setattr(ray, "is_initialized", lambda: False)
    monkeypatch.setattr(cluster, "_knock", lambda _: None)
    monkeypatch.setattr(ray, "init", refuse)
    with pytest.raises(cluster.ClusterError, match=r"thresher\[ray\]"):
        cluster.connected("ray://far:1")


def test_a_worker_that_dies_again_and_again_is_given_up(started, monkeypatch, tmp_path):
    keyed = th.scale.Keyed(LEARNER, by="user", on="ray", workers=1, models=tmp_path / "models")
    team = keyed._team
    monkeypatch.setattr(on_ray, "_TRIES", 2)
    monkeypatch.setattr(team, "_begin", lambda worker: None)
    ray.kill(team.actors[0])
    with pytest.raises(cluster.ClusterError, match="without getting on"):
        keyed.learn(ROWS[:10])
