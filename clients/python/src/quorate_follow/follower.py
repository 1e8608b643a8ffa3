"""The follower: asks for words in the background, and says at which level to read."""

from __future__ import annotations

import copy
import logging
import re
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import MappingProxyType
from typing import Any, Protocol

from .clock import Clock
from .decision import Decision, Rules, decide, seconds
from .levels import LEVELS, Replication, at_least
from .own_writes import OwnWrites
from .store import LevelsTable
from .words import NO_WORDS, Words, is_table, plain, read_words

_log = logging.getLogger("quorate_follow")

_SEVERAL = re.compile(r"\b(?:IN|BEGIN)\b", re.IGNORECASE)
"""In statements that may be about several keys, of which the driver knows one."""

Key = bytes | int | None
"""A partition key: as it is sent (the driver's routing key), its token, or None for not known."""


class WordsSource(Protocol):
    """Where words come from: the table of levels."""

    def rows(self) -> list[Mapping[str, Any]]: ...

    def replication(self, keyspace: str) -> Replication: ...


class Follower:
    """The read levels that a Java process publishes, for a client on the stock Python driver.

    Until words are believed, and whenever they are old, unreadable or cannot be had, reads are at
    the application's own safe level. Thread-safe; one background thread, until it is closed.
    """

    def __init__(
        self,
        session: Any,
        safe_level: str,
        *,
        safe_levels: Mapping[str, str] = MappingProxyType({}),
        floor: str = "ONE",
        data_center: str = "",
        table: str = "quorate.levels",
        poll_interval: float = 0.5,
        read_level: str = "QUORUM",
        read_timeout: float = 1.0,
        remembered_writes: int = 65536,
        source: WordsSource | None = None,
    ) -> None:
        """Begins to follow.

        :param session: of the stock driver; its role needs SELECT on the table of levels
        :param safe_level: the level that the application is known to live with
        :param safe_levels: the same of single tables, by `keyspace.table`
        :param floor: no word makes a read weaker; at most each safe level
        :param data_center: the client's own, in a cluster of several; without it words that hold for one
            data centre are not followed
        :param table: of levels, as keyspace.table
        :param poll_interval: seconds between reads of the table of levels
        :param read_level: of these reads; one that overlaps with what publishers write at
        :param read_timeout: seconds after which such a read has failed
        :param remembered_writes: places for own writes, a power of two, of eight bytes each
        :param source: other than the session's table, for tests
        :raises ValueError: for a setting that cannot be, in a sentence
        """
        for level in (safe_level, floor, read_level, *safe_levels.values()):
            if level not in LEVELS:
                raise ValueError(f"{level!r} is no consistency level of reads; take one of {LEVELS}.")
        for level in (safe_level, *safe_levels.values()):
            if not at_least(level, floor, ()):
                raise ValueError(
                    f"The safe level {level} may be weaker than the floor {floor}; lower the floor."
                )
        for name in safe_levels:
            if not is_table(name):
                raise ValueError(f"{name!r} is no table; name it as keyspace.table.")
        if not poll_interval > 0 or not read_timeout > 0:
            raise ValueError("The poll interval and the time-out of a read must be above 0 seconds.")
        self._safe_level = safe_level
        self._safe_levels = dict(safe_levels)
        self._floor = floor
        self._data_center = data_center
        self._own = OwnWrites(remembered_writes)
        self._table = table
        self._interval = poll_interval
        self._source = source or LevelsTable(session, table, read_level, read_timeout)
        # One reference, so that a request sees words, replication and clock of the same read.
        self._known: tuple[Words, Mapping[str, Replication], Clock] = (
            {},
            {},
            Clock(time.monotonic_ns(), time.time_ns()),
        )
        self._read = time.monotonic_ns()
        self._problem: str | None = None
        self._closed = threading.Event()
        self._thread = threading.Thread(target=self._run, name="quorate-follow", daemon=True)
        self._thread.start()

    def level(self, table: str, key: Key = None) -> str:
        """The name of the level at which a key of `keyspace.table` is to be read now."""
        return self._decide(table, key).level

    def explain(self, table: str, key: Key = None) -> str:
        """The same with its reason, as a sentence."""
        sentence = self._decide(table, key).sentence(table)
        problem = self._problem
        if problem is None:
            return sentence
        age = seconds(time.monotonic_ns() - self._read)
        return f"{sentence} {self._table} could not be read for {age}: {problem}."

    def at_level(self, statement: Any, table: str | None = None) -> Any:
        """A copy of a statement that reads within one partition, at its level.

        One that has a level of its own is returned as it is. A key of which not all is bound counts as
        not known, and so do the keys of a statement with IN.

        :param table: may be left out for bound statements, which know theirs
        """
        from cassandra import ConsistencyLevel

        key = _key_of(statement)
        if statement.consistency_level is not None:
            return statement
        name = self.level(table or _table_of(statement), key)
        # A copy, since another thread may read another key with the same statement.
        copied = copy.copy(statement)
        copied.consistency_level = ConsistencyLevel.name_to_value[name]
        return copied

    def wrote(self, table: str, key: Key = None, *, failed: bool = False) -> None:
        """To be called when a write of this client has ended.

        :param failed: whether it failed, and so may come into effect within a minute
        """
        self._own.ended(_checked(table), _token(key), time.monotonic_ns(), failed)

    @contextmanager
    def writing(self, statement: Any, table: str | None = None) -> Iterator[None]:
        """Remembers that a statement wrote when the block that executes it ends, however it ends.

        :param table: may be left out for bound statements, which know theirs
        """
        key = _key_of(statement)
        name = _checked(table or _table_of(statement))
        failed = True
        try:
            yield
            failed = False
        finally:
            self.wrote(name, key, failed=failed)

    def close(self) -> None:
        """Ends the background thread; reads are safe from now on. May be called twice."""
        self._closed.set()
        if self._thread is not threading.current_thread():
            self._thread.join()
        self._known = ({}, {}, self._known[2])

    def __enter__(self) -> Follower:
        return self

    def __exit__(self, *raised: object) -> None:
        self.close()

    def _decide(self, table: str, key: Key) -> Decision:
        token = _token(key)
        words, replication, clock = self._known
        keyspace = _checked(table).partition(".")[0]
        rules = Rules(
            self._safe_levels.get(table, self._safe_level),
            self._floor,
            replication.get(keyspace, ()),
        )
        # Asked for in this order, so that a write that ends meanwhile counts.
        monotonic = time.monotonic_ns()
        age = None if token is None else self._own.age(table, token, monotonic)
        now = clock.now(monotonic, time.time_ns())
        return decide(words.get(table, NO_WORDS), rules, token, age, now)

    def _run(self) -> None:
        while not self._closed.is_set():
            sent = time.monotonic_ns()
            try:
                self._poll(sent)
            except Exception as failure:  # whatever it is, there is no news
                self._failed(failure)
            spent = (time.monotonic_ns() - sent) / 1e9
            self._closed.wait(max(0.0, self._interval - spent))

    def _poll(self, sent: int) -> None:
        clock = self._known[2].then(sent, time.time_ns())
        at = clock.monotonic + clock.slept
        words = read_words(self._known[0], self._source.rows(), at, self._data_center)
        keyspaces = {about.partition(".")[0] for about in words}
        replication = {keyspace: self._source.replication(keyspace) for keyspace in keyspaces}
        self._known = (words, replication, clock)
        self._read = sent
        if self._problem is not None:
            self._problem = None
            _log.info("%s can be read again.", self._table)

    def _failed(self, failure: Exception) -> None:
        problem = plain(f"{type(failure).__name__}: {failure}")
        if self._problem is None:
            _log.warning("%s cannot be read: %s", self._table, problem)
        self._problem = problem


def _checked(table: str) -> str:
    if not is_table(table):
        raise ValueError(f"{table!r} is no table; name it as keyspace.table.")
    return table


def _token(key: Key) -> int | None:
    if key is None or isinstance(key, int):
        return key
    from cassandra.metadata import Murmur3Token

    return Murmur3Token.hash_fn(key) if key else None


def _table_of(statement: Any) -> str:
    prepared = getattr(statement, "prepared_statement", None)
    columns = getattr(prepared, "column_metadata", None)
    if not columns:
        raise ValueError("A statement that is not bound does not know its table; name it.")
    return f"{columns[0].keyspace_name}.{columns[0].table_name}"


def _key_of(statement: Any) -> Key:
    if not hasattr(statement, "routing_key"):
        raise ValueError(f"{statement!r} cannot be executed as it is; bind it, or make a SimpleStatement of it.")
    # Of a batch, which has no text, the driver knows the first key alone.
    text = getattr(getattr(statement, "prepared_statement", statement), "query_string", None)
    key: Key = statement.routing_key
    return None if text is None or _SEVERAL.search(text) else key
