"""How numbers and names are written: thousands separated, few digits, a true minus sign, nothing hostile."""

import math
import unicodedata

from ..protocols import Attribute

NOTHING = "\u2013"  # where there is no number
LONGEST_NAME = 400  # characters kept of a name even where it is written in full


def count(number: float) -> str:
    """A whole number, thousands apart.

    Examples
    --------
    >>> count(1234567)
    '1,234,567'
    """
    return _minus(f"{number:,.0f}") if math.isfinite(number) else NOTHING


def short_count(number: float) -> str:
    """Three digits are enough for an axis or a rate.

    Examples
    --------
    >>> short_count(50_000), short_count(250_000), short_count(1_500_000), short_count(2e9)
    ('50,000', '250k', '1.5M', '2bn')
    """
    if not math.isfinite(number):
        return NOTHING
    for size, unit in ((1e9, "bn"), (1e6, "M"), (1e5, "k")):
        if abs(number) >= size:
            size = 1e3 if unit == "k" else size
            scaled = float(f"{number / size:.3g}")
            return _minus(f"{scaled:,g}" if abs(scaled) < 1e6 else f"{scaled:.3g}") + unit
    return count(number)


def percent(share: float) -> str:
    """A share as a percentage, with about three digits.

    Examples
    --------
    >>> percent(0), percent(0.25), percent(0.0156), percent(0.00012), percent(1)
    ('0%', '25.0%', '1.56%', '0.012%', '100%')
    """
    if not math.isfinite(share):
        return NOTHING
    value = 100 * share
    if value in (0, 100):
        return f"{value:.0f}%"
    if abs(value) >= 10:
        return _minus(f"{value:.1f}%")
    decimals = 2 if abs(value) >= 1 else min(9, 1 - math.floor(math.log10(abs(value))))
    return _minus(f"{value:.{decimals}f}%")


def tick_percent(share: float) -> str:
    """A round share beside an axis.

    Examples
    --------
    >>> tick_percent(0.05), tick_percent(0.125)
    ('5%', '12.5%')
    """
    return f"{100 * share:.6g}%"


def measure(value: float | None) -> str:
    r"""A measure, with as many decimals as the one below it in a table.

    Examples
    --------
    >>> measure(0.15), measure(None)
    ('0.1500', '\u2013')
    """
    return number(value) if value is None or not abs(value) < 1000 else _minus(f"{value:.4f}")


def number(value: float | None) -> str:
    r"""A weight or a measure.

    Examples
    --------
    >>> number(0.12345), number(-12.5), number(1e100), number(None), number(1234.5)
    ('0.123', '\u221212.5', '1e100', '\u2013', '1,234')
    """
    if value is None or not math.isfinite(value):
        return NOTHING
    size = abs(value)
    if size == 0:
        return "0"
    if not 1e-3 <= size < 1e6:
        digits, _, exponent = f"{value:.2e}".partition("e")
        return _minus(f"{digits.rstrip('0').rstrip('.')}e{int(exponent)}")
    decimals = max(0, 2 - math.floor(math.log10(size)))
    text = f"{value:,.{decimals}f}"
    return _minus(text.rstrip("0").rstrip(".") if "." in text else text)


def duration(seconds: float) -> str:
    """Seconds as people say them.

    Examples
    --------
    >>> duration(0.0421), duration(75), duration(7300)
    ('42 ms', '1 min 15 s', '2 h 1 min')
    """
    if seconds < 1:
        return f"{1000 * seconds:.0f} ms"
    if seconds < 59.5:
        return f"{seconds:.3g} s"
    whole = round(seconds)
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600:,} h {whole % 3600 // 60} min"


def size(length: int) -> str:
    """Bytes, in powers of ten.

    Examples
    --------
    >>> size(812), size(5_210_000)
    ('812 bytes', '5.21 MB')
    """
    for scale, unit in ((1e12, "TB"), (1e9, "GB"), (1e6, "MB"), (1e3, "kB")):
        if length >= scale:
            return f"{length / scale:,.3g} {unit}"
    return f"{length} bytes"


def full(name: object) -> str:
    """A name on one line, without characters that control the screen; a whole number is a column.

    Examples
    --------
    >>> full(17), full("a\\nb"), full("free")
    ('column 17', 'a b', 'free')
    """
    if isinstance(name, int) and not isinstance(name, bool):
        return f"column {name}"
    return plain(name)


def plain(value: object) -> str:
    """Any value as one line of text that a browser and a file can hold."""
    text = str(value)
    kept = text if len(text) <= LONGEST_NAME else text[: LONGEST_NAME - 1] + "…"
    return "".join(map(_visible, kept)).strip() or "(empty)"


def short(name: Attribute | str, width: int = 22) -> str:
    """A name that fits in `width` columns of text: its beginning and its end.

    Examples
    --------
    >>> short("a-rather-long-name-of-an-attribute", 16)
    'a-rather…tribute'
    """
    text = full(name)
    if _columns(text) <= width:
        return text
    head, tail = "", ""
    for first, last in zip(text, reversed(text), strict=True):
        if _columns(head + first + tail) >= width:
            break
        head += first
        if _columns(head + last + tail) >= width:
            break
        tail = last + tail
    return f"{head}…{tail}"


def _columns(text: str) -> int:
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)


def _visible(letter: str) -> str:
    if letter.isspace():
        return " "
    return "\ufffd" if unicodedata.category(letter) in ("Cc", "Cf", "Cs") else letter


def _minus(text: str) -> str:
    return text.replace("-", "\u2212") if text.strip("-0.,%") else text.lstrip("-")
