"""A model for each of 300 users with tastes of their own: when it beats one model for all, and how to have both.

Each user opens some kinds of news and not others. Four ways to learn it: one model for all; one for each user; one for
each user with a shared one that answers until the user's own has proved better; and one for each user that begins as a
copy of what 100 rows of all taught.

    python examples/models_for_users.py [PICTURE [PICTURE_FOR_PHONES]]
"""

import random
import sys

import thresher as th
from thresher.reports.canvas import COLOURS, NARROW, canvas, legend, title

TOPICS = ("sports", "politics", "science", "music", "travel", "money", "cooking", "games")
USERS, ROWS, STEPS = 300, 30_000, (1, 2, 4, 8, 16, 32, 64, 128, 256)


def visits(seed=3):
    """Rows: user, two topics of a story, whether it was opened. Users differ in one or two topics from all others."""
    draw = random.Random(seed)
    tastes = [{"sports", "music", "travel"} ^ set(draw.sample(TOPICS, draw.choice((1, 2)))) for _ in range(USERS)]
    for _ in range(ROWS):
        user = min(int(draw.expovariate(1 / 60)), USERS - 1)  # a few come often, most rarely
        topics = draw.sample(TOPICS, 2)
        opened = bool(tastes[user] & set(topics)) != (draw.random() < 0.05)
        yield {"user": f"u{user}", **dict.fromkeys(topics, 1), "label": int(opened)}


def mistakes(rows, said):
    """(how many rows of the user came before, whether the answer was wrong) of each row."""
    seen, told = {}, []
    for row, answer in zip(rows, said, strict=True):
        told.append((seen.get(row["user"], 0), bool(answer) != bool(row["label"])))
        seen[row["user"]] = told[-1][0] + 1
    return told


def story(row):
    return {topic: 1 for topic in row if topic not in ("user", "label")}


def learned_from_all(rows):
    """One model for all, and what it said."""
    model = th.Arow(bias=True)
    return model, [model.learn_one(story(row), row["label"]).prediction for row in rows]


def four_ways(rows):
    new, begun = th.Arow(bias=True), learned_from_all(list(visits(seed=8))[:100])[0]
    return {
        "one model for all": learned_from_all(rows)[1],
        "one for each user": th.scale.Keyed(new, by="user").learn_answered(rows),
        "one for each user, and a shared one": th.scale.Keyed(new, by="user", shared=True).learn_answered(rows),
        "one for each user, begun as one for all": th.scale.Keyed(begun, by="user").learn_answered(rows),
    }


def draw(path, told, width=9):
    with canvas(path) as drawn:
        drawn.set_size_inches(width, 3.4 if width > NARROW else 3.8)
        panel = drawn.subplots()
        for (name, rows), colour in zip(told.items(), COLOURS, strict=False):
            points = []
            for start, end in zip((0, *STEPS), STEPS, strict=False):
                here = [wrong for before, wrong in rows if start <= before < end]
                points.append((end, 100 * sum(here) / len(here)))
            panel.plot(*zip(*points, strict=True), "o-", ms=4, color=colour, label=name)
        panel.set_xscale("log", base=2)
        panel.set_xticks(STEPS, [str(step) for step in STEPS])
        panel.set_ylim(0)
        title(panel, "Wrong answers, %, by how many rows of the user had come")
        panel.set_xlabel("rows of the user so far")
        legend(panel)


def main(picture="models_for_users.png", narrow=None):
    rows = list(visits())
    told = {name: mistakes(rows, said) for name, said in four_ways(rows).items()}
    print(f"{len(rows):,} rows of {len({row['user'] for row in rows})} users")
    for name, answers in told.items():
        first = [wrong for before, wrong in answers if before < 4]
        print(
            f"{name}: {sum(wrong for _, wrong in answers):,} wrong; "
            f"of the first four rows of each user {sum(first)} of {len(first):,}"
        )
    draw(picture, told)
    if narrow:
        draw(narrow, told, width=NARROW)


if __name__ == "__main__":
    main(*sys.argv[1:])
