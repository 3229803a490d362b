"""Models of River and scikit-learn, and wrapped learners, as experts."""

import numpy as np
import pytest

import thresher as th
from tests.experts.panels import shifting
from thresher import experts
from thresher.experts.foreign import as_expert

STREAM = list(shifting(120))


def river_models():
    linear_model = pytest.importorskip("river.linear_model")
    tree = pytest.importorskip("river.tree")
    return {"logistic": linear_model.LogisticRegression(), "tree": tree.HoeffdingTreeClassifier()}


def sgd(loss="log_loss"):
    linear = pytest.importorskip("sklearn.linear_model")
    return experts.FromSklearn(linear.SGDClassifier(loss=loss, random_state=0), columns=range(12))


@pytest.mark.parametrize("kind", [experts.Majority, experts.AbsoluteLoss, experts.Mixture, experts.LogisticMixing])
def test_models_of_three_libraries_under_one_master(kind):
    master = kind({**river_models(), "sgd": sgd(), "winnow": th.AdaptiveWinnow()})
    for x, y in STREAM:
        master.learn_one(x, y)
    assert master.standing().holds
    assert set(master.weights()) == {"logistic", "tree", "sgd", "winnow"}
    assert max(master.expert_mistakes.values()) < 120
    fresh = type(master)(**master.get_params())
    assert [expert.examples for expert in fresh.learners.values()] == [0] * 4
    assert fresh.predict_one({0: 1.0}) is True  # nobody knows anything: a tie


def test_a_foreign_model_is_taught_as_one_would_by_hand():
    model, alone = river_models()["logistic"], river_models()["logistic"]
    master = experts.Majority([model])
    for x, y in STREAM:
        assert master.predict_one(x) == alone.predict_one(x)
        master.learn_one(x, y)
        alone.learn_one(x, y)
    assert dict(model.weights) == dict(alone.weights)


def test_rows_of_a_matrix_are_learned_one_by_one():
    X = np.zeros((120, 12))
    for place, (x, _) in enumerate(STREAM):
        X[place, list(x)] = 1.0
    rows, each = (experts.AbsoluteLoss([sgd(), th.Perceptron()]) for _ in range(2))
    said = rows.learn_many(X, [y for _, y in STREAM])
    assert said.tolist() == [each.learn_one(x, y).prediction for x, y in STREAM]
    assert rows.weights() == each.weights()


def test_an_importance_weight_reaches_the_model():
    heavy, light = sgd(), sgd()
    for x, y in STREAM:
        heavy.learn_one(x, y, 3.0)
        light.learn_one(x, y)
    assert heavy.model.coef_.tolist() != light.model.coef_.tolist()
    model = experts.FromRiver(river_models()["logistic"])
    model.learn_one({"a": 1.0}, True, 2.0)
    assert model.examples == model.updates == 1


def test_labels_of_their_own():
    pair = ("ham", "spam")
    linear = pytest.importorskip("sklearn.linear_model")
    model = experts.FromSklearn(linear.SGDClassifier(loss="log_loss", random_state=0), range(12), pair)
    master = experts.Mixture(
        {"sgd": model, "river": river_models()["tree"], "own": th.Perceptron(probabilities=True, labels=pair)}
    )
    for x, y in STREAM:
        master.learn_one(x, pair[y])
    assert master.labels == pair
    assert master.predict_one({0: 1.0}) in pair
    assert master.standing().holds


def test_who_has_no_probabilities_votes_or_is_refused():
    hinge = sgd("hinge")
    assert not hinge.traits.probabilities
    master = experts.AbsoluteLoss([hinge, th.Perceptron()])
    for x, y in STREAM[:30]:
        master.learn_one(x, y)
    assert all(loss == int(loss) for loss in master.expert_losses.values())
    with pytest.raises(th.ParameterError, match="states no probabilities"):
        experts.Mixture([sgd("hinge"), th.AdaptiveWinnow()])


def test_wrapped_learners_are_experts():
    from thresher.late.wrappers import MistakeDriven

    master = experts.Majority([MistakeDriven(th.AdaptiveWinnow()), th.TrackingWinnow()])
    for x, y in STREAM:
        master.learn_one(x, y)
    assert list(master.learners) == ["MistakeDriven", "TrackingWinnow()"]
    assert master.standing().holds


def test_a_model_that_states_no_probability_is_refused_and_nothing_is_learned():
    class Boaster(experts.FromRiver):
        def predict_proba_one(self, x):
            return {False: 0.5, True: 1.5}

    perceptron = th.Perceptron(probabilities=True)
    master = experts.Mixture([Boaster(river_models()["logistic"]), perceptron])
    with pytest.raises(th.InputError, match=r"states 1\.5, which is no probability"):
        master.learn_one({0: 1.0}, True)
    assert perceptron.examples == master.examples == 0


def test_what_is_no_learner_is_refused():
    linear = pytest.importorskip("sklearn.linear_model")
    with pytest.raises(th.ParameterError, match=r"FromSklearn\(model, columns"):
        as_expert(linear.SGDClassifier())
    with pytest.raises(th.ParameterError, match="an expert is a learner"):
        as_expert(3)
