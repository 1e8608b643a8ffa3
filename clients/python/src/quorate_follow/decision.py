"""From words to the level of one read, and why. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from .levels import Replication, at_least, strongest
from .words import MS, TableWords, Word


@dataclass(frozen=True)
class Decision:
    """The level of one read.

    `safe` says whether it is the table's safe level that was taken, `because` why, in half a
    sentence.
    """

    level: str
    safe: bool
    because: str

    def sentence(self, table: str) -> str:
        safe = ", its safe level" if self.safe else ""
        return f"{table} is read at {self.level}{safe}: {self.because}."


@dataclass(frozen=True)
class Rules:
    """What the application has said of a table.

    `safe_level` is taken where nobody may be believed, and no word makes a read weaker than `floor`,
    which is at most the safe level whatever the replication.
    """

    safe_level: str
    floor: str
    replication: Replication = ()

    def safe_with(self, words: Iterable[Word]) -> str:
        """The safe level, or what is at least it and those of words."""
        return strongest((self.safe_level, *(word.safe_level for word in words)), self.replication)


@dataclass(frozen=True)
class _Asked:
    level: str
    because: str
    safe: bool = False


def decide(
    words: TableWords, rules: Rules, token: int | None, own_age: int | None, now: int
) -> Decision:
    """The level of a read.

    :param token: of the key that is read; None where it is not known
    :param own_age: nanoseconds since this client's newest write of that key ended; None for never
    :param now: nanoseconds, by the clock that the words were read with
    """
    young = [seen for seen in words.seen if seen.is_young(now)]
    safe = rules.safe_with(seen.word for seen in young or words.seen)
    asked = list(_asked([seen.word for seen in young], rules, token, own_age))
    if words.unreadable:
        row = words.unreadable[0]
        why = f"the row of publisher {row.publisher} cannot be read: {row.why}"
        asked.insert(0, _Asked(safe, why, True))
    elif not young:
        asked.append(_Asked(safe, _why_none_is_young(words, now), True))
    elif token is None:
        asked.append(_Asked(safe, "this key is not known", True))
    level = strongest((each.level for each in asked), rules.replication)
    if not at_least(level, rules.floor, rules.replication):
        weaker, level = level, strongest((level, rules.floor), rules.replication)
        if level == rules.floor:
            return Decision(level, False, f"it is the floor, and {weaker} would be weaker")
        return Decision(level, False, f"{weaker} cannot be compared with the floor {rules.floor}")
    for each in asked:
        if each.level == level:
            return Decision(level, each.safe, each.because)
    names = " and ".join(sorted({each.level for each in asked}))
    return Decision(level, False, f"{names} are asked for, which cannot be compared here")


def seconds(nanos: int) -> str:
    """A length of time for people, in tenths of seconds, rounded down."""
    tenths = max(0, nanos) // 100_000_000
    return f"{tenths // 10}.{tenths % 10} s"


def _why_none_is_young(words: TableWords, now: int) -> str:
    if not words.seen:
        return "no word about it has been read"
    grown = [seen for seen in words.seen if seen.believed and seen.grew is not None]
    if not grown:
        return "no word about it has been seen to be renewed twice"
    newest = max(grown, key=lambda seen: seen.grew or 0)
    holds = seconds(newest.word.valid_ms * MS)
    return f"its newest word is {seconds(now - (newest.grew or 0))} old and holds for {holds}"


def _asked(
    young: list[Word], rules: Rules, token: int | None, own_age: int | None
) -> Iterator[_Asked]:
    """What is asked for, first what says most of this read."""
    for word in young:
        window = word.window_ms * MS
        if own_age is not None and own_age < window:
            ago = f"{seconds(own_age)} ago, less than {seconds(window)}"
            yield _Asked(rules.safe_with((word,)), f"this client wrote this key {ago}", True)
    for word in young:
        if token is None and word.raised:
            because = "some keys are raised, and this one is not known"
        elif token is not None and token in word.raised:
            because = "this key is raised"
        else:
            continue
        yield _told(word, word.raised_level, because, rules)
    for word in young:
        yield _told(word, word.level, f"publisher {word.publisher} says so", rules)


def _told(word: Word, level: str, because: str, rules: Rules) -> _Asked:
    """A level of a word; where it is the word's own safe level, the application's counts too."""
    safe = level == word.safe_level
    return _Asked(rules.safe_with((word,)) if safe else level, because + _reason(word.reason), safe)


def _reason(reason: str) -> str:
    return f": {reason}" if reason else ""
