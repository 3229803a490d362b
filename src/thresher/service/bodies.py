"""What stands in the body of an event that is no question: a label, tickets that expire, a challenge."""

import msgspec

from ..protocols import Label
from .config import ModelConfig
from .events import Event


class Told(msgspec.Struct, omit_defaults=True):
    """The body of a label's event."""

    label: Label
    weight: float = 1.0


read_told = msgspec.json.Decoder(Told).decode


class Expired(msgspec.Struct, omit_defaults=True):
    """The body of an expiry."""

    tickets: list[str]
    label: Label = None


class Challenge(msgspec.Struct):
    """The body of a challenge."""

    name: str
    config: ModelConfig


def config_of(event: Event) -> ModelConfig:
    """How the model of a first event was made."""
    return msgspec.json.decode(event.body, type=ModelConfig)
