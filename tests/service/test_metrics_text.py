"""/metrics is what Prometheus reads, and what promtool finds nothing wrong with."""

import shutil
import subprocess

import pytest
from prometheus_client.parser import text_string_to_metric_families

from tests import foreign
from thresher.service.settings import Settings

from .serving import with_served


def metrics(tmp_path):
    """The text after some requests of each kind."""

    async def asking(service, client):
        mail = "/v1/models/mail"
        await client.put(mail, json={"order": "replay"})
        for n in range(30):
            await client.post(f"{mail}/ask", json={"x": {"n": n}, "id": f"t{n}"})
            label = {"ticket": f"t{n}", "label": "a" if n % 3 else 'b "\\\n'}
            await client.post(f"{mail}/labels", json=label)
            await client.post(f"{mail}/labels", json=label)
        await client.post(f"{mail}/ask", json={"x": {"n": 0}, "id": "t0"})
        await client.get("/nothing")
        await client.delete(f"{mail}/labels/t0")
        await client.put(f"{mail}/challengers/other", json={"learner": "perceptron"})
        found = await client.get("/metrics")
        assert found.headers["content-type"].startswith("text/plain; version=0.0.4")
        return found.text

    return with_served(tmp_path, Settings(reserve=0), asking)


def test_prometheus_reads_every_family(tmp_path):
    families = {family.name: family for family in text_string_to_metric_families(metrics(tmp_path))}
    assert all(family.documentation for family in families.values())
    assert all(name.startswith("thresher_") for name in families)
    (seq,) = families["thresher_seq"].samples
    assert (seq.labels, seq.value) == ({"model": "mail"}, 63.0)
    fates = {sample.labels["fate"]: sample.value for sample in families["thresher_labels"].samples}
    assert fates == {"waiting": 30.0, "duplicate": 30.0, "retracted": 1.0}
    asked = [one for one in families["thresher_request_seconds"].samples if one.labels.get("route") == "ask"]
    assert [one.value for one in asked if one.name.endswith("_count")] == [31.0]
    limits = [float(one.labels["le"]) for one in asked if one.name.endswith("_bucket")]
    assert limits == sorted(limits)
    assert limits[-1] == float("inf")


def test_promtool_finds_nothing_wrong(tmp_path):
    promtool = shutil.which("promtool")
    if promtool is None:
        pytest.skip("promtool is not installed (Debian: prometheus)")
    text = metrics(tmp_path)
    command, env = [promtool, "check", "metrics"], foreign.environment()
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=False, env=env)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
