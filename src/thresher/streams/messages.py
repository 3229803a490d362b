"""Text messages, some of them spam: generated to look like real ones, with a right answer that is known and shifts.

A message is spam iff it has one of the few words of the campaign that is on. The words of the other campaigns occur in
ordinary messages, and in honest notices that look like spam: what gave spam away yesterday says nothing today.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass

from ..parameters import whole

CAMPAIGNS: tuple[tuple[str, ...], ...] = (
    ("prize", "winner", "claim", "award", "cash"),
    ("parcel", "customs", "courier", "tracking", "redelivery"),
    ("account", "verify", "suspended", "login", "password"),
    ("invest", "profit", "broker", "crypto", "trading"),
)
"""The words that give spam away, campaign by campaign."""

_ORDINARY = {
    "prize": "mia got second prize for her drawing",
    "winner": "who was the winner last night",
    "claim": "did you send the claim to the insurance",
    "award": "the award evening is on {day}",
    "cash": "do you have cash for the {thing}",
    "parcel": "there is a parcel for you at {name}'s",
    "customs": "we are through customs, see you in the {time}",
    "courier": "the courier left the {thing} at the door",
    "tracking": "what is the tracking number of the {thing}",
    "redelivery": "i asked for redelivery on {day}",
    "account": "can you put the {thing} on my account",
    "verify": "please verify the address for {day}",
    "suspended": "trains are suspended, i will be late",
    "login": "the login at work is broken again",
    "password": "the wifi password is on the fridge",
    "invest": "we should invest in a better {thing}",
    "profit": "the bake sale made a profit, tell {name}",
    "broker": "the broker for the flat calls on {day}",
    "crypto": "{name} talks about crypto all {time}",
    "trading": "trading my {thing} for yours, ok",
}
_HAM = (
    "see you at {place} on {day}",
    "running late, start without me",
    "can you pick up {name} from {place}",
    "happy birthday {name}, have a lovely {time}",
    "did you find my {thing}",
    "ok, call me when you are at {place}",
    "no worries, {day} is fine too",
    "i left the {thing} on the table for you",
    "mum says dinner is at {place} this {time}",
    "thanks for the {thing}, you are the best",
)
_NOTICES = (
    "your {word} is waiting, reply yes now",
    "final notice about your {word}, call {number}",
    "this {time} only: {word} for the first who text {number}",
    "dear customer, {word} needed today, see link",
    "news about your {word}, text go to {number}",
    "last day for {word}, tap the link before {day}",
)
_FILLING = {
    "place": ("school", "the station", "home", "work", "the gym", "the pub"),
    "day": ("monday", "tuesday", "friday", "saturday", "sunday"),
    "name": ("mia", "tom", "sara", "ben", "granny", "alex"),
    "time": ("morning", "evening", "afternoon", "weekend"),
    "thing": ("keys", "cake", "jacket", "bike", "book", "phone"),
    "number": ("80082", "67777", "40411", "83355"),
}
_ADDED = ("", "", "", " :)", " xx", " free", " thanks", " please reply", " now", " call me")


@dataclass(frozen=True)
class PlantedMessages:
    """Messages with labels: a concept over words that shifts, in sentences.

    Parameters
    ----------
    messages : int, default 6400
        How many there are.
    campaigns : int, default 4
        How many campaigns follow each other, of the same length; up to 4.
    spam : int, default 30
        Of a hundred messages so many are spam.
    seed : int, default 0
        The same seed gives the same messages.

    Examples
    --------
    >>> for text, spam in PlantedMessages(messages=4, campaigns=1, seed=2):
    ...     print(spam, text)
    True news about your claim, text go to 40411 :)
    False ok, call me when you are at school please reply
    False news about your trading, text go to 40411. can you pick up mia from home :)
    True last day for cash, tap the link before tuesday now
    """

    messages: int = 6400
    campaigns: int = 4
    spam: int = 30
    seed: int = 0

    def __post_init__(self) -> None:
        whole("campaigns", self.campaigns, at_least=1, at_most=len(CAMPAIGNS))
        whole("messages", self.messages, at_least=self.campaigns)
        whole("spam", self.spam, at_most=100)

    @property
    def shifts(self) -> list[int]:
        """After how many messages another campaign begins."""
        return [self.messages * number // self.campaigns for number in range(1, self.campaigns)]

    @property
    def words_added(self) -> int:
        """Z+: words that ever gave spam away (A13)."""
        return sum(len(words) for words in CAMPAIGNS[: self.campaigns])

    def __iter__(self) -> Iterator[tuple[str, bool]]:
        draw = random.Random(self.seed)
        for number in range(self.messages):
            campaign = number * self.campaigns // self.messages
            spam = draw.randrange(100) < self.spam
            yield _message(draw, CAMPAIGNS[campaign], spam=spam), spam


def _message(draw: random.Random, campaign: tuple[str, ...], *, spam: bool) -> str:
    filling = {name: draw.choice(words) for name, words in _FILLING.items()}
    other = [word for words in CAMPAIGNS if words is not campaign for word in words]
    word = draw.choice(campaign if spam else other)
    if spam or draw.random() < 0.4:
        sentence = draw.choice(_NOTICES)
    else:
        sentence = _ORDINARY[word] if draw.random() < 0.5 else draw.choice(_HAM)
    if not spam and draw.random() < 0.3:
        sentence += ". " + draw.choice(_HAM)
    return sentence.format(word=word, **filling) + draw.choice(_ADDED)
