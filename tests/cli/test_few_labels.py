"""`thresher learn --ask` and `--sets`, `thresher predict --abstain-below`, and what is told of risk."""

import json
import random
import re

import pytest
from click.testing import CliRunner

import thresher as th
from thresher.cli import main
from thresher.theory import bounds


def call(*words):
    return CliRunner().invoke(main, list(map(str, words)))


def told(*words):
    result = call(*words, "--quiet", "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


@pytest.fixture
def mails(tmp_path):
    """Words that say what a mail is, and some that do not."""
    coins, lines = random.Random(0), []
    for _ in range(400):
        spam = coins.random() < 0.4
        words = [coins.choice(["free", "money"] if spam else ["lunch", "noon"]) if coins.random() < 0.9 else "x"]
        words += [f"w{coins.randrange(30)}" for _ in range(4)]
        lines.append(f"{'spam' if spam else 'ham'},{' '.join(words)}\n")
    path = tmp_path / "mails.csv"
    path.write_text("label,text\n" + "".join(lines))
    return path


@pytest.fixture
def halves(mails, tmp_path):
    head, *lines = mails.read_text().splitlines(keepends=True)
    first, second = tmp_path / "first.csv", tmp_path / "second.csv"
    first.write_text(head + "".join(lines[:250]))
    second.write_text(head + "".join(lines[250:]))
    return first, second


READ = ("--label", "label", "--text", "text")


def test_what_was_not_asked_for_is_not_outstanding(mails):
    """With labels 10 late no more than 10 are waited for, however many are not asked for."""
    shown = call("learn", mails, *READ, "--learner", "perceptron", "--ask", ".2", "--delay", 10).output
    most = re.search(r"at most ([\d,]+) outstanding", shown)
    assert most is not None
    assert int(most[1].replace(",", "")) <= 10
    assert "no bound is known where labels come late" in shown


@pytest.mark.parametrize("learner", ["auto", "perceptron", "tracking-winnow"])
def test_asked_for_no_more_than_the_share_and_counted_all(mails, learner):
    found = told("learn", mails, *READ, "--learner", learner, "--ask", ".2", "--ask-seed", 7)
    asked = found["asked"]
    assert asked["questions"] == found["labelled"] == 400
    assert 0 < asked["labels"] <= 80
    assert asked["share"] == asked["labels"] / 400
    assert asked["theorem"] == {"auto": None, "perceptron": "J1", "tracking-winnow": "J2"}[learner]
    assert found["model"]["examples"] == asked["labels"]  # the learner saw no other
    again = told("learn", mails, *READ, "--learner", learner, "--ask", ".2", "--ask-seed", 7)
    assert (again["mistakes"], again["asked"]) == (found["mistakes"], asked)


def test_the_summary_says_which_labels_were_seen(mails):
    shown = call("learn", mails, *READ, "--learner", "perceptron", "--ask", ".2").stderr
    assert "by the rule of J1" in shown
    assert "counts all labels" in shown


@pytest.mark.parametrize("option", [("--ask", ".3"), ("--sets", ".1")])
def test_resumed_it_is_one_run(mails, halves, tmp_path, option):
    one, two = tmp_path / "one", tmp_path / "two"
    first, second = halves
    told("learn", first, second, *READ, *option, "--model", one)
    told("learn", first, *READ, *option, "--model", two)
    rest = told("learn", second, *READ, "--resume", two, "--model", two)
    assert th.load(one).digest() == th.load(two).digest()
    assert rest["labelled"] == 150
    if option[0] == "--ask":
        assert rest["asked"]["questions"] == 150


def test_sets_miss_no_more_than_the_bound(mails):
    found = told("learn", mails, *READ, "--sets", ".1")
    sets = found["sets"]
    assert sets["judged"] == 400
    assert sets["missed"] / 400 == sets["miss_rate"] <= sets["most_missed"]
    assert found["standing"]["holds"]
    assert sets["most_missed"] == pytest.approx(
        bounds.missed_by_sets(trials=400, miss=0.1, step=0.005, new_labels=th_new(found)) / 400
    )
    assert "asked for, at most" in call("learn", mails, *READ, "--sets", ".1").stderr


@pytest.fixture
def of_sets(mails, tmp_path):
    model = tmp_path / "sets.thresher"
    told("learn", mails, *READ, "--sets", ".02", "--model", model)
    return model


def rows_of(mails):
    return [dict(zip(("label", "text"), line.split(","), strict=True)) for line in mails.read_text().splitlines()[1:]]


def test_a_model_of_sets_prints_them(mails, of_sets):
    """By lines the labels, the likeliest first; a column for each label; a list: what Python answers."""
    model = th.load(of_sets)
    known = [model.predict_one({"text": row["text"]}) for row in rows_of(mails)]
    assert {len(labels) for labels in known} > {1}
    result = call("predict", mails, *READ, "--model", of_sets)
    assert result.stderr == ""
    lines = result.stdout.splitlines()
    assert [tuple(line.split("\t")) for line in lines] == known
    assert call("predict", mails, *READ, "--model", of_sets, "--output", "sets").stdout.splitlines() == lines
    written = call("predict", mails, *READ, "--model", of_sets, "--as", "json").stdout.splitlines()
    objects = list(map(json.loads, written))
    assert [tuple(one["set"]) for one in objects] == known
    own = call("predict", mails, *READ, "--model", of_sets, "--output", "labels").stdout.splitlines()
    assert [one["label"] for one in objects] == own
    head, *table = call("predict", mails, *READ, "--model", of_sets, "--as", "csv").stdout.splitlines()
    assert head == "file,line,tag,label,in_set_ham,in_set_spam"
    for row, labels in zip(table, known, strict=True):
        assert row.split(",")[-2:] == [str(int(label in labels)) for label in ("ham", "spam")]


def test_sets_are_printed_while_learning(mails, tmp_path):
    """Each before its label is learned; none is named before the first label."""
    out = tmp_path / "out"
    told("learn", mails, *READ, "--sets", ".1", "--predictions", out)
    model, known = th.Sets(th.Auto(rows=th.Rows(text=["text"])), miss=0.1), []
    for row in rows_of(mails):
        known.append(model.predict_one({"text": row["text"]}) if known else ())
        model.learn_one({"text": row["text"]}, row["label"])
    lines = out.read_text().splitlines()
    assert lines[0] == ""
    assert [tuple(filter(None, line.split("\t"))) for line in lines] == known


@pytest.mark.parametrize("more", [("--threshold", ".3"), ("--top-k", "1"), ("--abstain-below", ".1")])
def test_what_is_about_labels_is_answered_with_labels(mails, of_sets, more):
    assert "\t" not in call("predict", mails, *READ, "--model", of_sets, *more).stdout
    refused = call("predict", mails, *READ, "--model", of_sets, "--output", "sets", *more)
    assert "as many labels as it needs" in refused.output


def test_sets_of_a_model_that_has_none_are_refused(mails, tmp_path):
    model = tmp_path / "plain"
    told("learn", mails, *READ, "--model", model)
    assert "--sets MISS" in call("predict", mails, *READ, "--model", model, "--output", "sets").output
    assert "--sets MISS" in call("learn", mails, *READ, "--predictions", tmp_path / "p", "--output", "sets").output


LATE = (("--delay", "20"), ("--delay", "uniform:1:40", "--order", "replay"), ("--delay", "3", "--order", "od3:5"))


@pytest.mark.parametrize("late", LATE, ids=str)
@pytest.mark.parametrize("learner", ["auto", "perceptron"])
def test_few_labels_may_come_late(mails, tmp_path, learner, late):
    """What the learner sees is what `Asking` sees that is asked and told in the same order; the error counts all."""
    found = told("learn", mails, *READ, "--learner", learner, "--ask", ".3", *late, "--model", tmp_path / "model")
    asked = found["asked"]
    assert asked["questions"] == found["labelled"] == 400
    assert 0 < asked["labels"] <= 120
    assert asked["theorem"] is None  # nothing is promised where labels come late
    assert sum(found["late"]["statuses"].values()) == asked["labels"]
    assert found["late"]["given_up"] == found["late"]["pending"] == 0
    least, most = found["late"]["error_interval"]
    assert least == most == found["error"]
    assert "cost" not in found["late"] or found["late"]["cost"] is None
    model = th.load(tmp_path / "model")
    assert isinstance(model, th.Asking)
    assert model.wanted == asked["labels"]


def test_asked_late_by_hand_it_is_the_same(mails, tmp_path):
    delay = 20
    path = tmp_path / "model"
    told("learn", mails, *READ, "--learner", "perceptron", "--ask", ".3", "--delay", delay, "--model", path)
    model = th.Asking(th.Perceptron(rows=th.Rows(text=["text"])), at_most=0.3)
    out = []
    for number, row in enumerate(rows_of(mails), 1):
        while out and out[0][0] <= number:
            tell(model, *out.pop(0)[1:])
        question = model.ask({"text": row["text"]})
        out.append((number + delay, question, row["label"]))
    for _, question, label in out:
        tell(model, question, label)
        model.apply()
    assert th.load(path).learner.weights() == model.learner.weights()
    assert th.load(path).wanted == model.wanted


def tell(model, question, label):
    if question.wants_label:
        model.label(question.ticket, label)
    else:
        model.judge(question.ticket, label)


def test_labels_that_never_come_leave_the_error_open(mails):
    found = told("learn", mails, *READ, "--ask", ".3", "--delay", "100", "--until", "end")
    least, most = found["late"]["error_interval"]
    assert found["labelled"] == 300
    assert least == found["mistakes"] / 400
    assert most == (found["mistakes"] + 100) / 400


@pytest.mark.parametrize("late", LATE, ids=str)
def test_sets_may_be_judged_late(mails, tmp_path, late):
    found = told("learn", mails, *READ, "--sets", ".1", *late, "--model", tmp_path / "model")
    sets = found["sets"]
    assert sets["judged"] == 400
    assert sets["miss_rate"] <= sets["most_missed"]
    assert found["standing"]["holds"]
    model = th.load(tmp_path / "model")
    assert isinstance(model, th.Sets)
    assert (model.judged, model.missed, model.level.outstanding > 0) == (400, sets["missed"], True)
    assert "asked for, at most" in call("learn", mails, *READ, "--sets", ".1", *late).stderr


def th_new(found):
    """How many labels were new: the bound says so."""
    known = bounds.missed_by_sets(trials=400, miss=0.1, step=0.005) / 400
    return round((found["sets"]["most_missed"] - known) * 400)


def test_the_risk_is_told_as_theory_has_it(mails):
    found = told("learn", mails, *READ)
    known = {"mistakes": found["mistakes"], "trials": 400, "failure": 0.05}
    assert found["risk"] == {
        "least": bounds.least_risk_so_far(**known),
        "most": bounds.rare_risk_so_far(**known),
        "failure": 0.05,
    }
    assert found["risk"]["least"] < found["error"] < found["risk"]["most"]
    twice = told("learn", mails, *READ, "--passes", 2)
    assert twice["risk"] == found["risk"]  # what was seen before says nothing
    late = told("learn", mails, *READ, "--delay", 3)
    assert late["risk"]["least"] < late["error"] < late["risk"]["most"]  # of the labels that came, whenever they did


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("--ask", ".2", "--sets", ".1"), "exclude"),
        (("--ask", "0"), "above 0"),
        (("--ask", "1.5"), "no probability"),
        (("--sets", "1"), "below 1"),
        (("--ask", ".2", "--passes", "2"), "passes"),
        (("--sets", ".2", "--holdout", ".1"), "holdout"),
    ],
)
def test_what_can_not_be_is_refused(mails, words, reason):
    result = call("learn", mails, *READ, *words)
    assert result.exit_code != 0
    assert reason in result.output


