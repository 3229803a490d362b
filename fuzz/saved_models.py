"""Files of every kind of model that can be saved, each having learned the same rows every time."""

import random
from typing import Any

import thresher as th
from tests.catalogue import ANY_LABELS, CASES, Case, cubic
from tests.experts.panels import MASTERS, learners
from thresher.data import Rows

ORDERS = {
    "immediate": th.Immediate(),
    "replay": th.Replay(5),
    "od1": th.OD1(),
    "od3": th.OD3(5),
    "copies": th.Copies(3),
}
LINK = cubic
"""The link of those who have one of their own, which no file holds."""


def row(rng: random.Random, case: Case) -> dict[Any, float]:
    """A row that the model accepts: names or columns, values from 0 to 1."""
    keys: list[Any] = ["a", "b", "free", "é", 3, "a name that is long enough"]
    if case.columns_only:
        keys = list(range(8))
    elif not case.unit_interval:  # those have n attributes
        keys.append(70_000)
    size = rng.randrange(1, 4)
    return {key: rng.choice((1.0, 1.0, 0.5)) for key in rng.sample(keys, size)}


def _taught(model: Any, case: Case, labels: list[Any], rows: int = 14) -> Any:
    rng = random.Random(7)
    for _ in range(rows):
        x = row(rng, case)
        model.learn_one(x, labels[len(x) % len(labels)] if rng.random() < 0.7 else rng.choice(labels))
    return model


def _waiting(model: Any, labels: list[Any]) -> Any:
    """Asked, with some labels told and some still out."""
    rng, case = random.Random(9), Case(lambda: model)
    for number in range(16):
        ticket = f"ticket {number}" if number % 3 else None
        question = model.ask(row(rng, case), ticket, at=float(number))
        if number % 4 and getattr(question, "wants_label", True):
            model.label(question.ticket, rng.choice(labels))
    return model


def saved_models() -> dict[str, tuple[bytes, Case, list[Any]]]:
    """By name: the file, which rows it takes, which labels it was told."""
    two, three = [False, True], ["spam", "ham", "eggs"]
    made: dict[str, tuple[Any, Case, list[Any]]] = {}
    for name, case in CASES.items():
        made[name] = _taught(case.make(), case, two), case, two
    for name, case in ANY_LABELS.items():
        made[f"{name}, three labels"] = _taught(case.make(), case, three), case, three
    plain = Case(th.Perceptron)
    many = list(map(str, range(34)))
    made["Auto, labels that compete"] = _taught(th.Auto(), plain, many, 80), plain, many
    rows = th.Auto(rows=Rows(text="body", categories=["city"]))
    for number in range(12):
        rows.learn_one({"body": "free lunch" if number % 2 else "a b", "city": "Paris", "age": number}, number % 2 == 0)
    made["Auto of rows"] = rows, plain, two
    for name, order in ORDERS.items():
        made[f"late, {name}"] = _waiting(th.Delayed(th.Perceptron(), order), two), plain, two
    made["late Auto"] = _waiting(th.Delayed(th.Auto()), three), plain, three
    made["asking"] = _waiting(th.Asking(th.Perceptron(), seed=3), two), plain, two
    made["asking at most"] = _waiting(th.Asking(th.Arow(), at_most=0.5), two), plain, two
    made["sets"] = _waiting(th.Sets(th.Perceptron(margin=1.0), window=5), two), plain, two
    made["sets of three"] = _waiting(th.Sets(th.Auto(), miss=0.2), three), plain, three
    for name, master in MASTERS.items():
        made[f"master {name}"] = _taught(master(learners()), plain, two), plain, two
    return {name: (model.to_bytes(), case, labels) for name, (model, case, labels) in made.items()}
