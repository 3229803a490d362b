"""Who may do what: bearer keys, of which only hashes are kept."""

import hashlib
import hmac
import logging
import secrets
import time
from collections.abc import Sequence

from ..errors import ParameterError
from .refusals import Refused
from .store import KeyRow, Store

log = logging.getLogger("thresher.service")

SCOPES = ("ask", "label", "read", "admin")
PREFIX = "thr_"
EVERY = 2.0  # seconds after which the list is read again


class Key:
    """One that is valid: its name, what it allows, and of which models (none: of all)."""

    def __init__(self, row: KeyRow) -> None:
        scopes, _, models = row.scopes.partition(";")
        self.hash = row.hash
        self.name = row.name
        self.scopes = frozenset(scopes.split(","))
        self.models = frozenset(models.split(",")) if models else frozenset()

    def allows(self, scope: str, model: str) -> bool:
        """Whether it may. Admin may everything; a key of some models nothing that is about all."""
        if self.models and model not in self.models:
            return False
        return scope in self.scopes or "admin" in self.scopes


class Keys:
    """The keys of a service, read again now and then: they can be made and ended while it runs.

    Parameters
    ----------
    store : Store
        Where they are.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._found: dict[str, Key] = {}
        self._were_there = False
        self.shut = False  # the last key was ended while it ran: that opens nothing
        self._read()

    @property
    def valid(self) -> dict[str, Key]:
        """By hash."""
        if time.monotonic() - self._read_at >= EVERY:
            self._read()
        return self._found

    def _read(self) -> None:
        self._found = {row.hash: Key(row) for row in self._store.valid_keys()}
        self._read_at = time.monotonic()
        if self._were_there and not self._found and not self.shut:
            log.error("the last key was ended: nobody is answered until there is a key, or until a new start")
        self.shut = self._were_there and not self._found
        self._were_there = self._were_there or bool(self._found)

    @property
    def wanted(self) -> bool:
        """Whether a key is asked for: where there are some, and where there were some until now."""
        return bool(self.valid) or self.shut

    def check(self, header: bytes | None, scope: str, model: str) -> Key | None:
        """The key of a request; None where there are no keys at all.

        Raises
        ------
        Refused
            Without a valid key (401), or if it does not allow this (403).
        """
        key = self.known(header)
        if key is not None:
            check_allowed(key, scope, model)
        return key

    def known(self, header: bytes | None) -> Key | None:
        """The key of a request, whatever it allows; None where there are no keys at all.

        Raises
        ------
        Refused
            Without a valid key (401).
        """
        if not self.wanted:
            return None
        valid = self.valid
        if not valid:
            raise Refused(401, "the last key was ended: make one, by thresher serve keys DIR add NAME.")
        kind, _, token = (header or b"").partition(b" ")
        if kind.lower() != b"bearer" or not token:
            raise Refused(401, "send a key: Authorization: Bearer thr_...")
        given = hashed(token.strip().decode("latin-1"))
        key = next((known for known in valid.values() if hmac.compare_digest(known.hash, given)), None)
        if key is None:
            raise Refused(401, "this key is not valid.")
        return key


def check_allowed(key: Key, scope: str, model: str) -> None:
    """Refuses what a key does not allow (403)."""
    if not key.allows(scope, model):
        of = f" of {model!r}" if model else ""
        raise Refused(403, f"the key {key.name!r} does not allow {scope}{of}.")


def hashed(token: str) -> str:
    """What is kept of a key. It is random and long, so one round is enough."""
    return hashlib.sha256(token.encode()).hexdigest()


def new_key(name: str, scopes: Sequence[str], models: Sequence[str] = ()) -> tuple[str, KeyRow]:
    """A key, to be shown once, and what is kept of it.

    Parameters
    ----------
    name : str
        For people.
    scopes : sequence of str
        Of `SCOPES`.
    models : sequence of str, optional
        The models that it is for; default: all.
    """
    unknown = [scope for scope in scopes if scope not in SCOPES]
    if unknown or not scopes:
        raise ParameterError(f"there is no scope {unknown[0] if unknown else ''!r}; there are {', '.join(SCOPES)}.")
    token = PREFIX + secrets.token_urlsafe(32)
    allowed = ",".join(scopes) + (";" + ",".join(models) if models else "")
    return token, KeyRow(hashed(token), name, allowed, time.time_ns() // 1000, None)
