"""Margins, aggressive steps, demotion factors and discarded weights of Winnow's forms: what they refuse and void."""

import math

import pytest

import thresher as th
from thresher.errors import ParameterError
from thresher.theory.invariants import Checked

FORMS = {
    "Winnow": lambda **more: th.Winnow(n=8, **more),
    "WinnowR": lambda **more: th.WinnowR(n=8, **more),
    "TrackingWinnow": lambda **more: th.TrackingWinnow(2.0, 0.05, **more),
    "BalancedWinnow": lambda **more: th.BalancedWinnow(**more),
}
STREAM = [({"a", "b"}, True), ({"b", "c"}, False), ({"a"}, True), ({"b"}, False)] * 10


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    "more", [{"margin": 0.25}, {"margin": (0.0, 0.5)}, {"demotion": 0.7}, {"aggressive": True, "margin": 0.1}]
)
def test_parameters_are_told_saved_and_void_the_bound(form, more, tmp_path):
    plain, model = FORMS[form](), FORMS[form](**more)
    assert plain.traits.bound is not None
    assert model.traits.bound is None
    assert more.items() <= model.get_params().items()
    for x, y in STREAM:
        model.learn_one(x, y)
    model.save(tmp_path / "model")
    resumed = th.load(tmp_path / "model")
    assert resumed == model
    assert resumed.get_params() == model.get_params()
    for x, y in STREAM:
        assert resumed.learn_one(x, y) == model.learn_one(x, y)
    assert resumed == model


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: th.Winnow(n=4, margin=4.0), "margin of negative examples must be below the threshold, 4"),
        (lambda: th.TrackingWinnow(margin=(0.0, 1.0)), "below the threshold, 1"),
        (lambda: th.Winnow(n=4, demotion=1.0), "demotion must be"),
        (lambda: th.Winnow(n=4, demotion=0.5, aggressive=True), "leave demotion out"),
        (lambda: th.Winnow(n=4, aggressive=True, margin=(0.5, 0)), "still answered positive"),
        (lambda: th.Winnow(n=4, elimination=True, demotion=0.5), "elimination sets weights to 0"),
        (lambda: th.Winnow(n=4, elimination=True, discard=0.5), "elimination sets weights to 0"),
        (lambda: th.Winnow(n=4, discard=1.5), "discard must be"),
        (lambda: th.Winnow(n=4, discard_relative=0.0), "discard_relative must be"),
        (lambda: th.Winnow(n=4, discard_every=0), "discard_every must be"),
        (lambda: th.Winnow(n=4, elimination=True, discard_relative=0.5), "elimination sets weights to 0"),
        (lambda: th.BalancedWinnow(aggressive=True, margin=0.1, floor=0.1), "leave floor and ceiling out"),
        (
            lambda: th.TrackingWinnow(aggressive=True, margin=0.1, lift_above=0.1, lift_least=0.1),
            "leave lift_above out",
        ),
        (lambda: th.Perceptron(join_share=0.0), "join_share must be"),
        (lambda: th.Perceptron(join_share=0.5, join_after=2), "leave join_after and max_attributes out"),
        (lambda: th.Perceptron(transform=(th.features.Conjunctions(),) * 2), "Conjunctions once"),
        (lambda: th.Perceptron(transform=th.features.Conjunctions(), bits=4), "leave one of them out"),
    ],
)
def test_what_makes_no_learner_is_refused(make, words):
    with pytest.raises(ParameterError, match=words):
        make()


def test_a_positive_margin_may_be_above_the_threshold():
    model = th.TrackingWinnow(margin=(3.0, 0.5))
    for _ in range(20):
        model.learn_one({"a"}, True)
    assert model.score_one({"a"}) >= 3.0


@pytest.mark.parametrize("form", FORMS)
def test_an_aggressive_step_lands_on_the_margin_of_its_side(form):
    for y, aim in ((True, 0.5), (False, -0.25)):
        model = FORMS[form](aggressive=True, margin=(0.5, 0.25))
        for _ in range(3):  # of a promotion that a floor can't stop
            model.learn_one({"a", "b"}, True)
        if model.learn_one({"a", "b"}, y).updated:
            assert math.isclose(model.score_one({"a", "b"}), aim, abs_tol=1e-9)


