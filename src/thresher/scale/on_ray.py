"""Partitions on Ray: actors hold them, and whatever ends an actor, what it had not committed is sent once more.

Ray starts actors again from nothing and may lose what was under way: closing that gap is done here. Every batch that
a worker has not committed is kept; a worker that is lost is made anew, opens its files, says how many events they have,
and gets what is missing.
"""

import itertools
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from .batches import Batch
from .cluster import ClusterError, connected
from .packed import in_pieces
from .partitions import Partitions, Reply
from .ranges import FileRange, shares_together
from .team import Progress, Team

IN_FLIGHT, CALLS = 16, 8
"""So many batches may be under way to one worker, in so many calls."""

TOGETHER, EVENTS = 8, 20_000
"""Batches that go to a worker by one call: a call costs a millisecond of processor time, however little it carries. No
more than about so many events."""

READ = 100_000
"""Events of one call where workers read them, and a call carries no row. Of what came by one call a worker learns one
partition after the other: the more there are, the more often a model is still in the cache when its next row comes."""

_TRIES = 6  # a worker that is lost so often without having learned anything in between is given up


class _Sent(NamedTuple):
    """Batches that follow each other, sent by one call."""

    first: int
    last: int
    share: Any
    where: Any
    commit: bool
    answered: bool
    reads: bool = False  # the worker reads the rows itself
    batches: int = 1

    @staticmethod
    def of(some: Sequence["_Sent"]) -> "_Sent":
        share, last = shares_together([one.share for one in some]), some[-1]
        return last._replace(first=some[0].first, share=share, batches=len(some))


@dataclass
class _Worker:
    numbers: list[int]
    actor: Any = None
    gathered: list[_Sent] = field(default_factory=list)  # to go by one call
    kept: deque[_Sent] = field(default_factory=deque)  # sent and not committed
    under_way: deque[tuple[_Sent, Any]] = field(default_factory=deque)
    reply: Reply | None = None
    lost: int = 0  # times in a row

    @property
    def waiting(self) -> int:
        """Batches that were given and not answered."""
        return len(self.gathered) + sum(sent.batches for sent, _ in self.under_way)

    @property
    def is_due(self) -> bool:
        """Whether what was gathered is to go: it is enough for a call, or the worker has nothing else to do."""
        some = self.gathered
        events = some[-1].last - some[0].first
        if all(one.reads for one in some):
            return events >= READ  # more comes at once: nobody reads rows before
        return not self.under_way or len(some) >= TOGETHER or 2 * events > EVENTS

    @property
    def has_enough(self) -> bool:
        """Whether no more is to be sent now; rows that it reads itself take no room on the way."""
        if len(self.under_way) >= CALLS:
            return True
        return not all(sent.reads for sent, _ in self.under_way) and self.waiting >= IN_FLIGHT


