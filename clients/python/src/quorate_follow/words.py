"""Words: rows of the table of levels, as they are read and believed. Pure.

Nothing of a row is trusted: what is beyond its bounds makes the row unreadable, and reads of its
table safe for as long as it is there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeGuard

from .levels import LEVELS
from .ranges import TokenRanges

COLUMNS = (
    "about",
    "publisher",
    "format",
    "sequence",
    "valid_ms",
    "level",
    "safe_level",
    "window_ms",
    "raised",
    "raised_level",
    "data_center",
    "reason",
)
"""The columns that a row is read from, in this order."""

FORMAT = 1
MOST_REASON = 500
"""Characters of a reason that are shown."""

MS = 1_000_000
"""Nanoseconds of a millisecond."""

_TABLE = re.compile(r"[A-Za-z0-9_]{1,222}\.[A-Za-z0-9_]{1,222}")
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]")
_BOUNDS = {"sequence": (1, 2**63 - 1), "valid_ms": (100, 60_000), "window_ms": (0, 600_000)}


@dataclass(frozen=True)
class Word:
    """What one publisher says about one table."""

    about: str
    publisher: str
    sequence: int
    valid_ms: int
    level: str
    safe_level: str
    window_ms: int
    raised: TokenRanges
    raised_level: str
    reason: str


@dataclass(frozen=True)
class Unreadable:
    """A row of which something is beyond its bounds."""

    about: str
    publisher: str
    why: str


@dataclass(frozen=True)
class Seen:
    """A word, and how its sequence was seen to grow, in nanoseconds of the follower's own clock."""

    word: Word
    grew: int | None = None
    """When the read was sent that showed the newest sequence; None before it has grown."""
    believed: bool = False
    """Whether it had also grown no longer before that than a word holds."""

    def then(self, word: Word, sent: int) -> Seen:
        """This, after a read that was sent then has shown a word of the same publisher."""
        if word.sequence <= self.word.sequence:
            return self
        again = self.grew is not None and sent - self.grew <= self.word.valid_ms * MS
        return Seen(word, sent, again)

    def is_young(self, now: int) -> bool:
        return self.believed and self.grew is not None and now - self.grew < self.word.valid_ms * MS


@dataclass(frozen=True)
class TableWords:
    """All words about one table, in the order of their publishers."""

    seen: tuple[Seen, ...] = ()
    unreadable: tuple[Unreadable, ...] = ()


NO_WORDS = TableWords()

Words = Mapping[str, TableWords]
"""The words about each table, by `keyspace.table`."""


def read_words(
    before: Words, rows: Iterable[Mapping[str, Any]], sent: int, data_center: str
) -> Words:
    """The words after a read of the whole partition that was sent then.

    What was not read is forgotten, so that it is believed anew when it comes back.

    :param data_center: of the client, whose words count beside those for all; empty for none
    """
    known = {
        (seen.word.about, seen.word.publisher): seen
        for words in before.values()
        for seen in words.seen
    }
    seen_of: dict[str, list[Seen]] = {}
    unreadable_of: dict[str, list[Unreadable]] = {}
    for row in rows:
        earlier = known.get((str(row.get("about")), str(row.get("publisher"))))
        word = read_row(row, data_center, earlier.word if earlier else None)
        if isinstance(word, Word):
            seen = earlier.then(word, sent) if earlier else Seen(word)
            seen_of.setdefault(word.about, []).append(seen)
        elif word is not None:
            unreadable_of.setdefault(word.about, []).append(word)
    return {
        about: TableWords(
            tuple(sorted(seen_of.get(about, ()), key=lambda seen: seen.word.publisher)),
            tuple(sorted(unreadable_of.get(about, ()), key=lambda row: row.publisher)),
        )
        for about in seen_of.keys() | unreadable_of.keys()
    }


def read_row(
    row: Mapping[str, Any], data_center: str, earlier: Word | None = None
) -> Word | Unreadable | None:
    """The word of a row.

    None for one of another format, for clients of another data centre, or about what can be no table.

    :param earlier: of the same publisher, whose ranges are not read again where they are the same
    """
    about, publisher = row.get("about"), str(row.get("publisher"))
    if not is_table(about) or not _is_number(row.get("format")) or row["format"] != FORMAT:
        return None
    try:
        if _text(row, "data_center") not in ("", data_center):
            return None
        return _word(about, publisher, row, earlier)
    except ValueError as wrong:
        return Unreadable(about, publisher, str(wrong))


def is_table(name: object) -> TypeGuard[str]:
    """Whether something can be `keyspace.table`, as they are named, without quotes."""
    return isinstance(name, str) and _TABLE.fullmatch(name) is not None


def plain(text: str) -> str:
    """A text of others on one line, at most so long, and without a full stop at its end."""
    cut = text[:MOST_REASON] + ("…" if len(text) > MOST_REASON else "")
    return _CONTROL.sub(" ", cut).strip(" ").rstrip(".")


def _word(about: str, publisher: str, row: Mapping[str, Any], earlier: Word | None) -> Word:
    sequence, valid_ms, window_ms = (_number(row, column) for column in _BOUNDS)
    level, safe_level = _level(row, "level"), _level(row, "safe_level")
    ranges = _text(row, "raised")
    if earlier is not None and earlier.raised.text == ranges:
        raised = earlier.raised
    else:
        raised = TokenRanges.parse(ranges)
    raised_level = _level(row, "raised_level") if raised else level
    reason = plain(_text(row, "reason"))
    return Word(
        about,
        publisher,
        sequence,
        valid_ms,
        level,
        safe_level,
        window_ms,
        raised,
        raised_level,
        reason,
    )


def _is_number(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


def _number(row: Mapping[str, Any], column: str) -> int:
    value = row.get(column)
    if value is None:
        raise ValueError(f"{column} is missing")
    if not _is_number(value):
        raise ValueError(f"{column} is no number")
    least, most = _BOUNDS[column]
    if not least <= value <= most:
        raise ValueError(f"{column} is {value}, not {least} to {most}")
    return value


def _text(row: Mapping[str, Any], column: str) -> str:
    value = row.get(column)
    if value is None:
        raise ValueError(f"{column} is missing")
    if not isinstance(value, str):
        raise ValueError(f"{column} is no text")
    return value


def _level(row: Mapping[str, Any], column: str) -> str:
    level = _text(row, column)
    if level not in LEVELS:
        raise ValueError(f"{column} is no consistency level of reads")
    return level
