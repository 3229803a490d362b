"""`thresher tune`: the parameters for which a theorem promises most, from what is known of the stream."""

import inspect
import json
import math
import re
from collections.abc import Callable, Mapping
from typing import Any

import click
from click.shell_completion import CompletionItem

from ...errors import ParameterError
from ...theory.bounds import THEOREMS, TUNERS, Tuning
from ..theory.function_options import FunctionCommand
from ..theory.function_parameters import FunctionParameter, missing, parameters_of, refusal, request, spelled, values
from ..theory.numbers_in_words import whole
from ..theory.parameter_meanings import explained, sample
from ..theory.theorem_records import finite, to_parameter

EXAMPLE = """\b
Example:
  thresher tune tracking-winnow --separation 0.25 --norm 100 --total-rise 5
"""


class _Tune(FunctionCommand):
    def asks(self, chosen: str | None) -> list[FunctionParameter]:
        names = [_find(chosen)] if chosen else TUNERS
        return [parameter for name in names for parameter in asked(TUNERS[name])]


def _complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    return [CompletionItem(name) for name in TUNERS if name.startswith(incomplete.lower())]


@click.command("tune", cls=_Tune, epilog=EXAMPLE)
@click.argument("learner", required=False, is_eager=True, shell_complete=_complete)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object on stdout.")
def command(learner: str | None, as_json: bool, **written: Any) -> None:
    """The parameters for which a theorem promises the fewest mistakes, from what is known of the stream; and what the
    usual parameters promise.

    Without numbers: what it needs to know. Without LEARNER: which learners can be tuned.
    """
    written = {name: text for name, text in written.items() if text is not None}
    if learner is None:
        if written:
            raise click.UsageError("say which learner this is for; `thresher tune` alone lists them.")
        _tell(as_json, "print_all", {"learners": [to_record(name) for name in TUNERS]})
        return
    name = _find(learner)
    if not written:
        _tell(as_json, "print_tuner", to_record(name))
        return
    wanted = asked(TUNERS[name])
    if set(written) - {parameter.name for parameter in wanted}:
        raise ParameterError(refusal(name, [wanted], written))
    if missing(wanted, written):
        raise ParameterError(request(name, wanted, written))
    known = values(wanted, written)
    try:
        tuning = TUNERS[name](**known)
    except ParameterError as error:
        raise ParameterError(f"{error} `thresher tune {name}` says what it needs.") from None
    except ArithmeticError:
        raise ParameterError(f"{name}: these numbers are too large or too small to compute with.") from None
    _tell(as_json, "print_tuning", to_answer(tuning, known))


def asked(tuner: Callable[..., Tuning]) -> list[FunctionParameter]:
    """What must be known, each with its meaning in words."""
    return [explained(parameter) for parameter in parameters_of(tuner)]


def to_record(name: str) -> dict[str, Any]:
    """What tunes a learner: what it does, from what."""
    tuner = TUNERS[name]
    wanted = asked(tuner)
    return {
        "learner": name,
        "does": re.sub(r" *Compared with .*", "", _paragraphs(tuner)[0]),
        "compared_with": _compared_with(tuner),
        "notes": [text for text in _paragraphs(tuner)[1:] if text.startswith("Give ")],
        "parameters": [to_parameter(parameter) for parameter in wanted],
        "example": " ".join(["thresher tune", name, *_written(_sample(wanted, tuner))]),
    }


def to_answer(tuning: Tuning, known: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters, and what they promise."""
    from ...learners import learner_kind

    theorem = THEOREMS[tuning.entry]
    counts = "expected mistakes" if tuning.parameters.get("randomized") else "mistakes"
    counts += " per trial" if tuning.per_trial else ""
    said = ", ".join(f"{name}={value!r}" for name, value in tuning.parameters.items())
    return {
        "learner": tuning.learner,
        "parameters": dict(tuning.parameters),
        "counts": counts,
        "promise": finite(tuning.promise),
        "whole": whole(counts, "<=", tuning.promise),
        "per_trial": tuning.per_trial,
        "vacuous": tuning.vacuous,
        "compared": finite(tuning.compared),
        "compared_with": _compared_with(TUNERS[tuning.learner]),
        "known": dict(known),
        "command": " ".join(["thresher learn FILE --learner", tuning.learner, *_written(tuning.parameters)]),
        "python": f"thresher.{learner_kind(tuning.learner).__name__}({said})",
        "entry": theorem.entry,
        "title": theorem.title,
        "status": theorem.status,
        "source": theorem.source,
        "correction": theorem.correction or None,
        "assumptions": list(theorem.assumptions),
        "check": _check(tuning, known),
    }


def _find(learner: str) -> str:
    """The learner's name as the tuners spell it."""
    letters = {name.replace("-", ""): name for name in TUNERS}
    wanted = learner.replace("-", "").replace("_", "").lower()
    if wanted not in letters:
        raise ParameterError(f"{learner!r} can't be tuned by a theorem; {', '.join(TUNERS)} can.")
    return letters[wanted]


def _check(tuning: Tuning, known: Mapping[str, Any]) -> str | None:
    """The command that shows how the promise comes about, where the theorem speaks of the same numbers."""
    have = {**known, **tuning.parameters}
    for bound in THEOREMS[tuning.entry].bounds:
        given = {name: have[name] for name in bound.parameters() if name in have}
        enough = set(known) <= set(given) and not missing(parameters_of(bound.function), given)
        if enough and math.isclose(bound.function(**given), tuning.promise, rel_tol=1e-9):
            return " ".join(["thresher bound", tuning.entry, "--form", bound.name, *_written(given)])
    return None


def _written(parameters: Mapping[str, Any]) -> list[str]:
    """Parameters as options."""
    said = []
    for name, value in parameters.items():
        if isinstance(value, bool):
            said += [spelled(name)] if value else []
        else:
            text = ",".join(map(repr, value)) if isinstance(value, list) else str(value)
            said += [f"{spelled(name)} {text}"]
    return said


def _sample(wanted: list[FunctionParameter], tuner: Callable[..., Tuning]) -> dict[str, str]:
    """Numbers to begin with: all that is required, and one of those that may be chosen from if that is not enough."""
    required = [parameter for parameter in wanted if parameter.required]
    choices = [parameter for parameter in wanted if not parameter.required and parameter.default is None]
    for more in [[], *([choice] for choice in choices)]:
        if found := sample([*required, *more], tuner, most=50):
            return found
    return {parameter.name: "N" for parameter in required}


def _paragraphs(function: Callable[..., Any]) -> list[str]:
    """What the docstring says, parameters spelled as options."""
    parts = [" ".join(part.split()) for part in (inspect.getdoc(function) or "").split("\n\n")]
    return [re.sub(r"`(\w+)`", lambda name: spelled(name[1]), part) for part in parts]


def _compared_with(tuner: Callable[..., Tuning]) -> str | None:
    """Which parameters are the usual ones; None if a theorem promises nothing for others."""
    said = re.search(r"Compared with (.+?)\.(?: |$)", _paragraphs(tuner)[0])
    return said[1] if said else None


def _tell(as_json: bool, page: str, record: dict[str, Any]) -> None:
    if as_json:
        click.echo(json.dumps(record))
    else:
        from ..theory import tune_pages

        getattr(tune_pages, page)(record)