class OnRay(Team):
    """All partitions, held by actors.

    Parameters
    ----------
    make : dict
        What `Partitions` is made with, but for the numbers and memory.
    partitions : int
        How many there are.
    on : str
        Which cluster.
    workers : int or None
        How many actors; None: one a processor of the cluster, but no more than partitions.
    memory : int or None
        Bytes for all workers together.
    every : int
        No more events than these are sent to a worker that were not committed, as long as commits are asked for.
    """

    def __init__(
        self,
        make: dict[str, Any],
        partitions: int,
        on: str,
        workers: int | None,
        memory: int | None,
        every: int = 250_000,
    ) -> None:
        self._ray, self._every = connected(on), every
        self._make, self._memory, self._partitions = make, memory, partitions
        if workers is None:
            workers = int(self._ray.cluster_resources().get("CPU", 1))
        self._workers = [_Worker([]) for _ in range(max(1, min(workers, partitions)))]
        for number in range(partitions):
            self._workers[number % len(self._workers)].numbers.append(number)
        self._replays = 0
        self._owner = {number: worker for worker in self._workers for number in worker.numbers}
        for worker in self._workers:
            self._begin(worker)

    def _begin(self, worker: _Worker) -> None:
        share = None if self._memory is None else max(1, self._memory * len(worker.numbers) // self._partitions)
        actor = self._ray.remote(Partitions).options(
            num_cpus=0, max_restarts=0, scheduling_strategy="SPREAD", enable_task_events=False
        )
        worker.actor = actor.remote(numbers=worker.numbers, memory=share, **self._make)

    # Learning.

    def state(self) -> dict[int, tuple[int, Any]]:
        """Of each partition how many events it learned, and where the stream goes on."""
        found: dict[int, tuple[int, Any]] = {}
        for states in self._ask_all("state"):
            found |= states
        return found

    def advance(self, events: int) -> None:
        """Takes so many events for learned; they are kept as such, so that a lost worker knows it too."""
        if all(known == events for known, _ in self.state().values()):
            return
        for worker in self._workers:
            self._ask(worker, "advance", events)
            self._ask(worker, "commit")

    def send(
        self, batch: Batch, *, commit: bool, answered: bool = False, soon: bool = False
    ) -> Mapping[int, Any] | None:
        """Sends a batch to all workers, with others where they need not go soon; waits where too much is under way, or
        for answers.
        """
        for worker in self._workers:
            self._wait_for_commits(worker, batch.last)
            share = batch.share(worker.numbers)
            reads = isinstance(share, FileRange)
            worker.gathered.append(_Sent(batch.first, batch.last, share, batch.where, commit, answered, reads))
            if commit or answered or soon or worker.is_due:
                self._post_gathered(worker)
        answers: dict[int, Any] = {}
        for worker in self._workers:
            if not answered and worker.has_enough:
                self._settle(worker, (len(worker.under_way) + 1) // 2)  # asking for several costs as much as for one
            while answered and worker.under_way:
                for reply in self._settle(worker):
                    answers |= reply.answers or {}
        return answers if answered else None

    def finish(self, *, commit: bool) -> None:
        """Waits for all that is under way, and has it kept."""
        for worker in self._workers:
            self._settle_all(worker)
        if not commit:
            return
        for worker in self._workers:
            self._ask(worker, "commit")
            worker.kept.clear()

    def go_back(self) -> None:
        """Forgets what was not committed: all workers begin anew with their files."""
        for worker in self._workers:
            self._ray.kill(worker.actor)
            worker.gathered.clear()
            worker.kept.clear()
            worker.under_way.clear()
            worker.reply = None
            self._begin(worker)

    def _wait_for_commits(self, worker: _Worker, last: int) -> None:
        """Until events up to there fit into one interval behind what the worker is known to have committed."""
        while worker.kept and last - worker.kept[0].first > self._every:
            self._post_gathered(worker)
            if not worker.under_way:
                return
            self._settle(worker, len(worker.under_way))

    def _post_gathered(self, worker: _Worker) -> None:
        if not worker.gathered:
            return
        sent = _Sent.of(worker.gathered)
        worker.gathered.clear()
        worker.kept.append(sent)
        self._post(worker, sent)

    def _post(self, worker: _Worker, sent: _Sent) -> None:
        call = worker.actor.learn_pieces.remote(
            sent.first, sent.last, sent.where, sent.commit, sent.answered, *in_pieces(sent.share)
        )
        worker.under_way.append((sent, call))

    def _settle_all(self, worker: _Worker) -> None:
        self._post_gathered(worker)
        while worker.under_way:
            self._settle(worker, len(worker.under_way))

    def _settle(self, worker: _Worker, count: int = 1) -> list[Reply]:
        """The replies to the oldest batches under way; fewer where the worker was lost and got them once more."""
        replies: list[Reply] = []
        try:
            told = self._ray.get([call for _, call in itertools.islice(worker.under_way, count)])
        except self._lost() as error:
            self._revive(worker, error)
            return replies
        for reply in told:
            worker.under_way.popleft()
            if reply.kind == "gap":
                self._replay(worker, reply.events)
                break
            worker.reply, worker.lost = reply, 0
            replies.append(reply)
            while worker.kept and worker.kept[0].last <= reply.committed:
                worker.kept.popleft()
        return replies

    def _lost(self) -> tuple[type[BaseException], ...]:
        errors = self._ray.exceptions
        return (errors.RayActorError, errors.ObjectLostError, errors.NodeDiedError, errors.WorkerCrashedError)

    def _revive(self, worker: _Worker, why: BaseException) -> None:
        """Makes a worker anew and sends what its files lack."""
        while True:
            worker.lost += 1
            if worker.lost > _TRIES:
                told = str(why).partition("\n")[0][:300]
                raise ClusterError(f"a worker was lost {_TRIES} times without getting on: {told}")
            try:
                self._ray.kill(worker.actor)  # it may live beyond a network that broke
                self._begin(worker)
                state = self._ray.get(worker.actor.state.remote())
                break
            except self._lost() as error:
                why = error
        self._replay(worker, min((events for events, _ in state.values()), default=0))

    def _replay(self, worker: _Worker, events: int) -> None:
        """Sends everything behind so many events once more."""
        if worker.kept and worker.kept[0].first > events:
            raise ClusterError(
                f"the files of a worker have {events:,} events where {worker.kept[0].first:,} were committed: "
                "all workers must see the same folder."
            )
        worker.under_way.clear()
        for sent in worker.kept:
            if sent.last > events:
                self._replays += sent.batches
                self._post(worker, sent)

    def reads(self, sizes: Mapping[str, int]) -> bool:
        """Whether workers read files themselves: all of them see the files."""
        return all(self._ask_all("sees", sizes))

    # Asking.

    def _ask(self, worker: _Worker, method: str, *arguments: Any) -> Any:
        """Calls a method when everything that was sent is learned; again where the worker is lost on the way."""
        while True:
            self._settle_all(worker)
            try:
                return self._ray.get(getattr(worker.actor, method).remote(*arguments))
            except self._lost() as error:
                self._revive(worker, error)

    def _ask_all(self, method: str, *arguments: Any) -> list[Any]:
        return [self._ask(worker, method, *arguments) for worker in self._workers]

    def predict(self, parts: Mapping[int, Any]) -> dict[int, Any]:
        """Answers by partition."""
        found: dict[int, Any] = {}
        for worker in self._workers:
            own = {number: parts[number] for number in worker.numbers if number in parts}
            if own:
                found |= self._ask(worker, "predict", own)
        return found

    def model(self, number: int, key: str) -> bytes | None:
        """The saved learner of a key."""
        found: bytes | None = self._ask(self._owner[number], "model", number, key)
        return found

    def keys(self) -> list[str]:
        """All keys."""
        return sorted(key for keys in self._ask_all("keys") for key in keys)

    def digests(self) -> list[tuple[int, bytes]]:
        """Of every bucket."""
        return [part for parts in self._ask_all("digests") for part in parts]

    def figures(self) -> dict[str, int]:
        """What there is, of all workers."""
        all_figures = self._ask_all("figures")
        return {name: sum(figures[name] for figures in all_figures) for name in all_figures[0]}

    def progress(self) -> Progress:
        """How far it is, as far as is known here."""
        replies = [worker.reply for worker in self._workers if worker.reply is not None]
        waiting = sum(worker.waiting for worker in self._workers)
        examples, mistakes = sum(reply.examples for reply in replies), sum(reply.mistakes for reply in replies)
        return Progress(len(self._workers), waiting, self._replays, examples, mistakes)

    @property
    def actors(self) -> list[Any]:
        """The actors, for whoever wants to know where they are."""
        return [worker.actor for worker in self._workers]

    def close(self) -> None:
        """Ends the workers."""
        for worker in self._workers:
            self._ray.kill(worker.actor)
        self._workers = []
