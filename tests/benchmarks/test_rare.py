"""Rare positives beside peers: what is missing is said in a sentence."""

import importlib.util

import pytest

from benchmarks import rare


def test_without_vowpal_wabbit_it_says_what_to_install(monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(SystemExit, match="hint: pip install vowpalwabbit"):
        rare.main(["--rows", "100", "--sets", "payments"])
