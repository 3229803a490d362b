"""A report in a narrow window: what is wide scrolls by itself, and the page does not."""

import os
import shutil
import subprocess

import pytest

import thresher as th
from tests import foreign
from thresher.reports import page

CHROMIUM = os.environ.get("THRESHER_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
SCRIPT = "<script>parent.postMessage(String(document.documentElement.scrollWidth), '*')</script>"
FRAME = """<iframe src="report.html" style="border:0;width:400px;height:800px"></iframe><p id="found"></p>
<script>addEventListener("message", e => {
document.getElementById("found").textContent = "wide " + e.data })</script>"""


def run_of_long_labels():
    names = [f"a_class_with_a_long_name_{number}" for number in range(8)]
    return th.evaluate([({f"attribute {i % 8}": 1}, names[i % 8]) for i in range(80)], th.Multiclass(th.Perceptron()))


@pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium; THRESHER_CHROMIUM may name one")
def test_the_page_does_not_scroll_sideways(tmp_path):
    (tmp_path / "report.html").write_text(page([run_of_long_labels()]) + SCRIPT)
    (tmp_path / "frame.html").write_text(FRAME)
    command = [CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=3000", "--dump-dom"]
    command, env = [*command, str(tmp_path / "frame.html")], foreign.environment()
    told = subprocess.run(command, capture_output=True, text=True, timeout=120, env=env).stdout
    assert "wide " in told
    assert int(told.partition('id="found">wide ')[2].partition("<")[0]) <= 400
