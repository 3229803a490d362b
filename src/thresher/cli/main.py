"""The group of commands. Data goes to stdout, everything else to stderr."""

import click


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="thresher", prog_name="thresher")
def main() -> None:
    """Learn yes or no from a stream, with the guarantee beside the count."""


@main.command()
@click.option("--trials", default=20_000, show_default=True, help="Examples in the stream.")
@click.option("--shifts", default=3, show_default=True, help="How often the concept shifts.")
@click.option("--noise", default=0.0, show_default=True, help="Share of flipped labels.")
@click.option("--seed", default=0, show_default=True, help="Seed of the stream.")
def demo(trials: int, shifts: int, noise: float, seed: int) -> None:
    """A planted stream that shifts: mistakes beside the bound, and beside a learner that can't track.

    \b
    Example:
      thresher demo --trials 5000 --shifts 1
    """
    from ..errors import ThresherError
    from .demo import run

    try:
        run(trials=trials, shifts=shifts, noise=noise, seed=seed)
    except ThresherError as error:
        raise click.ClickException(str(error)) from None
