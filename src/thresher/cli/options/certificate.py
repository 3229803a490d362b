"""Whether the mistakes are set beside the bounds that apply."""

from dataclasses import dataclass
from typing import ClassVar

import click

from .group import Group, option


@dataclass(frozen=True)
class Certificate(Group):
    """What a certificate is made with."""

    HEADING: ClassVar[str] = "Certificate"

    certify: bool = option(
        "--certify",
        default=False,
        is_flag=True,
        help="Show the mistakes beside every bound that applies; reads the files again. Two labels.",
    )
    comparator: str | None = option(
        "--comparator", type=click.Path(), metavar="FILE.json", help="Certify against this concept, not the best one."
    )
    certify_seconds: float = option("--certify-seconds", default=300.0, help="Time for finding the best concept.")

    @property
    def wanted(self) -> bool:
        """Whether there is to be one."""
        return self.certify or self.comparator is not None
