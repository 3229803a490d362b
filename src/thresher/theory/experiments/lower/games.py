"""Games of adversaries against contestants: what was forced, what is promised, what no learner can avoid."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from ...bounds import least_mistakes_on_a_disjunction, least_mistakes_on_shifts
from ...concepts import Adversary, BinarySearch, Game, Groups, OneLiteral, Sparse, play
from .contestants import CONTESTANTS, Contestant
from .mistake_search import Careful, Drawn
from .stream import Stream


@dataclass(frozen=True)
class Result:
    """One game: who played, what the adversary is called, and what came of it.

    Attributes
    ----------
    planned : Stream
        The stream the learner was made for.
    came : Stream
        The one that came about; errors may be left over.
    forced : int
        The mistakes of the learner.
    least : float
        What some stream as planned forces on any deterministic learner.
    most : float or None
        The learner's bound for the stream that came about, if it has one.
    stopped : bool
        It could have gone on.
    """

    contestant: Contestant
    adversary: str
    planned: Stream
    came: Stream
    forced: int
    least: float
    most: float | None
    stopped: bool


@dataclass(frozen=True)
class Challenge:
    """An adversary under its name, the stream it plans, and the lower bound for such streams.

    Attributes
    ----------
    stop : int or None, optional
        The trials after which it gives up, if it would not end by itself.
    """

    name: str
    stream: Stream
    least: float
    make: Callable[[], Adversary]
    stop: int | None = None


def by_theorem(
    attributes: int, shifts: Sequence[int], errors: Sequence[int], literals: Sequence[int]
) -> list[Challenge]:
    """The adversaries of Theorem 8, of A14 and of Theorem 9, each trial of which is a mistake."""
    found = []
    half = attributes // 2
    for z in shifts:
        for a in errors:
            rounds = (z + 1) // 2
            stream = Stream(attributes, half, on=rounds, off=rounds - 1, errors=a, noise=2 * a)
            least = least_mistakes_on_shifts(n=attributes, shifts=z, attribute_errors=a)
            found.append(Challenge("Theorem 8", stream, least, _made(BinarySearch, attributes, z, a)))
            found.append(Challenge("A14, sparse", stream, least, _made(Sparse, half, z, a)))
    for k in literals:
        for a in errors:
            stream = Stream(attributes, max(1, attributes // k // 2), k, k, errors=a, noise=2 * a)
            least = least_mistakes_on_a_disjunction(n=attributes, literals=k, attribute_errors=a)
            found.append(Challenge("Theorem 9", stream, least, _made(Groups, attributes, k, a)))
    return found


def by_search(*, active: int, literals: int, errors: int, seeds: Sequence[int], stop: int) -> list[Challenge]:
    """The adversaries that look for the worst, on 2 lambda attributes of which lambda are on at most."""
    n = 2 * active
    stream = Stream(n, active, on=literals, off=literals - 1, errors=errors, noise=2 * errors)
    shifts = 2 * literals - 1
    least = least_mistakes_on_shifts(n=n, shifts=shifts, attribute_errors=errors)
    same = {"literals": literals, "attribute_errors": errors, "most": stop}
    found = [Challenge("careful", stream, least, _made(Careful, n, active, **same), stop)]
    found += [Challenge("drawn", stream, least, _made(Drawn, n, active, **same, seed=seed), stop) for seed in seeds]
    found.append(Challenge("A14, sparse", stream, least, _made(Sparse, active, shifts, errors)))
    if literals == 1 and not errors:
        found.append(Challenge("A13", stream, least, _made(OneLiteral, active, n - 1, stop), stop))
    return found


def _made(adversary: Callable[..., Adversary], *given: int, **named: int) -> Callable[[], Adversary]:
    return lambda: adversary(*given, **named)


def results(challenges: Sequence[Challenge]) -> Iterator[Result]:
    """Every contestant in every challenge it can take."""
    for challenge in challenges:
        for contestant in CONTESTANTS:
            planned = challenge.stream
            if contestant.clean_only and not (planned.fixed and planned.clean):
                continue
            yield _result(contestant, challenge, play(challenge.make(), contestant.make(planned)))


def _result(contestant: Contestant, challenge: Challenge, game: Game) -> Result:
    planned = challenge.stream
    came = Stream(
        planned.n,
        planned.active,
        planned.literals,
        game.sequence.literals_on,
        game.sequence.literals_off,
        game.attribute_errors,
        game.noise,
    )
    most = contestant.bound(came)
    stopped = challenge.stop is not None and game.trials >= challenge.stop
    return Result(contestant, challenge.name, planned, came, game.mistakes, challenge.least, most, stopped)
