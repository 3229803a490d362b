"""On line to batch (end of F): what a run says about the risk of its hypotheses, by Monte Carlo with a fixed seed."""

import math
import random
import statistics

from thresher.theory.bounds import average_risk, likely_average_risk, probability_of_bad_survivor, risk_of_survivor

RUNS = 400


def learn_a_threshold(rng, trials, noise=0.2, draw=random.Random.random):
    """A learner of "x >= 1/2" on [0, 1], moved to each example that it gets wrong: mistakes, and the risk before each
    trial, on uniform examples with this noise."""
    threshold, mistakes, risks = 0.0, 0, []
    for _ in range(trials):
        risks.append(noise + (1 - 2 * noise) * abs(threshold - 0.5))
        x = draw(rng)
        y = (x >= 0.5) != (rng.random() < noise)
        if (x >= threshold) != y:
            mistakes += 1
            threshold += 0.2 * (x - threshold)
    return mistakes, risks


def test_a_hypothesis_drawn_from_the_run_has_the_risk_of_its_mistakes():
    """Equality in expectation: both directions, within four standard errors."""
    rng, trials = random.Random(1), 60
    differences = []
    for _ in range(RUNS):
        mistakes, risks = learn_a_threshold(rng, trials)
        differences.append(statistics.mean(risks) - average_risk(mistakes=mistakes, trials=trials))
    error = statistics.stdev(differences) / math.sqrt(RUNS)
    assert abs(statistics.mean(differences)) <= 4 * error


def test_the_average_risk_seldom_exceeds_the_likely_one():
    rng, trials, failure = random.Random(2), 60, 0.2
    above, above_mean = 0, 0
    for _ in range(RUNS):
        mistakes, risks = learn_a_threshold(rng, trials)
        average = statistics.mean(risks)
        above += average > likely_average_risk(mistakes=mistakes, trials=trials, failure=failure)
        above_mean += average > average_risk(mistakes=mistakes, trials=trials)
    room = 4 * math.sqrt(failure * (1 - failure) / RUNS)
    assert above / RUNS <= failure + room
    assert above_mean / RUNS > failure + room  # without the second term the claim would be wrong


def survivors(rng, risks, trials):
    """A learner that tries hypotheses of these risks in turn, each until its first mistake: (risk, trials survived)."""
    left, lives = trials, []
    for risk in risks:
        survived = 0
        while left and rng.random() >= risk:
            survived += 1
            left -= 1
        left -= left > 0
        lives.append((risk, survived))
        if not left:
            break
    return lives


def frequency(event, seed):
    rng = random.Random(seed)
    return sum(event(rng) for _ in range(RUNS)) / RUNS


def test_bad_hypotheses_seldom_survive():
    known = {"survived": 20, "risk": 0.2}

    def found(rng):
        return any(survived >= known["survived"] for _, survived in survivors(rng, [0.2001] * 30, 10_000))

    seen = frequency(found, 3)
    allowed = probability_of_bad_survivor(**known, hypotheses=30)
    room = 4 * math.sqrt(allowed * (1 - allowed) / RUNS)
    assert seen <= allowed + room
    assert seen > probability_of_bad_survivor(**known, hypotheses=1) + room  # 30 had their chance, not one


def test_the_longest_survivor_may_be_picked_afterwards():
    """All hypotheses of the run at once, each judged by its own survival."""
    failure, risks = 0.2, [0.05, 0.1, 0.2, 0.3] * 8
    room = 4 * math.sqrt(failure * (1 - failure) / RUNS)

    def wrong(hypotheses):
        def event(rng):
            lives = survivors(rng, rng.sample(risks, len(risks)), 2000)
            return any(
                risk > risk_of_survivor(survived=survived, hypotheses=hypotheses(i), failure=failure)
                for i, (risk, survived) in enumerate(lives, 1)
            )

        return frequency(event, 4)

    assert wrong(lambda i: len(risks)) <= failure + room
    assert wrong(lambda i: i * (i + 1)) <= failure + room
    assert wrong(lambda i: 1) > failure + room  # the number of hypotheses understated


def test_examples_that_are_not_from_the_distribution_say_nothing_about_it():
    def easy(rng):
        return 0.9 + 0.1 * rng.random()

    mistakes, risks = learn_a_threshold(random.Random(5), 200, noise=0.0, draw=easy)
    assert statistics.mean(risks) > likely_average_risk(mistakes=mistakes, trials=200, failure=0.001)
