"""The rule for a row, written plainly: what the core must make of every cell, from every door.

A row is a dict of cells: texts, numbers, truths, None, dates, lists of them and dicts within dicts.
"""

import math
import re
from datetime import UTC, date, datetime
from decimal import Decimal

from thresher.data import Rows

LARGEST = 1e150
TRUTHS = {"true": 1.0, "True": 1.0, "TRUE": 1.0, "false": 0.0, "False": 0.0, "FALSE": 0.0}
NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", re.ASCII)
WEEKDAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
MONTHS = ["january", "february", "march", "april", "may", "june"]
MONTHS += ["july", "august", "september", "october", "november", "december"]
WORDS = object()
"""Instead of a column: a word that stands by itself."""


class Refused(Exception):
    """A row that is none."""


def read(row, rows=None):
    """(attributes, label, weight, tag) of a row."""
    return Reading(Rows(label="") if rows is None else rows).row(row)


def member(row, name):
    """The member of this name; "a.b" is b of a, and members of `features` at the top have their own names."""
    found = list(members(row, name, is_top=True))
    if len(found) > 1:
        raise Refused(f"{name} is given twice")
    return found[0] if found else None


def members(row, name, *, is_top=False):
    if name in row:
        yield row[name]
    if is_top and isinstance(row.get("features"), dict):
        yield from members(row["features"], name)
    for dot in [place for place, letter in enumerate(name) if letter == "."]:
        inner = row.get(name[:dot])
        if isinstance(inner, dict) and not (is_top and name[:dot] == "features"):
            yield from members(inner, name[dot + 1 :])


