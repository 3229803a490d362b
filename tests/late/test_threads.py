"""A delayed learner from several threads at once: one call at a time, nothing lost and nothing twice."""

import random
import threading
import time
from contextlib import suppress

import pytest

import thresher as th
from thresher.files import load_bytes
from thresher.late import OD1, OD3, Copies, Delayed, Immediate, LabelStatus, Replay

ORDERS = [Immediate(), OD1(), OD3(horizon=200), Copies(k=4), Replay(horizon=300, every=64)]
LABELS = ["cat", "dog", "bird"]


class Users:
    """Some threads that ask, tell, give up, copy and save, until the time is over."""

    def __init__(self, late, seconds):
        self.late, self.end = late, time.monotonic() + seconds
        self.asked = self.told = 0
        self.troubles = []
        self.lock = threading.Lock()

    def live(self, seed):
        coins, mine = random.Random(seed), []
        asked = told = 0
        try:
            while time.monotonic() < self.end:
                mine.append(self.late.ask({f"w{coins.randrange(9)}": 1.0}, ticket=f"{seed} {asked}").ticket)
                asked += 1
                if coins.random() < 0.8:
                    self.late.label(mine.pop(coins.randrange(len(mine))), coins.choice(LABELS))
                    told += 1
                self.sometimes(coins, mine)
        except Exception as trouble:  # whatever it is, the test tells it
            self.troubles.append(trouble)
        with self.lock:
            self.asked += asked
            self.told += told

    def sometimes(self, coins, mine):
        """What is done less often."""
        chance = coins.random()
        if chance < 0.02:
            self.late.expire(mine[:2])
        elif chance < 0.04:
            self.late.apply()
        elif chance < 0.05:
            copy = self.late.copy()
            assert copy.pending == copy.asked - copy.answered - copy.given_up
        elif chance < 0.06:
            assert len(self.late.to_bytes()) > 0
        elif chance < 0.1:
            self.late.predict_one({"w1": 1.0})
            assert self.late.pending >= 0
            assert self.late.bytes >= 0
        elif chance < 0.12:
            with suppress(th.InputError):  # the caller's own
                self.late.ask({"w1": float("inf")})


@pytest.mark.parametrize("order", ORDERS, ids=str)
def test_four_threads_at_once(order):
    late = Delayed(th.Auto(), order, max_pending=500, contradictions="count")
    users = Users(late, 1.0)
    threads = [threading.Thread(target=users.live, args=(seed,), daemon=True) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert not any(thread.is_alive() for thread in threads), "they wait for each other"
    assert users.troubles == []
    late.apply()
    assert late.asked == users.asked
    assert late.pending == late.asked - late.answered - late.given_up
    too_late = late.statuses[LabelStatus.TOO_LATE]
    held = len(getattr(late.keeper, "_held", ()))
    learned = late.statuses[LabelStatus.LEARNED] + late.statuses[LabelStatus.SKIPPED]
    assert learned + too_late + held == users.told
    assert load_bytes(late.to_bytes()).digest() == late.digest()


def test_one_learner_taught_directly_and_late_at_the_same_time():
    """Its own calls and those of the instances that wait do not wait for each other for ever."""
    learner = th.Perceptron()
    late = Delayed(learner)
    end = time.monotonic() + 0.5

    def alone():
        while time.monotonic() < end:
            learner.learn_one({"a": 1.0}, True)
            learner.predict_one({"a": 1.0})

    def lately():
        while time.monotonic() < end:
            late.label(late.ask({"a": 1.0}).ticket, False)

    threads = [threading.Thread(target=work, daemon=True) for work in (alone, lately, alone, lately)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert not any(thread.is_alive() for thread in threads)
    late.apply()
    assert late.answered == late.asked
