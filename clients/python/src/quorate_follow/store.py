"""The table of levels, as it is read with the driver."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from .levels import Replication
from .words import COLUMNS, is_table

MOST_ROWS = 1000
MOST_BYTES = 1 << 20
_PAGE = 10


class TooMuch(Exception):
    """The table holds more than a follower reads."""


class LevelsTable:
    """Reads the whole partition, as far as it is no longer than it may be."""

    def __init__(self, session: Any, table: str, level: str, timeout: float) -> None:
        from cassandra import ConsistencyLevel
        from cassandra.policies import FallthroughRetryPolicy
        from cassandra.query import SimpleStatement

        if not is_table(table):
            raise ValueError(f"The table of levels is {table!r}; name it as keyspace.table.")
        keyspace, name = table.split(".")
        self._session = session
        self._timeout = timeout
        self._table = table
        # No other level than this one, whatever policy the session has.
        self._statement = SimpleStatement(
            f'SELECT {", ".join(COLUMNS)} FROM "{keyspace}"."{name}" WHERE part = 0',
            consistency_level=ConsistencyLevel.name_to_value[level],
            fetch_size=_PAGE,
            retry_policy=FallthroughRetryPolicy(),
            is_idempotent=True,
        )

    def rows(self) -> list[Mapping[str, Any]]:
        """All rows; raises what the driver raises, and TooMuch."""
        deadline = time.monotonic() + self._timeout
        result = self._session.execute(self._statement, timeout=self._timeout)
        rows: list[Mapping[str, Any]] = []
        size = 0
        while True:
            for values in result.current_rows:
                row = _named(values)
                size += sum(len(text.encode()) for text in row.values() if isinstance(text, str))
                rows.append(row)
                if len(rows) > MOST_ROWS or size > MOST_BYTES:
                    raise TooMuch(
                        f"{self._table} has more than {MOST_ROWS} rows or {MOST_BYTES} bytes;"
                        " see who writes to it"
                    )
            if not result.has_more_pages:
                return rows
            if time.monotonic() > deadline:
                raise TimeoutError(f"{self._table} could not be read within {self._timeout} s")
            result.fetch_next_page()

    def replication(self, keyspace: str) -> Replication:
        """How a keyspace is replicated, by what the driver knows; () where it knows nothing."""
        known = self._session.cluster.metadata.keyspaces.get(keyspace)
        strategy = getattr(known, "replication_strategy", None)
        each = getattr(strategy, "dc_replication_factors", None)
        if each is None:
            each = {"": getattr(strategy, "replication_factor", 0)}
        return tuple(int(replicas) for replicas in each.values() if int(replicas) > 0)


def _named(values: Any) -> Mapping[str, Any]:
    """A row of whichever of the driver's factories the application has chosen."""
    return values if isinstance(values, Mapping) else dict(zip(COLUMNS, values, strict=True))
