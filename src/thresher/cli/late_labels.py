"""Who brings late labels: a rule, columns of the table, or a file of their own."""

from dataclasses import replace
from typing import Any

from .options import Request
from .options.reading import WORDS


def deliveries(asked: Request, read: list[Any], on_error: Any) -> tuple[Any, list[Any]]:
    """Who brings the labels, and the instances without the columns that tell when."""
    late = asked.late
    if late.answers is not None:
        from ..evaluation.late.answers import AnswerFile

        answers = _answers(asked, late.answers)
        answers.check()
        file = AnswerFile(answers, read, on_error, id=late.id or "", time=late.time_column)
        return file, list(file.streams)
    from ..evaluation.late.deliveries import Simulated
    from ..evaluation.late.moments import clock_for, keys_of
    from ..evaluation.late.streams import tables_with_times

    delay = late.how_late()
    streams, recall = tables_with_times(read, keys_of(late.time_column, delay), late.time_column)
    return Simulated(clock_for(late.time_column, delay), recall), list(streams)


def _answers(asked: Request, name: str) -> Any:
    """The file of labels, of which ids, times and labels alone are looked at."""
    reading = replace(asked.reading, format=None, text=(), dates=(), categories=(), ignore=(), strict_columns=None)
    without_words: dict[str, Any] = dict.fromkeys(WORDS)
    (source,) = replace(reading, **without_words).sources([name], None)
    return source


def late_loop(name: str, learner: Any, asked: Request, read: list[Any], on_error: Any, watch: Any) -> tuple[Any, Any]:
    """The loop over these files by a learner whose labels come late; and its log, if one is wanted."""
    from ..evaluation.late.contestant import LateContestant
    from ..evaluation.late.evaluate import LateLoop
    from ..late import order_of

    late = asked.few.late(learner, order_of(asked.late.order or "immediate"), asked.late.horizon)
    post, streams = deliveries(asked, read, on_error)
    log = None
    if asked.output.log:
        from ..evaluation import LateLog

        log = LateLog(asked.output.log, late, replace=True)
    return LateLoop([LateContestant(name, late, post, log=log)], streams, on_error, watch=watch), log