class Reading:
    def __init__(self, rows):
        self.rows = rows
        self.roles = dict(rows.roles())
        self.found = []  # (column or WORDS, attribute, value)

    def row(self, row):
        rows = self.rows
        label = self.label(member(row, rows.label)) if rows.label else None
        weight = self.weight(member(row, rows.weight)) if rows.weight else 1.0
        tag = self.text(member(row, rows.tag)) if rows.tag else ""
        self.heads = {rows.label, rows.weight, rows.tag} - {"", None}
        self.members(row, "", 1)
        others = {name for column, name, _ in self.found if column is not WORDS}
        x = {}
        for column, name, value in self.found:
            if column is WORDS and name in others:
                name = f"{self.rows.text[0]}={name}"
            if name in x:
                raise Refused(f"{name} is given twice")
            x[name] = value
        return x, label, weight, tag

    def members(self, row, prefix, depth):
        for key, cell in row.items():
            name = prefix + key
            if self.roles.get(name) == "ignore" or name in self.heads:
                continue
            if isinstance(cell, dict):
                if depth == 8:
                    raise Refused("too deep")
                self.members(cell, "" if depth == 1 and key == "features" else f"{name}.", depth + 1)
            elif isinstance(cell, list):
                self.list(name, cell)
            else:
                self.cell(name, cell)

    def cell(self, name, cell):
        role = self.roles.get(name)
        if self.is_missing(cell, role):
            return
        if role == "categories":
            self.add(name, f"{name}={self.text(cell)}", 1.0)
        elif role == "text":
            self.words(name, [self.text(cell)])
        elif role == "dates" or isinstance(cell, date):
            self.date(name, cell)
        elif isinstance(cell, str):
            self.plain_text(name, cell.strip())
        else:
            self.add(name, name, number(cell))

    def plain_text(self, name, text):
        if is_number(text):
            self.add(name, name, float(text))
        elif text in TRUTHS:
            self.add(name, name, TRUTHS[text])
        elif text.lower() in ("nan", "+nan", "-nan"):
            pass
        elif text.lower().lstrip("+-") in ("inf", "infinity") and len(text.lstrip("+-")) >= len(text) - 1:
            raise Refused("infinite")
        else:
            self.add(name, f"{name}={text}", 1.0)

    def list(self, name, cells):
        role = self.roles.get(name)
        if role == "dates":
            raise Refused("a list of dates")
        kept = [cell for cell in cells if not self.is_missing(cell, role)]
        if role is None and not all(isinstance(cell, str) for cell in kept):
            raise Refused("a list of something else than texts")
        if any(isinstance(cell, (list, dict)) for cell in kept):
            raise Refused("a list within a list")
        if role == "text":
            return self.words(name, [self.text(cell) for cell in kept])
        for text in dict.fromkeys(self.text(cell) for cell in kept):
            self.add(name, f"{name}={text}", 1.0)
        return None

    def words(self, name, texts):
        several, options = len(self.rows.text) > 1, self.rows.words
        found = {}
        for text in texts:
            for word, count in options(text).items():
                found[word] = found.get(word, 0) + count if options.counts else 1
        for word, count in found.items():
            self.add(name if several else WORDS, f"{name}={word}" if several else word, float(count))

    def date(self, name, cell):
        if isinstance(cell, str):
            try:
                cell = datetime.fromisoformat(cell.strip())
            except ValueError:
                raise Refused("no date") from None
        if not isinstance(cell, date):
            raise Refused("no date")
        moment = cell if isinstance(cell, datetime) else datetime(cell.year, cell.month, cell.day)
        moment = (moment.astimezone(UTC) if moment.tzinfo else moment).replace(tzinfo=None)
        passed = moment - datetime(1970, 1, 1)
        seconds = passed.seconds + passed.microseconds * 1000 * 1e-9
        if passed.seconds or passed.microseconds:
            self.add(name, f"{name}.hour={moment.hour}", 1.0)
        self.add(name, f"{name}.weekday={WEEKDAYS[moment.weekday()]}", 1.0)
        self.add(name, f"{name}.month={MONTHS[moment.month - 1]}", 1.0)
        self.add(name, f"{name}.days", passed.days + seconds / 86400)

    def add(self, column, name, value):
        if value:
            self.found.append((column, name, float(value)))

    def is_missing(self, cell, role=None):
        if cell is None or (isinstance(cell, (float, Decimal)) and math.isnan(cell)):
            return True
        if not isinstance(cell, str):
            return False
        text = cell.strip()
        return text == "" or (role != "text" and text in self.rows.missing_words)

    def label(self, cell):
        if isinstance(cell, (list, dict)):
            raise Refused("a label is a text or a number")
        if self.is_missing(cell) or (isinstance(cell, str) and cell.strip().lower() in ("nan", "+nan", "-nan")):
            return None
        text = cell.strip() if isinstance(cell, str) else self.text(cell)
        if text in TRUTHS:
            return TRUTHS[text]
        if text.lower().lstrip("+-") in ("inf", "infinity"):
            raise Refused("infinite")
        if not isinstance(cell, str) and NUMBER.fullmatch(text):
            number(float(text))
        return float(text) if is_number(text) and abs(float(text)) < 2**53 else text

    def weight(self, cell):
        if isinstance(cell, str) and NUMBER.fullmatch(cell.strip()):
            cell = float(cell.strip())
        if isinstance(cell, (int, float)) and not isinstance(cell, bool) and 0 <= cell <= 1e100:
            return float(cell)
        raise Refused("no weight")

    def text(self, cell):
        if cell is None:
            return ""
        if isinstance(cell, str):
            return cell.strip()
        if isinstance(cell, bool):
            return "true" if cell else "false"
        if isinstance(cell, (list, dict)):
            raise Refused("a list or an object")
        if not isinstance(cell, int):
            number(cell)
        return str(cell)


def is_number(text):
    """Whether a text is a number; one that is too large is none, but an id that looks like it."""
    return NUMBER.fullmatch(text) is not None and abs(float(text)) <= LARGEST


def number(value):
    """A finite number of a usual size."""
    if not -LARGEST <= value <= LARGEST:
        raise Refused("too large")
    return float(value)
