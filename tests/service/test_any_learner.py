"""Any learner of the package, with two labels or many, is made by a request and by the command line."""

from pathlib import Path

import pytest

from thresher.cli.main import main
from thresher.cli.options.service import MODELS, models_of
from thresher.errors import ParameterError
from thresher.learners import LEARNERS, Multiclass, spell
from thresher.service.config import made

from .inside import Inside

NEEDED = {"swin": {"n": 8}, "winnow": {"n": 8}, "winnow-r": {"n": 8}}
NAMES = [spell(kind) for kind in LEARNERS.values()]


@pytest.mark.parametrize("labels", ["any", ["a", "b", "c"], ["a", "b"]])
@pytest.mark.parametrize("name", NAMES)
def test_any_learner_learns_two_labels_or_many(tmp_path: Path, name: str, labels: object) -> None:
    service = Inside(tmp_path / "served")
    config = {"learner": name, "parameters": NEEDED.get(name, {}), "labels": labels}
    answer = service.call("PUT", "/v1/models/m", config)
    assert answer.status == 201, answer
    several = "ab" if len(labels) == 2 else "abc"  # type: ignore[arg-type]
    for number in range(9):
        label = several[number % len(several)]
        assert service.ask({label: 1}, f"q{number}", "m").status == 200
        assert service.label(f"q{number}", label, "m").value["fate"] == "waiting"
    said = service.ask({"a": 1}, "last", "m").value
    assert said["label"] in ("a", "b", "c")
    live = service.digests()
    service.close()
    again = Inside(tmp_path / "served")
    assert again.digests() == live
    again.close()


def test_many_labels_are_learned_by_the_scheme_and_weights_that_were_asked_for(tmp_path: Path) -> None:
    service = Inside(tmp_path / "served")
    config = {
        "learner": "perceptron",
        "labels": [1, 2, 3],
        "scheme": "constraint",
        "abstain_below": 0.5,
        "class_weights": {"1": 2.0},
    }
    assert service.call("PUT", "/v1/models/m", config).status == 201
    learner = service.service.models["m"].late.learner
    assert isinstance(learner, Multiclass)
    assert (learner.scheme, learner.abstain_below, learner.class_weights) == ("constraint", 0.5, {1: 2.0})
    assert service.call("PUT", "/v1/models/m", config).status == 200
    service.close()


def test_choices_are_said_by_name_in_a_request(tmp_path: Path) -> None:
    service = Inside(tmp_path / "served")
    config = {"learner": "quasi-additive", "parameters": {"link": "p-norm:4", "rate": 0.5, "margin": [1, 2]}}
    answer = service.call("PUT", "/v1/models/m", config)
    assert answer.status == 422
    assert "margin" in answer.value["detail"]
    del config["parameters"]["margin"]  # type: ignore[attr-defined]
    assert service.call("PUT", "/v1/models/m", config).status == 201
    answer = service.call("PUT", "/v1/models/n", {"learner": "quasi-additive", "parameters": {"link": "nothing"}})
    assert answer.status == 422
    assert "'nothing' is none of" in answer.value["detail"]
    service.close()


def from_command_line(*words: str) -> dict[str, object]:
    """The models that `thresher serve DIR` with these words makes."""
    import click

    command = click.Command("run", params=list(MODELS))
    return models_of(command.make_context("run", list(words)).params)


@pytest.mark.parametrize("name", NAMES)
def test_the_command_line_makes_any_learner_of_many_labels(name: str) -> None:
    more = ",n=8" if name in NEEDED else ""
    config = from_command_line("--model", f"m={name}{more}", "--labels", "a,b,c")["m"]
    assert made(config).learner.labels == ("a", "b", "c")  # type: ignore[arg-type]
    config = from_command_line("--model", f"m={name}{more}", "--labels", "any")["m"]
    assert isinstance(made(config).learner, Multiclass)  # type: ignore[arg-type]


def test_the_command_line_says_choices_and_default_labels_as_elsewhere() -> None:
    spec = "m=quasi-additive,link=p-norm:4,transform=unit-length"
    config = from_command_line("--model", spec, "--labels", "0,1", "--timeout", "9", "--default-label", "0")["m"]
    assert config.parameters == {"link": "p-norm:4", "transform": "unit-length"}  # type: ignore[attr-defined]
    assert config.default_label == 0  # type: ignore[attr-defined]
    with pytest.raises(ParameterError, match="positive"):
        from_command_line("--model", "m=arow", "--labels", "a,b,c", "--positive", "a")


def test_it_is_said_how_many_labels_there_may_be(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["serve", "run", "--help"])
    assert "--labels" in capsys.readouterr().out


def test_the_command_line_says_which_labels_are_asked_for_and_how_scores_are_written() -> None:
    words = ("--labels", "a,b,c", "--scheme", "constraint", "--softmax", "--ask", ".2", "--eagerness", ".5")
    config = from_command_line("--model", "m=balanced-winnow", *words, "--ask-seed", "7")["m"]
    said = {name: getattr(config, name) for name in ("softmax", "ask", "eagerness", "ask_seed")}
    assert said == {"softmax": True, "ask": 0.2, "eagerness": 0.5, "ask_seed": 7}
    plain = from_command_line("--model", "m=auto")["m"]
    assert not plain.asks  # type: ignore[attr-defined]