@pytest.mark.parametrize("learner", ["auto", "perceptron"])
@pytest.mark.parametrize("option", [(), ("--ask", ".5")])
def test_no_answer_below_a_score(mails, tmp_path, learner, option):
    model = tmp_path / "model"
    told("learn", mails, *READ, "--learner", learner, *option, "--model", model)
    plain = call("predict", mails, *READ, "--model", model).stdout.splitlines()
    scores = call("predict", mails, *READ, "--model", model, "--output", "scores", "--as", "json").stdout.splitlines()
    sizes = [max(json.loads(line)["scores"].values()) for line in scores]
    limit = sorted(sizes)[100]
    sure = call("predict", mails, *READ, "--model", model, "--abstain-below", repr(limit)).stdout.splitlines()
    assert sure == [said if size >= limit else "" for said, size in zip(plain, sizes, strict=True)]
    refused = call("predict", mails, *READ, "--model", model, "--abstain-below", "1", "--top-k", "2")
    assert "leave" in refused.output


def test_a_report_has_all_of_it(mails, tmp_path):
    page = tmp_path / "page.html"
    told("learn", mails, *READ, "--sets", ".1", "--report", page)
    text = page.read_text()
    for words in ("What may be relied on", "mean risk so far", "sets that missed", "Answers that are left out"):
        assert words in text


@pytest.mark.parametrize(("rare", "options", "warned"), [
    (30, ("--ask", ".1"), True),  # 2 %
    (200, ("--ask", ".1"), False),  # 13 %
    (30, (), False),
])  # fmt: skip
def test_few_labels_of_which_one_is_rare_are_warned_of(tmp_path, rare, options, warned):
    draw = random.Random(1)
    labels = [1] * rare + [-1] * (1500 - rare)
    draw.shuffle(labels)
    lines = (f"{label} 1:{draw.random():.3f} {2 + draw.randrange(50)}:1\n" for label in labels)
    (tmp_path / "rare.svm").write_text("".join(lines))
    result = call("learn", tmp_path / "rare.svm", *options)
    assert ("of the labels, and one of the two is rare" in result.stderr) == warned
    assert ("rare" in " ".join(told("learn", tmp_path / "rare.svm", *options).get("warnings", []))) == warned
