"""The models of a service: from disk, made, removed, challenged; and what goes on by itself.

Everything here runs on one event loop; the writer has a thread of its own beside it, for what may take long.
"""

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from .clock import Clock
from .config import ModelConfig
from .disk import Disk
from .metrics import Metrics
from .model import ServedModel
from .recovery import Recovered, check_models, recover
from .refusals import Refused
from .row_sizes import RowSizes
from .settings import Settings
from .store import ModelRow, Store
from .upkeep import Upkeep
from .writer import GroupWriter

log = logging.getLogger("thresher.service")

DEFAULT = "default"
ENOUGH = 100  # labels after which a challenger may be promoted without asking for it twice


class Models(ABC):
    """The part of a service that has models and a log; see `Service`."""

    def __init__(self, folder: Path, store: Store, settings: Settings) -> None:
        self.folder = folder
        self.store = store
        self.settings = settings
        self.sizes = RowSizes(settings.most_names)
        self.metrics = Metrics()
        self.models: dict[str, ServedModel] = {}
        self.clock = Clock()
        self.disk = Disk(folder, settings.reserve)
        self.writer = GroupWriter(store, self._stop_at_once, self.metrics.group_written)
        self.upkeep = Upkeep(self)
        self.failure: BaseException | None = None
        self.ready = False
        self._next_number = 1

    @abstractmethod
    async def expire(self, model: ServedModel, tickets: Sequence[str], label: Any) -> dict[str, Any]:
        """Gives questions up, which upkeep does when their time is out."""

    # Beginning and end.

    def open(self) -> None:
        """Recovers every model."""
        last = 0
        check_models(self.store)
        for row in self.store.models():
            self._next_number = max(self._next_number, row.number + 1)
            if row.gone is not None:
                continue
            found = self._recovered(row)
            if found is None:
                continue
            for sentence in (*found.damaged, *found.differing):
                log.warning("%s", sentence)
            self.metrics.recovered(row.name, found)
            self.models[row.name] = found.model
            self.upkeep.recovered(found)
            last = max(last, found.model.last_at)
        self.clock = Clock(last)

    def _recovered(self, row: ModelRow) -> Recovered | None:
        """One model; None where it can't be served."""
        return recover(self.store, self.folder, row, let_differ=self.settings.let_differ)

    async def start(self) -> None:
        """Begins to write, to watch the clock and to make snapshots."""
        self.writer.start(asyncio.get_running_loop())
        for name, config in self.settings.models.items():
            if name not in self.models:
                await self.make(name, config)
        self.upkeep.start()
        self.ready = True

    async def close(self) -> None:
        """Finishes the group under way, makes a last snapshot and ends."""
        self.ready = False
        await self.upkeep.close()
        await self.writer.close()
        self.store.close()

    def _stop_at_once(self, error: BaseException) -> None:
        self.failure = error
        self.ready = False
        self.settings.on_failure(error)

    # Models by name.

    def model(self, name: str) -> ServedModel:
        """The model of a name."""
        found = self.models.get(name)
        if found is None:
            raise Refused(404, f"there is no model {name!r}: make it by PUT /v1/models/{name}.")
        return found

    async def model_or_default(self, name: str) -> ServedModel:
        """The model of a name; the one called default is made when it is first used."""
        if name == DEFAULT and name not in self.models:
            self.disk.check()
            await self.make(name, ModelConfig())
        return self.model(name)

    async def make(self, name: str, config: ModelConfig) -> ServedModel:
        """A new model; the same again is no change, another one of that name is refused."""
        known = self.models.get(name)
        if known is not None:
            if known.config != config:
                raise Refused(409, f"there is a model {name!r} of another kind: a challenger can learn beside it.")
            await self.writer.settled()
            return known
        self.writer.check_room()
        if len(self.models) >= self.settings.most_models:
            raise Refused(507, f"there are {len(self.models)} models, and no more are allowed here.")
        model = ServedModel(self._next_number, name, config)
        self._next_number += 1
        self.models[name] = model
        await self.writer.add([model.made(self.clock.now())])
        return model

    async def remove(self, name: str) -> None:
        """A model is no longer served. Its log stays."""
        model = self.model(name)
        self.writer.check_room()
        event = model.gone(self.clock.now())
        del self.models[name]
        await self.writer.add([event])

    def _check_open(self, model: ServedModel, wanted: int = 1) -> None:
        """Refuses before anything is applied."""
        self.writer.check_room(wanted)
        if self.models.get(model.name) is not model:
            raise Refused(404, f"the model {model.name!r} has just been removed.")

    # Challengers.

    async def challenge(self, model: ServedModel, name: str, config: ModelConfig) -> None:
        """Another learner learns beside."""
        self._check_open(model)
        await self.writer.add([model.challenge(name, config, self.clock.now())])

    async def promote(self, model: ServedModel, name: str, *, early: bool = False) -> None:
        """A challenger answers from now on. One that was told far fewer labels than the champion only if `early`."""
        self._check_open(model)
        if not early:
            _check_ripe(model, name)
        await self.writer.add([model.promote(name, self.clock.now())])

    async def withdraw(self, model: ServedModel, name: str) -> None:
        """A challenger leaves."""
        self._check_open(model)
        await self.writer.add([model.withdraw(name, self.clock.now())])


def _check_ripe(model: ServedModel, name: str) -> None:
    """Refuses to promote a challenger that knows little where the champion knows more: it would answer badly."""
    one = model.learners.challengers.get(name)
    if one is None:
        return
    known, champion = one.late.answered, model.late.answered
    if known < min(ENOUGH, champion):
        raise Refused(
            409,
            f"the challenger {name!r} was told {known:,} labels and the champion {champion:,}: it would answer badly. "
            f"Wait until it was told {ENOUGH}, or promote it all the same by ?early=1.",
        )
