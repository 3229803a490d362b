"""Logs that go on: every row is learned once, whoever is killed between two polls."""

import json

import pytest

import thresher as th
from thresher.scale.logs import Log

from .events import rows_with_keys, write_json

ROWS = rows_with_keys(600)


@pytest.fixture(scope="module")
def digest():
    keyed = th.scale.Keyed(th.Perceptron(bias=True), by="user")
    keyed.learn(ROWS)
    return keyed.digest()


def opened(folder, resume=False, **options):
    return th.scale.Keyed(th.Perceptron(bias=True), "user", models=folder, resume=resume, partitions=4, **options)


def test_files_that_grow_are_learned_as_they_grow(digest, tmp_path):
    path = tmp_path / "log.jsonl"
    text = "".join(json.dumps(row) + "\n" for row in ROWS)
    keyed = opened(tmp_path / "models", batch=37, every=100)
    for end in (0, 1000, 1003, 20_000, len(text)):
        path.write_text(text[:end])
        keyed.follow(th.scale.GrowingFiles(path))
    assert keyed.digest() == digest
    path.write_text(text[:100])
    with pytest.raises(th.InputError, match="only grows"):
        keyed.follow(th.scale.GrowingFiles(path))


def test_a_log_is_gone_on_with_where_the_models_stand(digest, tmp_path):
    log = th.scale.GrowingFiles(write_json(tmp_path / "log.jsonl", ROWS))
    for _ in range(100):
        keyed = opened(tmp_path / "models", resume=(tmp_path / "models").exists(), batch=50, every=100)
        if keyed.follow(log, most=150).examples == len(ROWS):
            break
        keyed.close()
    assert keyed.digest() == digest


def test_partitions_that_stand_apart_are_brought_together(digest, tmp_path):
    """As after a kill between the commits of two partitions; the parts of the log come in another order then."""
    parts = [write_json(tmp_path / f"{number}.jsonl", ROWS[number * 300 :][:300]) for number in (0, 1)]
    keyed = opened(tmp_path / "models", batch=100, every=10**9)
    keyed.follow(th.scale.GrowingFiles(parts), most=200)
    keyed.close()
    ahead = {}
    keyed = opened(tmp_path / "models", resume=True, batch=100, every=10**9)
    keyed.follow(th.scale.GrowingFiles(parts), most=250)
    keyed.close()
    for number in (0, 2):
        file = tmp_path / "models" / f"partition-{number:04d}.shelf"
        ahead[file] = file.read_bytes()
    # The others go back to 200 rows: their files end behind their commit of then.
    for number in (1, 3):
        file = tmp_path / "models" / f"partition-{number:04d}.shelf"
        file.write_bytes(file.read_bytes()[:-1])
    keyed = opened(tmp_path / "models", resume=True, batch=64)
    assert len({events for events, _ in keyed._team.state().values()}) == 2
    keyed.follow(th.scale.GrowingFiles(parts))
    assert keyed.counts().examples == len(ROWS)
    assert keyed.digest() == digest


def test_files_that_were_learned_first_are_followed_from_their_end(digest, tmp_path, monkeypatch):
    path = tmp_path / "log.jsonl"
    write_json(path, ROWS[:400])
    monkeypatch.chdir(tmp_path)
    keyed = opened(tmp_path / "models", batch=64)
    keyed.learn("log.jsonl")
    keyed.close()
    write_json(path, ROWS)
    monkeypatch.chdir("/")  # the file by another name
    keyed = opened(tmp_path / "models", resume=True)
    assert keyed.follow(th.scale.GrowingFiles(path)).examples == len(ROWS)
    assert keyed.digest() == digest
    keyed.close()
    several = opened(tmp_path / "several")
    several.learn([path, path])
    with pytest.raises(th.InputError, match=r"log\.jsonl: was learned as a file that ends"):
        several.follow(th.scale.GrowingFiles(path))


def test_a_log_is_not_learned_twice_if_something_else_was_learned_between(tmp_path):
    path, other = write_json(tmp_path / "log.jsonl", ROWS[:100]), write_json(tmp_path / "other.jsonl", ROWS[100:150])
    log = th.scale.GrowingFiles(path)
    keyed = opened(tmp_path / "models")
    assert keyed.follow(log).examples == 100
    assert keyed.learn(ROWS[:7]).examples == 107
    assert keyed.follow(log).examples == 107
    assert keyed.learn(other).examples == 157
    keyed.close()
    keyed = opened(tmp_path / "models", resume=True)
    assert keyed.follow(log).examples == 157
    assert keyed.learn(other, resume=True).examples == 157


def test_a_log_is_not_gone_on_with_as_a_file_that_ends(tmp_path):
    path = write_json(tmp_path / "log.jsonl", ROWS[:100])
    keyed = opened(tmp_path / "models")
    keyed.follow(th.scale.GrowingFiles(path))
    with pytest.raises(th.InputError, match="followed as a log") as raised:
        keyed.learn(path, resume=True)
    assert raised.value.hint == "go on with Keyed.follow"
    assert keyed.learn(write_json(tmp_path / "other.jsonl", ROWS[:9]), resume=True).examples == 109


