"""The systemd unit that is given as an example."""

from configparser import ConfigParser
from pathlib import Path

UNIT = Path(__file__).resolve().parents[2] / "examples/service/thresher.service"


def test_it_is_started_again_however_often_it_ended_and_its_folder_is_its_own():
    unit = ConfigParser()
    unit.optionxform = str  # systemd tells large letters from small ones
    unit.read(UNIT)
    assert unit["Service"]["Restart"] == "always"
    assert unit["Unit"]["StartLimitIntervalSec"] == "0"  # else it stays down after five ends in ten seconds
    assert unit["Service"]["StateDirectoryMode"] == "0700"