def test_a_demotion_factor_is_what_a_demotion_multiplies_by():
    model = th.Winnow(n=2, demotion=0.75)
    model.learn_one({"a", "b", "c"}, False)
    assert model.weight("a") == pytest.approx(0.75)
    both = th.BalancedWinnow(2.0, demotion=0.75)
    both.learn_one({"a"}, False)
    assert both.weight("a") == pytest.approx(0.75 - 2.0)


def test_what_is_discarded_never_comes_back():
    model = th.Winnow(n=2, discard=0.3)
    for _ in range(2):
        model.learn_one({"a", "b", "c", "d", "e", "f", "g", "h"}, False)
    assert model.weight("a") == 0.25 or model.weight("a") == 0.0
    model.learn_one({"a", "b", "c", "d", "e", "f", "g", "h"}, False)
    before = model.weight("a")
    for _ in range(10):
        model.learn_one({"a"}, True)
    assert before == model.weight("a") == 0.0


def small_beside_the_largest(**more):
    """Weights 8 (tall), 1/2 (small) and 2 (new) after the fifth of five updates."""
    model = th.Winnow(threshold=5.0, promotion=2.0, **more)
    for _ in range(3):
        model.learn_one({"tall"}, True)
    model.learn_one({"small": 1, "b": 1, "c": 1, "d": 1, "e": 1}, False)
    model.learn_one({"new"}, True)
    assert model.updates == 5
    return model


def test_what_is_small_beside_the_largest_is_discarded_when_it_is_looked_at():
    plain = small_beside_the_largest()
    assert [plain.weight(name) for name in ("tall", "small", "new", "never met")] == [8.0, 0.5, 2.0, 1.0]
    assert small_beside_the_largest(discard_relative=0.07, discard_every=5).weight("small") == 0.0
    assert (
        small_beside_the_largest(discard_relative=0.06, discard_every=5).weight("small") == 0.5
    )  # 1/16 of the largest
    assert small_beside_the_largest(discard_relative=0.07, discard_every=6).weight("small") == 0.5  # not looked at yet
    one = small_beside_the_largest(discard_relative=1.0, discard_every=5)
    assert [one.weight(name) for name in ("tall", "small", "new", "never met")] == [
        8.0,
        0.0,
        2.0,
        1.0,
    ]  # 2 has not fallen
    for _ in range(10):
        one.learn_one({"small"}, True)
    assert one.weight("small") == 0.0


def test_the_largest_is_that_of_each_class_by_itself():
    model = th.Multiclass(th.Winnow(threshold=2.0, discard_relative=0.2, discard_every=1))
    for _ in range(4):
        for word, label in (("a", "x"), ("b", "y"), ("c", "z")):
            model.learn_one({word: 1, "all": 1}, label)
    alone = {label: th.Winnow(threshold=2.0, discard_relative=0.2, discard_every=1) for label in ("x", "y", "z")}
    seen = []
    for _ in range(4):
        for word, label in (("a", "x"), ("b", "y"), ("c", "z")):
            seen.append(label)
            for name in dict.fromkeys(seen):
                alone[name].learn_one({word: 1, "all": 1}, name == label)
    for label, one in alone.items():
        assert model.weights(label) == one.weights()


@pytest.mark.parametrize("option", [{"discard": 0.1}, {"discard_relative": 0.1}, {"discard_every": 5}])
def test_forms_with_a_floor_say_why_they_discard_nothing(option):
    """A floor says that an attribute may come back, and discarding that it may not."""
    for name in ("WinnowR", "TrackingWinnow"):
        with pytest.raises(ParameterError, match="so that an attribute can come back"):
            FORMS[name](**option)
    with pytest.raises(ParameterError, match="begin at 0"):
        th.BalancedWinnow(**option)


@pytest.mark.parametrize(
    "option",
    [{"margin": 0.1}, {"aggressive": True}, {"demotion": 0.5}, {"discard": 0.1}, {"discard_relative": 0.1}],
)
def test_swin_says_why_it_has_no_other_steps(option):
    for randomized in (False, True):
        with pytest.raises(ParameterError, match="threshold follows from promotion and floor_share"):
            th.Swin(8, randomized=randomized, **option)


@pytest.mark.parametrize("form", FORMS)
def test_lemmas_of_the_plain_rule_are_not_checked_where_they_do_not_hold(form):
    model = Checked(FORMS[form](margin=0.25))
    for x, y in STREAM:
        model.learn_one(x, y)