def test_what_was_not_read_yet_is_told(tmp_path):
    file = tmp_path / "log.jsonl"
    write_json(file, ROWS)
    sizes, told = file.stat().st_size, []
    keyed = opened(tmp_path / "models", batch=100)
    keyed.follow(th.scale.GrowingFiles([file, tmp_path / "later.jsonl"]), on_progress=lambda *some: told.append(some))
    assert [events for events, _ in told] == [*range(100, len(ROWS), 100), len(ROWS), len(ROWS)]
    lags = [progress.lag for _, progress in told]
    assert all(lag.unit == "bytes" and 0 <= lag.amount < sizes for lag in lags)
    assert [lag.amount for lag in lags] == sorted((lag.amount for lag in lags), reverse=True)
    assert lags[0].amount > 0 == lags[-1].amount
    none = []
    opened(tmp_path / "other").follow(Recorded({"0": ROWS}), on_progress=lambda _, progress: none.append(progress.lag))
    assert none
    assert set(none) == {None}


class Recorded(Log):
    """A log of several parts, recorded; which part comes first changes from poll to poll, as with a broker."""

    def __init__(self, parts, turn=0):
        self.parts, self.turn = parts, turn

    def poll(self, offset, most=10_000):
        self.turn += 1
        rows, places, at = [], [], dict(offset)
        names = list(self.parts)
        for name in names[self.turn % len(names) :] + names[: self.turn % len(names)]:
            begin = at.get(name, 0)
            some = self.parts[name][begin : begin + min(20, most - len(rows))]
            rows += some
            places += [(name, begin + i) for i in range(len(some))]
            at[name] = begin + len(some)
        return rows, places, at


def test_any_object_with_poll_is_a_log(tmp_path):
    """Parts hold whole keys, as those of a broker that partitions by key: then the digest is one."""
    parts = {"0": [], "1": [], "2": []}
    for row in ROWS:
        parts[str(hash_of(row["user"]) % 3)].append(row)
    keyed = opened(tmp_path / "models", batch=45, every=60)
    keyed.follow(Recorded(parts), most=200)
    keyed.close()
    keyed = opened(tmp_path / "models", resume=True, batch=33, every=50)
    keyed.follow(Recorded(parts, turn=5))
    one = th.scale.Keyed(th.Perceptron(bias=True), by="user")
    one.learn(ROWS)
    assert keyed.digest() == one.digest()


def hash_of(text):
    return sum(text.encode())


def test_kafka_on_a_mock_cluster(digest, tmp_path):
    """librdkafka's own mock of a broker: no broker is needed, and none is proved."""
    kafka = pytest.importorskip("confluent_kafka")
    producer = kafka.Producer({"bootstrap.servers": "", "test.mock.num.brokers": 1})
    try:
        servers = mock_servers(producer)
    except (kafka.KafkaException, RuntimeError) as error:
        pytest.skip(f"librdkafka's mock cluster does not tell its address: {error}")
    for row in ROWS:
        producer.produce("events", key=row["user"], value=json.dumps(row))
    producer.flush()
    keyed = opened(tmp_path / "models", batch=100, every=100)
    log = th.scale.KafkaLog("events", servers, timeout=3.0)
    keyed.follow(log, most=300)
    keyed.close()
    log.close()
    keyed = opened(tmp_path / "models", resume=True, batch=100)
    log = th.scale.KafkaLog("events", servers, timeout=3.0)
    keyed.follow(log)
    log.close()
    assert keyed.digest() == digest


def mock_servers(producer):
    brokers = producer.list_topics(timeout=10).brokers.values()
    return ",".join(f"{broker.host}:{broker.port}" for broker in brokers)


def test_a_broker_that_is_not_there_is_told_once(tmp_path, capfd):
    pytest.importorskip("confluent_kafka")
    log = th.scale.KafkaLog("events", "127.0.0.1:1", timeout=0.1)
    with pytest.raises(th.InputError, match="does not answer"):
        log.poll({})
    log.close()
    assert capfd.readouterr().err == ""  # the library tells each of its tries


def test_a_log_of_another_format_is_told_what_can_be_followed(tmp_path):
    path = tmp_path / "log.csv"
    path.write_text("user,label\nann,1\n")
    with pytest.raises(th.InputError, match=r"log\.csv, byte 0: no JSON") as raised:
        opened(tmp_path / "models").follow(th.scale.GrowingFiles(path))
    assert "an object a row" in raised.value.hint


DEEP = '{"user": ' + "[" * 100_000 + "]" * 100_000 + "}"


def test_a_row_that_is_nested_too_deep_is_refused_with_its_place(tmp_path):
    """json raises no ValueError for it."""
    path = tmp_path / "log.jsonl"
    path.write_text(json.dumps(ROWS[0]) + "\n" + DEEP + "\n")
    with pytest.raises(th.InputError, match=r"log\.jsonl.*nested too deep"):
        opened(tmp_path / "models").follow(th.scale.GrowingFiles(path))


def test_a_description_that_is_nested_too_deep_is_damaged(tmp_path):
    opened(tmp_path / "models").close()
    (tmp_path / "models" / "models.json").write_text(DEEP)
    with pytest.raises(th.ModelFileError, match="is damaged"):
        th.scale.Keyed.load(tmp_path / "models")
