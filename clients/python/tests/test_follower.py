"""The follower and its thread, on rows that a test hands it in place of a cluster."""

import logging
import threading
import time
import unittest
from unittest import mock

from quorate_follow import Follower

from .test_words import ROW


class Rows:
    """A table of levels whose publisher writes with every read, until it is told not to."""

    def __init__(self):
        self.sequence = 0
        self.row = dict(ROW, valid_ms=200)
        self.failure = None
        self.is_silent = False
        self.gate = threading.Event()
        self.gate.set()

    def rows(self):
        self.gate.wait(60)
        if self.failure:
            raise self.failure
        self.sequence += 0 if self.is_silent else 1
        return [dict(self.row, sequence=self.sequence)]

    def replication(self, keyspace):
        return (3,)


class FollowerTest(unittest.TestCase):
    def setUp(self):
        self.source = Rows()
        logging.disable(logging.WARNING)
        self.addCleanup(logging.disable, logging.NOTSET)

    def follow(self, **options):
        options = {"safe_level": "LOCAL_QUORUM", "poll_interval": 0.005, **options}
        follower = Follower(None, source=self.source, **options)
        self.addCleanup(follower.close)
        self.addCleanup(self.source.gate.set)
        return follower

    def wait(self, what, condition):
        deadline = time.monotonic() + 60
        while not condition():
            self.assertLess(time.monotonic(), deadline, f"not within a minute: {what}")
            time.sleep(0.002)

    def is_at(self, follower, level):
        self.wait(f"reads at {level}", lambda: follower.level("shop.carts", 5) == level)

    def test_it_follows_what_is_published(self):
        follower = self.follow()
        self.is_at(follower, "ONE")
        self.source.row["level"] = "ALL"
        self.is_at(follower, "ALL")

    def test_a_publisher_that_falls_silent_leaves_safe_reads(self):
        follower = self.follow()
        self.is_at(follower, "ONE")
        self.source.is_silent = True
        self.is_at(follower, "QUORUM")

    def test_a_table_that_cannot_be_read_leaves_safe_reads_and_says_so(self):
        follower = self.follow()
        self.is_at(follower, "ONE")
        self.source.failure = OSError("no\nroute")
        self.is_at(follower, "QUORUM")
        self.assertRegex(
            follower.explain("shop.carts"), r" quorate\.levels could not be read for .* s: OSError: no route\.$"
        )
        self.source.failure = None
        self.is_at(follower, "ONE")
        self.assertNotIn("could not be read", follower.explain("shop.carts"))

    def test_a_read_that_hangs_leaves_safe_reads(self):
        follower = self.follow()
        self.is_at(follower, "ONE")
        self.source.gate.clear()
        self.is_at(follower, "QUORUM")

    def test_a_word_grows_old_while_the_machine_is_suspended(self):
        self.source.row["valid_ms"] = 60000
        follower = self.follow()
        self.is_at(follower, "ONE")
        self.source.is_silent = True
        awake = time.time_ns
        with mock.patch("time.time_ns", lambda: awake() + 60_000_000_000):
            self.assertEqual("QUORUM", follower.level("shop.carts", 5))

    def test_rows_that_are_no_rows_leave_safe_reads(self):
        follower = self.follow()
        self.is_at(follower, "ONE")
        self.source.rows = lambda: [None]
        self.is_at(follower, "QUORUM")

    def test_own_writes_are_read_at_the_safe_level(self):
        self.source.row["window_ms"] = 600000
        follower = self.follow()
        self.is_at(follower, "ONE")
        follower.wrote("shop.carts", 5)
        self.wait(
            "a reason", lambda: "QUORUM, its safe level: this client wrote" in follower.explain("shop.carts", 5)
        )

    def test_tables_have_safe_levels_of_their_own(self):
        follower = self.follow(safe_levels={"shop.orders": "ALL"})
        self.assertEqual("ALL", follower.level("shop.orders"))
        self.assertEqual("LOCAL_QUORUM", follower.level("shop.others"))

    def test_a_closed_follower_reads_safely_and_leaves_no_thread(self):
        before = threading.active_count()
        with self.follow() as follower:
            self.is_at(follower, "ONE")
        self.assertEqual(before, threading.active_count())
        self.assertEqual("LOCAL_QUORUM", follower.level("shop.carts", 5))
        follower.close()

    def test_settings_that_cannot_be_are_refused_in_a_sentence(self):
        for options, sentence in (
            ({"safe_level": "SERIAL"}, "'SERIAL' is no consistency level of reads"),
            ({"floor": "one"}, "'one' is no consistency level of reads"),
            ({"floor": "THREE", "safe_level": "QUORUM"}, "QUORUM may be weaker than the floor THREE"),
            ({"safe_levels": {"shop.carts": "ONE"}, "floor": "TWO", "safe_level": "QUORUM"}, "ONE may be weaker"),
            ({"safe_levels": {"carts": "ONE"}}, "'carts' is no table"),
            ({"poll_interval": 0}, "above 0"),
            ({"read_timeout": -1}, "above 0"),
            ({"remembered_writes": 1000}, "power of two"),
        ):
            with self.subTest(sentence), self.assertRaisesRegex(ValueError, sentence):
                self.follow(**options)

    def test_a_table_that_can_be_none_is_refused(self):
        follower = self.follow()
        for call in (follower.level, follower.explain, follower.wrote):
            with self.assertRaisesRegex(ValueError, "name it as keyspace.table"):
                call("carts")


if __name__ == "__main__":
    unittest.main()
