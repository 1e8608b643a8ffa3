"""Time that goes on while the machine is suspended. Pure."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Clock:
    """Goes by the monotonic clock, and by the wall clock where that says that more time has passed.

    The monotonic one may stand still while a machine is suspended. A wall clock that is set back
    changes nothing, and one that is set forward lets words look older than they are. In nanoseconds.
    """

    monotonic: int
    wall: int
    slept: int = 0

    def now(self, monotonic: int, wall: int) -> int:
        """The time when both clocks are at these."""
        return monotonic + self.slept + max(0, wall - self.wall - (monotonic - self.monotonic))

    def then(self, monotonic: int, wall: int) -> Clock:
        """This clock, which compares the two from there on."""
        return Clock(monotonic, wall, self.now(monotonic, wall) - monotonic)
