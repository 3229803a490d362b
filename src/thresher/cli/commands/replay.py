"""`thresher replay`: does an event log come to the same model?"""

import json

import click

from ..checks import check_written
from ..output.words import some

EXAMPLE = """\b
Example:
  printf '1 | free money\\n-1 | lunch at noon\\n' | thresher learn - --format vw --log mail.log
  thresher replay mail.log
"""


@click.command("replay", epilog=EXAMPLE)
@click.argument("log", metavar="LOG")
@click.option("--from", "start", metavar="MODEL", help="The model as it was when the log began, if it was not new.")
@click.option("--model", metavar="OUT", help="Save the model that comes out.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object on stdout.")
def command(log: str, start: str | None, model: str | None, as_json: bool) -> None:
    """Replay an event log: every question asked and every label given again, in order. Exits with 1 if a prediction or
    the final model differs.
    """
    from ...errors import InputError
    from ...evaluation import replay
    from ...learners import load

    check_written([model] if model else [], [log, start])
    try:
        outcome = replay(log, load(start) if start else None)
    except OSError as error:
        raise InputError(f"{error.filename}: can't be opened: {error.strerror}.") from None
    if model:
        outcome.learner.save(model)
    same = outcome.same_digest is not False and outcome.differing_predictions == 0
    if as_json:
        record = {
            "events": outcome.events,
            "examples": outcome.examples,
            "mistakes": outcome.mistakes,
            "complete": outcome.complete,
            "same_digest": outcome.same_digest,
            "differing_predictions": outcome.differing_predictions,
            "digest": outcome.learner.digest(),
        }
        click.echo(json.dumps(record))
    else:
        counts = {"event": outcome.events, "example": outcome.examples, "mistake": outcome.mistakes}
        click.echo(", ".join(some(count, noun) for noun, count in counts.items()), err=True)
        if not outcome.complete:
            click.echo("the log breaks off before its end", err=True)
        click.echo("the same predictions and the same model" if same else "NOT the same", err=True)
    if not same:
        raise SystemExit(1)
