"""`thresher serve`: the label service over one folder, and what is done to that folder beside it."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from ...errors import InputError
from ..options.service import FOLLOW, LISTENING, MODELS, RUNNING, STORE, TELLING, address_of, models_of, settings_of

ASKING = """\b
Example:
  thresher serve mail/ --model mail=auto        # and in another terminal:
  curl -s localhost:8377/v1/models/mail/ask --json '{"x": {"free": 1, "city": "Paris"}, "id": "m-17"}'
  curl -s localhost:8377/v1/models/mail/labels --json '{"ticket": "m-17", "label": "spam"}'
"""

EXAMPLE = """\b
Example:
  thresher serve keys mail/ add app --scopes ask,label > app.key     # for others than this machine
  thresher serve verify mail/
"""


class Serve(click.Group):
    """A folder where no subcommand is named: that one is served."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if args and args[0] not in (*self.commands, "--help", "-h"):
            args = ["run", *args]
        return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """What the service needs is an extra; which one is said, whatever imports it first."""
        try:
            return super().invoke(ctx)
        except ModuleNotFoundError as error:
            if (error.name or "").partition(".")[0] == "thresher":
                raise
            raise InputError(f"the service needs {error.name}, an extra: pip install 'thresher[serve]'.") from None

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        formatter.write_usage(ctx.command_path, "DIR [OPTIONS]  |  COMMAND DIR ...")


@click.group("serve", cls=Serve, epilog=EXAMPLE)
def command() -> None:
    """Answer over HTTP: predict now, learn the label when it comes, lose nothing. `thresher serve run --help` has the
    options.
    """


def _with(options: list[click.Option]) -> Callable[[click.Command], click.Command]:
    """Adds options to a command."""

    def adding(found: click.Command) -> click.Command:
        found.params += options
        return found

    return adding


@_with([*LISTENING, *MODELS, *RUNNING, *STORE, *FOLLOW, *TELLING])
@command.command("run", epilog=ASKING)
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
def run(folder: Path, **given: Any) -> None:
    """Serve DIR, which is made where it is not there."""
    from ...service.json_logs import log_to_stderr
    from ...service.running import run_service

    log_to_stderr(given["log_level"])
    settings, address = settings_of(given, models_of(given)), address_of(given)
    run_service(
        folder,
        settings,
        address,
        follow=given["follow"],
        standby=given["standby"],
        tell=lambda line: click.echo(line, err=True),
    )


@command.command("demo")
@click.option("--into", type=click.Path(path_type=Path), metavar="DIR", help="Keep the log; default: a temporary one.")
@click.option("--port", default=8377, show_default=True, type=click.IntRange(0, 65535), help="0: any.")
@click.option("--rate", default=40.0, show_default=True, type=click.FloatRange(0.1, 2000), help="Questions a second.")
def demo(into: Path | None, port: int, rate: float) -> None:
    """Serve two models of text messages whose labels come late and whose spam changes, and say where to look.

    Ends with Ctrl-C.
    """
    from tempfile import TemporaryDirectory

    from ...service.demo import MODELS as SHOWN
    from ...service.demo import Traffic
    from ...service.running import Address, run_service
    from ...service.settings import Settings

    def beside(host: str, port: int) -> Traffic:
        click.echo(f"open http://{host}:{port}/ in a browser; Ctrl-C ends it", err=True)
        return Traffic(host, port, rate)

    with TemporaryDirectory(prefix="thresher-serve-") as folder:
        settings = Settings(models=SHOWN, snapshot_seconds=30.0)
        address = Address(port=port)
        tell = lambda line: click.echo(line, err=True)  # noqa: E731
        run_service(into or Path(folder), settings, address, follow=False, tell=tell, beside=beside)


@_with(STORE)
@command.command("replay")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path, exists=True))
@click.option("--model", "name", default=None, metavar="NAME", help="One model; default: all.")
@click.option("--until", type=int, metavar="SEQ", help="The last event that counts: the model as it was then.")
@click.option("--from-log", is_flag=True, help="From the log alone, without snapshots.")
@click.option("--out", type=click.Path(path_type=Path), metavar="FILE", help="Save the learner that comes out.")
def replay(
    folder: Path, name: str | None, until: int | None, from_log: bool, out: Path | None, store: str | None
) -> None:
    """Replay the log of DIR, also while it is served: every answer is compared with what was said. Travels back in time
    with --until.
    """
    from ...service.looking import replayed

    for line in replayed(folder, store, name, until=until, snapshots=not from_log, out=out):
        click.echo(line)


@_with(STORE)
@command.command("verify")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path, exists=True))
def verify(folder: Path, store: str | None) -> None:
    """Check every event, snapshot and archive of DIR against its checksum. Exits with 1 if something is damaged."""
    from ...service.looking import verified

    sound = True
    for line, good in verified(folder, store):
        click.echo(line)
        sound = sound and good
    if not sound:
        raise SystemExit(1)


@_with(STORE)
@command.command("backup")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path, exists=True))
@click.argument("into", metavar="COPY", type=click.Path(path_type=Path))
def backup(folder: Path, into: Path, store: str | None) -> None:
    """Copy DIR as it is now into COPY, also while it is served. COPY can be served."""
    from ...service.looking import backed_up

    click.echo(backed_up(folder, store, into), err=True)


@_with(STORE)
@command.command("keys")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.argument("what", metavar="add|end|list", type=click.Choice(["add", "end", "list"]))
@click.argument("name", required=False)
@click.option("--scopes", default="ask,label", show_default=True, help="Of ask, label, read, admin.")
@click.option("--models", default="", help="The models that it is for, with commas; default: all.")
@click.option("--last", is_flag=True, help="End a key also where it is the last: then none is asked for.")
def keys(folder: Path, what: str, name: str | None, scopes: str, models: str, last: bool, store: str | None) -> None:
    """Keys for those who ask from elsewhere. A new key is shown once; only its hash is kept."""
    from ...errors import ParameterError
    from ...service.looking import ended_key, keys_of, made_key

    if what == "list":
        for line in keys_of(folder, store):
            click.echo(line)
        return
    if name is None:
        raise ParameterError("say the name of the key.")
    if what == "add":
        click.echo(made_key(folder, store, name, scopes.split(","), [one for one in models.split(",") if one]))
    else:
        click.echo(ended_key(folder, store, name, last=last), err=True)
