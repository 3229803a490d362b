"""Models that ask for labels: the flag in each answer, the same by every way, and labels that nobody asked for."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

import thresher as th
from tests.depth import tries
from thresher.service.config import ModelConfig
from thresher.service.recovery import recover

from .in_process import run, serving, until
from .inside import Inside

ASKING = {"labels": ["ham", "spam"], "ask": 0.4, "ask_seed": 5}
SORTS = [
    ASKING,
    {"learner": "perceptron", "eagerness": 0.5},
    {"learner": "tracking-winnow", "labels": [False, True], "eagerness": 1, "order": "replay:20"},
    {"learner": "arow", "labels": "any", "ask": 0.5},
]


def row(number):
    return {"free": number // 2 % 2, "city": ("Rome", "Paris")[number % 2], f"b{number % 7}": 1}


def label_of(config, number):
    labels = config.get("labels")
    known = labels if isinstance(labels, list) else ["ham", "spam", "news"] if labels == "any" else ["ham", "spam"]
    return known[(number % 3) % len(known)]


def used(service, config, count=60):
    """Questions, one by one and many at once, of which the wanted ones and some others are labelled."""
    service.call("PUT", "/v1/models/m", config)
    answers = []
    for n in range(count // 2):
        answers.append(service.ask(row(n), f"q{n}", "m").value)
        if answers[-1]["wants_label"] or n % 5 == 0:
            assert service.label(f"q{n}", label_of(config, n), "m").value["fate"] == "waiting"
    lines = [{"x": row(n), "id": f"q{n}"} for n in range(count // 2, count)]
    answers += service.lines("/v1/models/m/ask", lines).values
    for n in range(count // 2, count, 3):
        service.label(f"q{n}", label_of(config, n), "m")
    return answers


@pytest.mark.parametrize("config", SORTS, ids=lambda one: one.get("learner", "auto"))
def test_live_replayed_restarted_and_asked_again_are_the_same(tmp_path, config):
    service = Inside(tmp_path / "served")
    answers = used(service, config)
    assert {answer["wants_label"] for answer in answers} == {True, False}
    digests = service.digests()
    for n, answer in enumerate(answers):
        assert service.ask(row(n), f"q{n}", "m").value == answer
    assert service.digests() == digests
    store = service.service.store
    alone = recover(store, service.folder, store.models()[0], snapshots=False)
    assert (alone.model.seq, alone.model.digest()) == digests["m"]
    again = Inside(service.cut(tmp_path / "killed"))
    assert again.digests() == digests
    again.close()
    once_more = Inside(again.folder)  # from the snapshot of the end
    assert once_more.digests() == digests
    assert list(once_more.service.models["m"].waiting) == list(alone.model.waiting)
    for n in range(60, 80):
        said = once_more.ask(row(n), f"q{n}", "m").value
        assert isinstance(said["wants_label"], bool)
    once_more.close()


def test_a_follower_comes_to_the_same(tmp_path, either_store):
    config = ModelConfig(labels=["ham", "spam"], ask=0.5)

    async def test():
        async with serving(tmp_path, config=config) as writer, serving(tmp_path, follow=True) as reader:
            for n in range(40):
                if (await writer.ask(row(n), f"q{n}"))["wants_label"]:
                    await writer.tell(f"q{n}", "spam" if n % 3 else "ham")
            await until(lambda: reader.service.models["mail"].seq == writer.service.models["mail"].seq)
            assert await reader.digest() == await writer.digest()
            found = [(await one.get("/v1/models/mail/queue")).json() for one in (writer, reader)]
            assert found[0] == found[1]

    run(test)


@tries(15)
@given(
    cuts=st.lists(st.integers(1, 40), max_size=4, unique=True),
    labelled=st.sets(st.integers(0, 39)),
    most=st.sampled_from([4, 9, 1000]),
)
def test_however_they_are_grouped_questions_have_the_same_answers(tmp_path_factory, cuts, labelled, most):
    """One by one, and many at once, with room for few: the same flags, answers and digest."""
    config = {"learner": "perceptron", "labels": ["ham", "spam"], "ask": 0.3, "max_pending": most}
    told = []
    for ends in (range(1, 41), sorted({*cuts, 40})):
        service = Inside(tmp_path_factory.mktemp("grouped"))
        service.call("PUT", "/v1/models/m", config)
        answers, begin = [], 0
        for end in ends:
            values = [{"x": row(n), "id": f"q{n}"} for n in range(begin, end)]
            found = service.lines("/v1/models/m/ask", values)
            if found.status == 200:
                answers += [answer | {"seq": 0} for answer in found.values]
            begin = end
        for n in sorted(labelled):
            service.label(f"q{n}", "spam", "m")
        told.append((answers, service.digests()["m"][1]))
        service.close()
    if len(told[0][0]) == len(told[1][0]) == 40:  # many at once are refused where one by one some fit
        assert told[0] == told[1]


def test_a_model_that_does_not_ask_says_nothing_of_it(tmp_path):
    service = Inside(tmp_path)
    assert set(service.ask({"a": 1}).value) == {"ticket", "label", "probabilities", "seq"}
    assert service.call("GET", "/v1/models/default").value["asking"] is None
    service.close()


def test_a_label_that_nobody_asked_for_is_learned_and_counts(tmp_path):
    service = Inside(tmp_path)
    service.call("PUT", "/v1/models/m", {"labels": ["ham", "spam"], "ask": 0.01})
    answers = [service.ask(row(n), f"q{n}", "m").value for n in range(10)]
    assert not any(answer["wants_label"] for answer in answers)
    for n in range(10):
        assert service.label(f"q{n}", label_of(ASKING, n), "m").value["fate"] == "waiting"
    service.ask(row(10), "last", "m")
    about = service.call("GET", "/v1/models/m").value
    assert about["learners"][0]["labelled"] == 10
    assert service.service.models["m"].late.learner.examples == 10
    assert about["asking"] == {"wanted": 0, "at_most": 0.01, "eagerness": 1.0, "theorem": None, "waiting": 0}
    service.close()


def test_questions_that_nobody_labels_never_fill_it(tmp_path):
    """A few labels are wanted and told; of the others the oldest give way, and their label is too late then."""
    service = Inside(tmp_path)
    service.call("PUT", "/v1/models/m", {"labels": ["ham", "spam"], "ask": 0.2, "max_pending": 8})
    for n in range(100):
        answer = service.ask(row(n), f"q{n}", "m")
        assert answer.status == 200
        if answer.value["wants_label"]:
            service.label(f"q{n}", label_of(ASKING, n), "m")
    model = service.service.models["m"]
    assert len(model.waiting) == model.late.pending <= 8
    assert len(model.learners.champion.tally._out) == len(model.waiting)
    assert service.label("q1", "ham", "m").status == 410
    service.close()


def test_where_as_many_wanted_ones_wait_as_may_no_more_is_asked(tmp_path):
    service = Inside(tmp_path)
    service.call("PUT", "/v1/models/m", {"eagerness": 1e50, "max_pending": 3})
    assert [service.ask(row(n), None, "m").status for n in range(5)] == [200, 200, 200, 429, 429]
    service.close()


def test_a_challenger_that_is_told_what_the_champion_is_told(tmp_path):
    """One that wants every label, beside one that asks: what gives way there is not waited for here either."""
    service = Inside(tmp_path)
    service.call("PUT", "/v1/models/m", {"labels": ["ham", "spam"], "ask": 0.2, "max_pending": 5})
    plain = {"learner": "perceptron", "labels": ["ham", "spam"], "max_pending": 5}
    service.call("PUT", "/v1/models/m/challengers/all", plain)
    for n in range(60):
        if service.ask(row(n), f"q{n}", "m").value["wants_label"]:
            service.label(f"q{n}", label_of(ASKING, n), "m")
    standings = service.call("GET", "/v1/models/m/standing").value["learners"]
    assert [one["refused"] for one in standings] == [0, 0]
    assert standings[0]["labelled"] == standings[1]["labelled"] > 0
    assert service.call("POST", "/v1/models/m/challengers/all/promote?early=1").status == 200
    assert "wants_label" not in service.ask(row(1), "after", "m").value
    service.close()


@pytest.mark.parametrize(
    ("config", "words"),
    [
        ({"ask": 0}, "ask"),
        ({"ask": 1.5}, "ask"),
        ({"eagerness": 0}, "eagerness"),
        ({"ask_seed": 3}, "ask or eagerness"),
        ({"ask": 0.5, "timeout": 10, "default_label": "no", "labels": ["no", "yes"]}, "default_label"),
    ],
)
def test_what_can_not_be_is_refused(tmp_path, config, words):
    service = Inside(tmp_path)
    answer = service.call("PUT", "/v1/models/m", config)
    assert answer.status == 422
    assert words in answer.value["detail"]
    service.close()


def test_a_client_of_a_model_that_does_not_ask_is_told_that_every_label_is_wanted():
    import httpx

    said = {"ticket": "a", "label": "ham", "probabilities": None, "seq": 3}
    for more, wanted in (({}, True), ({"wants_label": False}, False), ({"wants_label": True}, True)):
        answer = httpx.MockTransport(lambda request, more=more: httpx.Response(200, text=json.dumps(said | more)))
        with th.service.Client(transport=answer) as mail:
            assert mail.ask({"free": 1}).wants_label is wanted


def test_shares_of_scores_are_told_where_they_are_wanted(tmp_path):
    service = Inside(tmp_path)
    config = {"learner": "balanced-winnow", "labels": ["a", "b", "c"], "scheme": "constraint", "softmax": True}
    service.call("PUT", "/v1/models/m", config)
    service.label(service.ask({"x": 1}, "q", "m").value["ticket"], "b", "m")
    shares = service.ask({"x": 1}, None, "m").value["probabilities"]
    assert sum(shares.values()) == pytest.approx(1)
    assert max(shares, key=shares.__getitem__) == "b"
    service.close()
