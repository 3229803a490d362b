"""What a request becomes on its way: sources, learners, the loop over them; and how it ended."""

import contextlib
from dataclasses import dataclass, field
from typing import Any

from ..errors import ParameterError, ThresherError
from .options import Request
from .saved_models import bits_of, load_model, rows_in


@dataclass
class Ending:
    """How a run ended: why before the end of the files, if so."""

    why: str | None = None
    trouble: ThresherError | None = None
    unwritten: OSError | None = None  # answers could not be written: nobody reads them, or the disk is full

    @property
    def complete(self) -> bool:
        """Whether all was read that was to be read."""
        return self.why in (None, "early")


@dataclass
class Job:
    """What a request has become so far."""

    asked: Request
    resumed: Any = None  # the model to go on with
    remembered: dict[str, Any] = field(default_factory=dict)  # beside it: how far it read its files, and how
    sources: list[Any] = field(default_factory=list)
    tests: list[Any] = field(default_factory=list)
    learners: list[tuple[str, Any]] = field(default_factory=list)  # with the names that they are shown by
    loop: Any = None
    test_curve: Any = None  # of the test file, where it is wanted
    watch: Any = None
    log: Any = None
    comparator: Any = None  # the concept to certify against, if one was given
    note: str = ""  # what else should be known of the model that was saved
    left_alone: str = ""  # that a model was not written over, where nothing was learned

    @property
    def learner(self) -> Any:
        """The one that goes on, as it is now."""
        return self.loop.contestants[0].learner

    @property
    def has_learned(self) -> bool:
        """Whether this run learned anything so far."""
        return bool(self.loop.contestants[0].measures.examples)

    def open_sources(self, closing: contextlib.ExitStack) -> None:
        """The files. Reading begins at once, before all that has to be imported to make a learner."""
        asked = self.asked
        if asked.certificate.comparator is not None:
            from .theory.certifying import read_comparator

            self.comparator = read_comparator(asked.certificate.comparator)
        bits = asked.learners[0].bits
        if asked.output.resume:
            self.resumed, self.remembered = load_model(asked.output.resume)
            if self.remembered.get("reading", {}).get("multilabel"):
                raise ParameterError(f"{asked.output.resume} has learned several labels at once: say --multilabel.")
            bits = bits_of(self.resumed)
        known = self.remembered.get("reading"), rows_in(self.resumed)
        self.sources = list(asked.reading.sources(asked.files, bits, *known))
        self.tests = list(asked.reading.sources([asked.passes.test], bits, *known)) if asked.passes.test else []
        if not asked.late.wanted and self.resumed is None:
            self.sources[0] = self.sources[0].head_start()
            closing.callback(self.sources[0].close)
        for source in [*self.sources, *self.tests]:
            source.check()  # what can't be read is an error before anything is learned
        if asked.passes.shuffle is not None:
            from ..streams import Shuffled

            self.sources = [Shuffled(*self.sources, seed=asked.passes.shuffle, memory=asked.passes.shuffle_memory)]

    def make_learners(self) -> None:
        """New ones, or the one to go on with."""
        from ..learners import spell

        made = [self.resumed] if self.resumed is not None else [w.make(self.asked.labels) for w in self.asked.learners]
        self._tell_columns(made)
        if not self.asked.late.wanted:  # else they go around the learner together
            made = [self.asked.few.around(learner) for learner in made]
        shown = [wanted.shown for wanted in self.asked.learners]
        self.learners = [
            (name or spell(type(getattr(learner, "learner", learner))), learner)
            for name, learner in zip(shown, made, strict=True)
        ]

    def _tell_columns(self, learners: list[Any]) -> None:
        """What the columns of the files mean, so that the model knows it wherever it is asked."""
        for rows in [source.rows for source in self.sources if source.rows is not None][:1]:
            for learner in learners:
                learner.row_reader.take(rows.without(self.asked.late.columns))

    def make_loop(self, closing: contextlib.ExitStack) -> None:
        """Everything that goes over the files together."""
        from ..evaluation.on_error import OnError
        from ..evaluation.progressive import check_options
        from .output.progress import watch_for

        passes = self.asked.passes
        check_options(self.sources, passes.passes, passes.holdout, passes.patience)
        on_error = OnError(self.asked.reading.on_error)
        closing.callback(on_error.close)
        self.watch = watch_for(self.sources, passes.passes, quiet=self.asked.output.quiet)
        if self.asked.late.wanted:
            from .late_labels import late_loop

            ((name, learner),) = self.learners
            self.loop, self.log = late_loop(name, learner, self.asked, self.sources, on_error, self.watch)
        else:
            from ..evaluation.loop import Loop

            self.loop = Loop(self._contestants(), self.sources, on_error, passes.holdout, self.watch)
            self._test_on_the_way()
            self._write_answers(closing)

    def _test_on_the_way(self) -> None:
        """The test file, every so many examples, where that is wanted."""
        from ..evaluation.progressive import judge
        from ..evaluation.tests_on_the_way import curve_on

        test = self.tests[0] if self.tests else None
        self.test_curve = curve_on(test, self.asked.passes.test_every, self.loop, judge)

    def _write_answers(self, closing: contextlib.ExitStack) -> None:
        """Each answer goes out as soon as it is known."""
        if not self.asked.predictions.wanted:
            return
        from .output.predictions import AnswerWriter

        answers = AnswerWriter(
            self.asked.predictions, self.learner, self.remembered, answers_errors=self.loop.on_error.answers
        )
        closing.callback(answers.close)
        self.loop.listener = self.loop.contestants[0].listener = answers

    def _contestants(self) -> list[Any]:
        from ..evaluation.contestant import Contestant

        output = self.asked.output
        if output.log:
            from ..evaluation import EventLog

            self.log = EventLog(output.log, self.learners[0][1])
        measured = output.pictured or output.measures or output.cost is not None or self.asked.compared
        return [
            Contestant(name, learner, measures=measured, trace=output.pictured, log=self.log, costs=output.cost)
            for name, learner in self.learners
        ]
