"""What depends on the driver, without a cluster."""

import time
import unittest
from collections import namedtuple
from types import SimpleNamespace

from .test_cases import CASES
from .test_words import ROW

try:
    from cassandra import ConsistencyLevel
    from cassandra.metadata import Murmur3Token, NetworkTopologyStrategy, SimpleStrategy
    from cassandra.query import BatchStatement, SimpleStatement
except ImportError:
    raise unittest.SkipTest(
        "cassandra-driver is not installed; install it with: pip install cassandra-driver"
    ) from None

from quorate_follow import Follower
from quorate_follow.follower import _key_of, _table_of, _token
from quorate_follow.store import LevelsTable, TooMuch
from quorate_follow.words import COLUMNS

Record = namedtuple("Record", COLUMNS)


class Pages:
    """A session whose answers have these pages."""

    def __init__(self, *pages):
        self.pages = list(pages)
        self.asked = []

    def execute(self, statement, timeout):
        self.asked.append(statement)
        return self

    @property
    def current_rows(self):
        return self.pages[0]

    @property
    def has_more_pages(self):
        return len(self.pages) > 1

    def fetch_next_page(self):
        self.pages.pop(0)


class LevelsTableTest(unittest.TestCase):
    def read(self, *pages):
        session = Pages(*pages)
        return LevelsTable(session, "quorate.levels", "QUORUM", 1.0).rows(), session

    def test_it_reads_all_pages_at_its_own_level(self):
        record = Record(*(ROW[column] for column in COLUMNS))
        rows, session = self.read([record], [tuple(record), ROW])
        self.assertEqual([ROW] * 3, [dict(row) for row in rows])
        (statement,) = session.asked
        self.assertEqual(ConsistencyLevel.QUORUM, statement.consistency_level)
        self.assertTrue(statement.query_string.endswith('FROM "quorate"."levels" WHERE part = 0'))

    def test_more_than_it_reads_is_an_error_before_the_next_page(self):
        long = {**ROW, "raised": "x" * (1 << 19)}
        for pages in ([[ROW] * 500, [ROW] * 501, [ROW]], [[long], [long], [ROW]]):
            session = Pages(*pages)
            with self.assertRaisesRegex(TooMuch, "quorate.levels has more than 1000 rows or 1048576 bytes"):
                LevelsTable(session, "quorate.levels", "QUORUM", 1.0).rows()
            self.assertEqual(2, len(session.pages))

    def test_rows_with_other_columns_are_an_error(self):
        with self.assertRaises(ValueError):
            self.read([("shop.carts",)])

    def test_a_table_that_can_be_none_is_refused(self):
        with self.assertRaisesRegex(ValueError, "name it as keyspace.table"):
            LevelsTable(Pages([]), "levels", "QUORUM", 1.0)

    def test_replication_is_that_of_the_two_strategies_that_count(self):
        for strategy, expected in (
            (SimpleStrategy({"replication_factor": "3"}), (3,)),
            (NetworkTopologyStrategy({"east": "3", "west": "0"}), (3,)),
            (NetworkTopologyStrategy({"east": "3", "west": "2"}), (3, 2)),
            (None, ()),
        ):
            known = {"shop": SimpleNamespace(replication_strategy=strategy)}
            session = SimpleNamespace(cluster=SimpleNamespace(metadata=SimpleNamespace(keyspaces=known)))
            table = LevelsTable(session, "quorate.levels", "QUORUM", 1.0)
            self.assertEqual(expected, table.replication("shop"))
            self.assertEqual((), table.replication("other"))


class StatementTest(unittest.TestCase):
    def bound(self, names, indexes, key=b"key", text="SELECT"):
        columns = [SimpleNamespace(name=name, keyspace_name="shop", table_name="carts") for name in names]
        prepared = SimpleNamespace(column_metadata=columns, routing_key_indexes=indexes, query_string=text)
        return SimpleNamespace(prepared_statement=prepared, routing_key=key)

    def test_a_key_is_known_where_it_is_bound_and_there_is_no_other(self):
        self.assertEqual(b"key", _key_of(self.bound(["id", "item"], [0])))
        self.assertIsNone(_key_of(self.bound(["id"], [0], text="SELECT v FROM carts WHERE id IN (?, 5)")))
        self.assertIsNone(_key_of(self.bound(["item"], None, None)))
        self.assertIsNone(_key_of(SimpleStatement("BEGIN BATCH ...", routing_key=b"key")))
        self.assertEqual(b"key", _key_of(SimpleStatement("SELECT", routing_key=b"key")))
        self.assertIsNone(_key_of(SimpleStatement("SELECT")))
        batch = BatchStatement()
        batch.routing_key = b"first of several"
        self.assertIsNone(_key_of(batch))

    def test_a_bound_statement_knows_its_table(self):
        self.assertEqual("shop.carts", _table_of(self.bound(["id"], [0])))
        with self.assertRaisesRegex(ValueError, "name it"):
            _table_of(SimpleStatement("SELECT"))

    def test_a_statement_is_copied_at_its_level(self):
        source = SimpleNamespace(rows=list, replication=lambda keyspace: (3,))
        with Follower(None, "LOCAL_QUORUM", source=source) as follower:
            statement = SimpleStatement("SELECT", routing_key=b"a")
            levelled = follower.at_level(statement, "shop.carts")
            self.assertEqual(ConsistencyLevel.LOCAL_QUORUM, levelled.consistency_level)
            self.assertIsNone(statement.consistency_level)
            self.assertEqual(b"a", levelled.routing_key)
            serial = SimpleStatement("SELECT", consistency_level=ConsistencyLevel.SERIAL)
            self.assertIs(serial, follower.at_level(serial, "shop.carts"))
            with self.assertRaisesRegex(ValueError, "SimpleStatement"):
                follower.at_level("SELECT", "shop.carts")

    def test_a_write_counts_however_it_ends(self):
        row = {**ROW, "window_ms": 600000}
        source = SimpleNamespace(rows=lambda: [row], replication=lambda keyspace: (3,))
        with Follower(None, "LOCAL_QUORUM", source=source) as follower:
            statement = SimpleStatement("INSERT", routing_key=b"a")
            with self.assertRaises(TimeoutError), follower.writing(statement, "shop.carts"):
                raise TimeoutError
            self.assertEqual(0, follower._own.age("shop.carts", _token(b"a"), time.monotonic_ns()))
            with follower.writing(statement, "shop.carts"):
                pass
            self.assertEqual(0, follower._own.age("shop.carts", _token(b"a"), time.monotonic_ns()))
            self.assertIsNone(follower._own.age("shop.carts", _token(b"b"), 2**62))
            with follower.writing(SimpleStatement("INSERT", routing_key=b"b"), "shop.carts"):
                pass
            self.assertEqual(1, follower._own.age("shop.carts", _token(b"b"), time.monotonic_ns() + 10**9) // 10**9)

    def test_tokens_are_those_of_the_servers(self):
        for case in CASES["tokens"]:
            self.assertEqual(int(case["token"]), _token(bytes.fromhex(case["key"])))
            self.assertEqual(int(case["token"]), Murmur3Token.hash_fn(bytes.fromhex(case["key"])))
        self.assertIsNone(_token(b""))


if __name__ == "__main__":
    unittest.main()
