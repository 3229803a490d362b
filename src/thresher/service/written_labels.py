"""Labels by the JSON that they are told in."""

import msgspec

from ..protocols import Label
from .config import Label as ConfiguredLabel
from .events import encode

MOST_KNOWN = 1024

_decode = msgspec.json.Decoder(ConfiguredLabel).decode


class WrittenLabels:
    """Those that the log writes so, each read once."""

    def __init__(self) -> None:
        self._known: dict[bytes, Label] = {}

    def label(self, text: bytes) -> Label:
        """The label; None where the log writes it in another way, or it is none.

        >>> labels = WrittenLabels()
        >>> labels.label(b'"spam"'), labels.label(b"true"), labels.label(b' "a"')
        ('spam', True, None)
        """
        found = self._known.get(text)
        if found is None:
            try:
                found = _decode(text)
            except msgspec.MsgspecError:
                return None
            if encode(found) != text:
                return None
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            self._known[text] = found
        return found
