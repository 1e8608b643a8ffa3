"""Consistency levels of reads, and which of two asks for more. Pure."""

from __future__ import annotations

from collections.abc import Iterable

LEVELS = ("LOCAL_ONE", "ONE", "TWO", "THREE", "LOCAL_QUORUM", "QUORUM", "EACH_QUORUM", "ALL")
"""The levels that there are, by their names in CQL. Of equals the later one is taken."""

Replication = tuple[int, ...]
"""Replicas in each data centre; () where that is not known."""

_LOCAL = frozenset(("LOCAL_ONE", "LOCAL_QUORUM"))

_ALWAYS = frozenset(
    (
        ("THREE", "TWO"),
        ("QUORUM", "TWO"),
        ("EACH_QUORUM", "TWO"),
        ("EACH_QUORUM", "LOCAL_QUORUM"),
        ("EACH_QUORUM", "QUORUM"),
    )
)
"""Pairs of which the first is at least the second wherever both can be had at all."""


def at_least(level: str, other: str, replication: Replication) -> bool:
    """Whether reads at a level ask for no fewer replicas than at another.

    False also where that cannot be said: of numbers where the replication is not known, and where
    there are several data centres of a local level and a global one, and of EACH_QUORUM, whose
    replicas are not any of so many.
    """
    if level == other or level == "ALL" or other in ("ONE", "LOCAL_ONE"):
        return True
    if (level, other) in _ALWAYS:
        return True
    if not replication:
        return False
    if len(replication) > 1 and (level in _LOCAL or other in _LOCAL or other == "EACH_QUORUM"):
        return False
    return _replicas(level, replication) >= _replicas(other, replication)


def strongest(levels: Iterable[str], replication: Replication) -> str:
    """The level that is at least each of the others; EACH_QUORUM or ALL where none of them is."""
    found = sorted(set(levels), key=LEVELS.index, reverse=True)
    return next(
        level
        for level in (*found, "EACH_QUORUM", "ALL")
        if all(at_least(level, other, replication) for other in found)
    )


def _replicas(level: str, replication: Replication) -> int:
    every = sum(replication)
    asked = {
        "LOCAL_ONE": 1,
        "ONE": 1,
        "TWO": 2,
        "THREE": 3,
        "LOCAL_QUORUM": every // 2 + 1,
        "QUORUM": every // 2 + 1,
        "EACH_QUORUM": sum(there // 2 + 1 for there in replication),
        "ALL": every,
    }[level]
    return min(asked, every)
