"""Runs to draw: an ordinary one, and everything that could break a drawing."""

from thresher.evaluation import Curve, Run, Tally, WeightTrace


def two(examples, mistakes, positives, negatives, alarms=0, missed=0, measures=None, labels=(False, True)):
    """A tally of two labels, from what is known of each: false alarms, and positives that were missed."""
    negative, positive = labels
    counts = {
        (negative, negative): negatives - alarms,
        (negative, positive): alarms,
        (positive, negative): missed,
        (positive, positive): positives - missed,
    }
    confusion = {pair: count for pair, count in counts.items() if count}
    return Tally(examples, mistakes, 0, confusion, positive, measures or {})


HOSTILE = "<script>alert('x')</script>" + '&"quoted"' * 30


def ordinary(learner: str = "tracking-winnow", *, shift: int = 0, **parameters: float) -> Run:
    """Twenty windows, a shift in the middle, one attribute that goes and one that comes."""
    mistakes = [30, 12, 8, 6, 5, 5, 4, 5, 4, 4, 28, 12, 7, 5, 5, 4, 4, 5, 4, 4]
    mistakes = [m + shift for m in mistakes]
    wrong = sum(mistakes)
    at = [64 * i for i in range(1, 21)]
    return Run(
        learner,
        parameters,
        ["mail.svm"],
        examples=1280,
        features=25_600,
        updates=wrong,
        passes=1,
        seconds=0.5,
        bytes=2_000_000,
        labels=("ham", "spam"),
        progress=two(
            1280, wrong, 640, 640, wrong // 2, wrong - wrong // 2, {"log_loss": 0.31, "auc": 0.94}, ("ham", "spam")
        ),
        held_out=two(100, 5, 50, 50, 2, 3, {"brier": 0.05}, ("ham", "spam")),
        curve=Curve(64, [64] * 20, mistakes),
        weights=WeightTrace(
            at,
            {
                "free": [1.0] * 10 + [0.1] * 10,
                17: [None] * 8 + [0.2] * 2 + [2.0] * 10,
                "meeting": [-0.5] * 20,
            },
        ),
        largest={17: 2.0, "meeting": -0.5, "free": 0.1},
    )


def empty() -> Run:
    return Run("empty", {}, [])


def one_bin() -> Run:
    return Run(
        "one-bin",
        {},
        ["-"],
        examples=3,
        progress=two(3, 1, 1, 2, 1, 0, {"auc": float("nan"), "odd_one": float("inf")}),
        curve=Curve(64, [3], [1]),
        weights=WeightTrace([3], {"x": [1.0], 7: [None], "y": [-2.0]}),
        largest={"x": 1.0, "y": -2.0},
    )


def perfect() -> Run:
    """No mistakes, no weights, and an end that came too early."""
    return Run(
        "perfect",
        {},
        ["a.svm"],
        examples=640,
        progress=two(640, 0, 320, 320),
        curve=Curve(64, [64] * 10, [0] * 10),
        stopped="line 641: <unreadable>",
    )


def huge() -> Run:
    """A billion examples, weights beyond all measure, and names nobody should have given."""
    mistakes = [40_000 + 37 * i % 9_000 for i in range(476)]
    labelled = 476 * 2**21
    wrong = sum(mistakes)
    return Run(
        "huge",
        {HOSTILE: HOSTILE, "floor": None},
        [f"part-{i}.svm" for i in range(40)],
        examples=10**9,
        unlabelled=10**9 - labelled,
        features=10**11,
        skipped=12,
        seconds=5400.0,
        bytes=7 * 10**11,
        labels=("<b>", HOSTILE),
        progress=two(labelled, wrong, labelled // 2, labelled - labelled // 2, 10**6, wrong - 10**6),
        curve=Curve(2**21, [2**21] * 476, mistakes),
        weights=WeightTrace(
            [10**7 * i for i in range(1, 101)],
            {
                HOSTILE: [None] * 10 + [1e100] * 90,
                "日本語の長い属性名、とてもとても長い名前": [None] * 50 + [float(i) for i in range(50)],
                "line\nbreak\x00\u202e\ud800": [-1.7e308] * 50 + [float("inf")] * 25 + [float("nan")] * 25,
                "$x_1$ and $": [0.5] * 100,
                "_under": [-0.25] * 100,
                3: [1e-320] * 100,
                "": [1.0] * 60,
            },
        ),
        largest={HOSTILE: 1e100, "line\nbreak\x00\u202e\ud800": float("-inf"), "$x_1$": -0.5, 3: 1e-320},
    )


ALONE = (ordinary, empty, one_bin, perfect, huge)


def twelve() -> list[Run]:
    return [ordinary("winnow", shift=i, promotion=1 + i / 10) for i in range(9)] + [perfect(), empty(), huge()]
