"""The follower: asks for words in the background, and says at which level to read."""

from __future__ import annotations

import copy
import logging
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import MappingProxyType
from typing import Any, Protocol

from .decision import Decision, Rules, decide, seconds
from .levels import LEVELS, Replication, at_least
from .own_writes import OwnWrites
from .store import LevelsTable
from .words import NO_WORDS, Words, is_table, plain, read_words

_log = logging.getLogger("quorate_follow")

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
        # One reference, so that a request sees words and replication of the same read.
        self._known: tuple[Words, Mapping[str, Replication]] = ({}, {})
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
        """A copy of a statement, at its level.

        A key of which not all is bound, once, counts as not known.

        :param table: may be left out for bound statements, which know theirs
        """
        from cassandra import ConsistencyLevel

        name = self.level(table or _table_of(statement), _key_of(statement))
        # A copy, since another thread may read another key with the same statement.
        copied = copy.copy(statement)
        copied.consistency_level = ConsistencyLevel.name_to_value[name]
        return copied

    def wrote(self, table: str, key: Key = None) -> None:
        """To be called when a write of this client has ended, also where it failed: it may be there."""
        self._own.ended(_checked(table), _token(key), time.monotonic_ns())

    @contextmanager
    def writing(self, statement: Any, table: str | None = None) -> Iterator[None]:
        """Remembers that a statement wrote when the block that executes it ends, however it ends.

        :param table: may be left out for bound statements, which know theirs
        """
        name, key = _checked(table or _table_of(statement)), _key_of(statement)
        try:
            yield
        finally:
            self.wrote(name, key)

    def close(self) -> None:
        """Ends the background thread; reads are safe from now on. May be called twice."""
        self._closed.set()
        if self._thread is not threading.current_thread():
            self._thread.join()
        self._known = ({}, {})

    def __enter__(self) -> Follower:
        return self

    def __exit__(self, *raised: object) -> None:
        self.close()

    def _decide(self, table: str, key: Key) -> Decision:
        token = _token(key)
        words, replication = self._known
        keyspace = _checked(table).partition(".")[0]
        rules = Rules(
            self._safe_levels.get(table, self._safe_level),
            self._floor,
            replication.get(keyspace, ()),
        )
        # Asked for in this order, so that a write that ends meanwhile counts.
        now = time.monotonic_ns()
        age = self._own.age(table, token, now)
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
        words = read_words(self._known[0], self._source.rows(), sent, self._data_center)
        keyspaces = {about.partition(".")[0] for about in words}
        replication = {keyspace: self._source.replication(keyspace) for keyspace in keyspaces}
        self._known = (words, replication)
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
    prepared = getattr(statement, "prepared_statement", None)
    key: Key = statement.routing_key
    if prepared is None:
        # Of a batch the driver knows the first key alone.
        return None if hasattr(statement, "batch_type") else key
    names = [column.name for column in prepared.column_metadata]
    indexes = prepared.routing_key_indexes or ()
    # As in IN (?, ?): the driver knows one of several keys.
    if any(names.count(names[index]) > 1 for index in indexes):
        return None
    return key
