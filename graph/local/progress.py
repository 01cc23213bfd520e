"""What a waiting person is told while the private Neo4j is fetched and started."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, TypeAlias


@dataclass(frozen=True, slots=True)
class Progress:
    """One step forward.

    Attributes:
        stage: `fetch` counts bytes of jars, `start` counts seconds of the time allowed.
        done: So far, in the stage's unit; never more than `total`.
        total: In all, in the stage's unit.
    """

    stage: Literal["fetch", "start"]
    done: int
    total: int


Report: TypeAlias = Callable[[Progress], None]


def quiet(_progress: Progress) -> None:
    """Report to nobody."""
