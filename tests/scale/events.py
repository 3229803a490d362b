"""Rows with keys, for tests of the room scale."""

import csv
import json
import random


def rows_with_keys(count, keys=40, seed=1):
    """Some rows whose key is `user` and whose label is `label`; attributes are few, and values whole quarters."""
    rng = random.Random(seed)
    rows = []
    for _ in range(count):
        user = f"u{min(int(rng.paretovariate(0.8)), keys)}"
        row = {"user": user, "label": rng.randrange(2)}
        for attribute in rng.sample(range(12), 4):
            row[f"a{attribute}"] = rng.randrange(1, 9) / 4
        row["city"] = rng.choice(["Paris", "Rome", "Oslo"])
        rows.append(row)
    return rows


def write_json(path, rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return str(path)


def write_csv(path, rows):
    names = list(dict.fromkeys(name for row in rows for name in row))
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, names, restval="")
        writer.writeheader()
        writer.writerows(rows)
    return str(path)


def features(row):
    """What is learned of a row, without key and label."""
    return {name: value for name, value in row.items() if name not in ("user", "label")}


def apart(learner, rows):
    """The plain reference: for each key a learner of its own, which sees that key's rows alone."""
    models = {}
    for row in rows:
        model = models.setdefault(row["user"], learner.copy())
        model.learn_one(features(row), row["label"])
    return models
