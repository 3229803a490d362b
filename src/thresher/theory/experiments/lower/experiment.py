"""Lower bounds at work (B10, A13, A14): adversaries against every learner, between what is promised and what is due."""

from dataclasses import dataclass

from ..experiment import Findings, Size, Tell
from . import coins as lower_coins
from .contestants import CONTESTANTS
from .findings import as_proved, coins, far_from_least, growing, prices, proved_table, refuted, within
from .games import Result, by_search, by_theorem, results
from .growth import Growth, figure, refutation, table

TITLE = "Lower bounds: what adversaries force, what is promised, what nobody can avoid"
QUESTION = (
    "How many mistakes can be forced on each learner as the number of attributes, of attribute errors and of shifts "
    "grows, and how far is that from the lower bounds and from the learner's own bound?"
)
FIGURES = {
    "active": ("tracking", "fixed", "signed", "additive"),
    "errors": ("tracking", "fixed", "signed"),
    "literals": ("tracking", "fixed"),
}


@dataclass(frozen=True)
class Setting:
    """The values of lambda, of A and of Z+ (these two at lambda = middle), and the games of coins.

    Attributes
    ----------
    draws : int
        Seeds of the drawn examples.
    stop : int
        Trials after which a game is given up.
    """

    actives: list[int]
    errors: list[int]
    literals: list[int]
    middle: int
    draws: int
    stop: int
    coin_sizes: list[int]
    coin_lengths: list[int]
    coin_seeds: int


SETTINGS: dict[Size, Setting] = {
    "quick": Setting(
        actives=[2, 4, 8, 16],
        errors=[0, 2, 8],
        literals=[1, 2, 3],
        middle=8,
        draws=1,
        stop=250,
        coin_sizes=[16],
        coin_lengths=[256, 1024],
        coin_seeds=3,
    ),
    "full": Setting(
        actives=[2**i for i in range(1, 9)],
        errors=[0, 1, 2, 4, 8, 16, 32, 64],
        literals=[1, 2, 4, 8, 12],
        middle=32,
        draws=2,
        stop=1500,
        coin_sizes=[16, 256],
        coin_lengths=[256, 1024, 4096, 16384],
        coin_seeds=6,
    ),
}


def run(size: Size, seed: int, tell: Tell) -> Findings:
    """First the adversaries of the theorems, then those that look for the worst, then the one that tosses coins."""
    setting = SETTINGS[size]
    tell("the adversaries of Theorems 8 and 9 and of A14")
    proved = list(results(by_theorem(2 * setting.middle, [1, 3, 7], [0, 3], [2, 4])))
    actives, errors, literals = (_grow(quantity, setting, seed, tell) for quantity in ("active", "errors", "literals"))
    coin_seeds = range(seed * setting.coin_seeds, (seed + 1) * setting.coin_seeds)
    tosses = lower_coins.tossed(setting.coin_sizes, setting.coin_lengths, coin_seeds, tell)
    growths = [actives, errors, literals]
    games = [*proved, *(game for growth in growths for own in growth.games.values() for game in own)]
    return Findings(
        QUESTION,
        _choices(setting),
        [
            as_proved(proved),
            far_from_least(actives),
            growing(actives),
            refuted(actives),
            *prices(errors, "an attribute error", setting.stop),
            *prices(literals, "one more literal", setting.stop),
            within(games),
            *coins(tosses),
        ],
        [
            refutation(actives, CONTESTANTS[0]),
            *(figure(growth, group) for growth in growths for group in FIGURES[growth.name]),
            lower_coins.figure(tosses),
        ],
        [*map(table, growths), proved_table(proved), lower_coins.table(tosses)],
    )


def _grow(quantity: str, setting: Setting, seed: int, tell: Tell) -> Growth:
    values, label = {
        "active": (setting.actives, "lambda, attributes on at once"),
        "errors": (setting.errors, "A, attribute errors"),
        "literals": (setting.literals, "Z+, literals one after the other"),
    }[quantity]
    seeds = range(seed * setting.draws, (seed + 1) * setting.draws)
    games: dict[int, list[Result]] = {}
    for value in values:
        tell(f"the worst games at {quantity} = {value}")
        stream = {"active": setting.middle, "literals": 1, "errors": 0} | {quantity: value}
        games[value] = list(results(by_search(**stream, seeds=seeds, stop=setting.stop)))
    return Growth(quantity, label, games, x_log=quantity == "active")


def _choices(setting: Setting) -> list[str]:
    return [
        "There are n = 2 lambda attributes of which at most lambda are on at once, so that the lower bound of A14 is "
        "floor((Z + 1)/2) floor(lg n) + 2A; the target is one literal at a time.",
        "Learners get the parameters their bound asks for, lambda and n being known; 'tuned' SWIN also knows Z+, Z- "
        "and A. Learners with a threshold of 0 have a bias, and the target of their bound is 2 on the literal and -1 "
        "on the bias. Weighted Majority sees 1 and -1 for 1 and 0.",
        "Each trial of the adversaries of Theorems 8 and 9 and of A14 is a mistake and there are as many as promised: "
        "they can't tell learners apart. Three that look for the worst are added: the one behind A13, one that makes "
        "examples wrong by a hair, and one that draws examples until the learner is wrong. Of all of them the game "
        "with the most mistakes counts: it is a lower limit of the learner's worst case, not the worst case.",
        f"A game is given up after {setting.stop} trials; A and Z+ grow at lambda = {setting.middle}; examples are "
        f"drawn with {setting.draws} seed(s).",
        "The bound of ALMA (G2) is for examples whose length includes the constant attribute, which its bias does not; "
        "it is listed without a bound.",
        "Coins: SWIN without floor, randomised, tuned as in Theorem 6 for A = T/2, in expected mistakes.",
    ]
