"""When this client's own writes ended, in memory of a fixed size. Pure but for its state."""

from __future__ import annotations

import threading
from array import array
from zlib import crc32

_MASK = 2**64 - 1
_NEVER = -(2**63)
_TABLES = 1024

LOST = 60_000_000_000
"""Nanoseconds for which a write that failed may still come into effect."""


class OwnWrites:
    """Times by a hash of table and token.

    Keys that share a place share the later of their times, so that a write may look younger than it
    is and never older. Thread-safe.
    """

    def __init__(self, places: int) -> None:
        """Takes the number of places, a power of two, of eight bytes each."""
        if places < 1 or places & (places - 1):
            raise ValueError(f"The number of remembered writes is {places}; make it a power of two.")
        self._keys = array("q", (_NEVER,)) * places
        self._tables = array("q", (_NEVER,)) * _TABLES
        self._lock = threading.Lock()

    def ended(self, table: str, token: int | None, at: int, failed: bool = False) -> None:
        """Takes in that a write ended; one whose token is not known may be of any key.

        One that failed counts as one that ends only when it is lost for good.
        """
        at += LOST if failed else 0
        with self._lock:
            if token is None:
                _raise(self._tables, _place(table, 0, _TABLES), at)
            else:
                _raise(self._keys, _place(table, token, len(self._keys)), at)

    def age(self, table: str, token: int, now: int) -> int | None:
        """Nanoseconds since the newest write of a key ended; None where there was none."""
        newest = max(
            self._keys[_place(table, token, len(self._keys))],
            self._tables[_place(table, 0, _TABLES)],
        )
        return None if newest == _NEVER else max(0, now - newest)


def _raise(times: array[int], place: int, at: int) -> None:
    if at > times[place]:
        times[place] = at


def _place(table: str, number: int, places: int) -> int:
    """The finaliser of MurmurHash3, so that near tokens are not near places."""
    mixed = (crc32(table.encode()) * 0x9E3779B97F4A7C15 ^ number) & _MASK
    mixed = (mixed ^ mixed >> 33) * 0xFF51AFD7ED558CCD & _MASK
    mixed = (mixed ^ mixed >> 33) * 0xC4CEB9FE1A85EC53 & _MASK
    return (mixed ^ mixed >> 33) & (places - 1)
