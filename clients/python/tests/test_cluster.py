"""The follower on a real cluster of three nodes, whose publisher is plain INSERTs.

QUORATE_CONTACT_POINTS names the nodes' addresses, joined by commas. With QUORATE_CLUSTER, the cluster's
name, and QUORATE_LAUNCHER, the command `quorate`, nodes are killed too.
"""

import os
import subprocess
import threading
import time
import unittest
import uuid

if not os.environ.get("QUORATE_CONTACT_POINTS"):
    raise unittest.SkipTest("There is no cluster; name one with QUORATE_CONTACT_POINTS")
try:
    from cassandra import ConsistencyLevel
    from cassandra.cluster import Cluster
except ImportError:
    raise unittest.SkipTest(
        "cassandra-driver is not installed; install it with: pip install cassandra-driver"
    ) from None

from quorate_follow import Follower
from quorate_follow.follower import _token

BAR = 2.0
"""Seconds within which a change is followed."""

VALID = 3.0
POLL = 0.5
PATIENCE = 120.0

TABLE = """CREATE TABLE IF NOT EXISTS quorate_python.levels (
    part int, about text, publisher uuid, format int, sequence bigint, valid_ms int, level text, safe_level text,
    window_ms int, raised text, raised_level text, data_center text, reason text,
    PRIMARY KEY (part, about, publisher))"""
ROW = """INSERT INTO quorate_python.levels (part, about, publisher, format, sequence, valid_ms, level, safe_level,
    window_ms, raised, raised_level, data_center, reason)
    VALUES (0, 'quorate_python.carts', ?, 1, ?, 3000, ?, 'LOCAL_QUORUM', ?, ?, 'QUORUM', '', 'a test says so')
    USING TTL 60"""


class Publisher:
    """Writes a word a second, and at once when it says something else; again at once what fails."""

    def __init__(self, session):
        self.session = session
        self.id = uuid.uuid4()
        self.insert = session.prepare(ROW)
        self.insert.consistency_level = ConsistencyLevel.QUORUM
        self.word = ("ONE", 0, "")
        self.changed = threading.Event()
        self.is_over = False
        self.sequence = 0
        self.thread = threading.Thread(target=self.run)
        self.thread.start()

    def says(self, level="ONE", window_ms=0, raised=""):
        self.word = (level, window_ms, raised)
        self.changed.set()

    def run(self):
        while not self.is_over:
            self.changed.clear()
            self.sequence += 1
            try:
                self.session.execute(self.insert, (self.id, self.sequence, *self.word), timeout=1.0)
                self.changed.wait(1.0)
            except Exception:
                self.changed.wait(0.1)

    def falls_silent(self):
        self.is_over = True
        self.changed.set()
        self.thread.join()


class ClusterTest(unittest.TestCase):
    def setUp(self):
        self.down = []
        self.cluster = Cluster(os.environ["QUORATE_CONTACT_POINTS"].split(","))
        self.addCleanup(self.cluster.shutdown)
        self.session = self.cluster.connect()
        self.session.default_timeout = PATIENCE
        for statement in (
            "CREATE KEYSPACE IF NOT EXISTS quorate_python"
            " WITH replication = {'class': 'NetworkTopologyStrategy', 'replication_factor': 3}",
            TABLE,
            "CREATE TABLE IF NOT EXISTS quorate_python.carts (id int PRIMARY KEY, item text)",
            "TRUNCATE quorate_python.levels",
        ):
            self.session.execute(statement)
        self.read = self.session.prepare("SELECT item FROM quorate_python.carts WHERE id = ?")
        self.write = self.session.prepare("INSERT INTO quorate_python.carts (id, item) VALUES (?, ?)")
        self.write.consistency_level = ConsistencyLevel.QUORUM
        self.publisher = Publisher(self.session)
        self.addCleanup(self.publisher.falls_silent)
        self.follower = Follower(
            self.session, "LOCAL_QUORUM", table="quorate_python.levels", poll_interval=POLL
        )
        self.addCleanup(self.follower.close)
        self.addCleanup(self.restart)

    def test_levels_are_followed_until_their_word_is_old(self):
        self.is_at("ONE", PATIENCE)
        self.changes_are_followed("on a whole cluster")
        self.ranges_and_own_writes_are_followed()
        if os.environ.get("QUORATE_CLUSTER"):
            self.kill("node3")
            self.is_at("ONE", PATIENCE)
            self.changes_are_followed("with a killed node")
        self.publisher.falls_silent()
        self.old_words_weaken_nothing(time.monotonic())
        if os.environ.get("QUORATE_CLUSTER"):
            self.publisher = Publisher(self.session)
            self.addCleanup(self.publisher.falls_silent)
            self.is_at("ONE", PATIENCE)
            self.kill("node2")
            self.old_words_weaken_nothing(time.monotonic())
            self.assertIn("could not be read for", self.follower.explain("quorate_python.carts", 5))

    def changes_are_followed(self, when):
        taken = []
        for level in ("TWO", "ONE", "QUORUM", "ONE", "ALL", "LOCAL_ONE", "THREE", "ONE"):
            begun = time.monotonic()
            self.publisher.says(level)
            self.is_at(level, BAR)
            taken.append(time.monotonic() - begun)
        print(f"Python, {when}: {len(taken)} changes followed within {max(taken):.2f} s (measured).")

    def ranges_and_own_writes_are_followed(self):
        keys = range(100)
        tokens = {key: _token(self.read.bind((key,)).routing_key) for key in keys}
        self.publisher.says(raised="-9223372036854775808:0")
        self.is_at("QUORUM", BAR, token=-1)
        for key in keys:
            bound = self.follower.at_level(self.read.bind((key,)))
            expected = ConsistencyLevel.QUORUM if tokens[key] <= 0 else ConsistencyLevel.ONE
            self.assertEqual(expected, bound.consistency_level, key)
            self.session.execute(bound)
        self.publisher.says(window_ms=600000)
        self.is_at("ONE", BAR, token=-1)
        bound = self.write.bind((7, "apple"))
        with self.follower.writing(bound):
            self.session.execute(bound)
        bound = self.follower.at_level(self.read.bind((7,)))
        self.assertEqual(ConsistencyLevel.LOCAL_QUORUM, bound.consistency_level)
        self.assertEqual("apple", self.session.execute(bound).one().item)
        self.assertEqual(
            ConsistencyLevel.ONE, self.follower.at_level(self.read.bind((8,))).consistency_level
        )

    def old_words_weaken_nothing(self, last):
        """For five seconds after the time by which the last word must be old."""
        deadline = last + VALID + POLL + 1.0
        while time.monotonic() < deadline:
            time.sleep(0.01)
        reads = weaker = 0
        while time.monotonic() < deadline + 5.0:
            reads += 1
            bound = self.follower.at_level(self.read.bind((reads,)))
            weaker += bound.consistency_level != ConsistencyLevel.LOCAL_QUORUM
            time.sleep(0.001)
        print(f"Python, the word old: {weaker} of {reads} reads weaker than the safe level (measured).")
        self.assertEqual(0, weaker)

    def is_at(self, level, patience, token=5):
        deadline = time.monotonic() + patience
        while self.follower.level("quorate_python.carts", token) != level:
            if time.monotonic() > deadline:
                self.fail(f"not at {level} within {patience} s: {self.follower.explain('quorate_python.carts', token)}")
            time.sleep(0.005)

    def kill(self, node):
        self.down.append(node)
        self.quorate("kill", node)

    def restart(self):
        for node in self.down:
            self.quorate("restart", node)

    def quorate(self, command, node):
        subprocess.run(
            [
                os.environ.get("QUORATE_LAUNCHER", "quorate"),
                "cluster",
                command,
                node,
                "--name",
                os.environ["QUORATE_CLUSTER"],
            ],
            check=True,
            timeout=600,
        )


if __name__ == "__main__":
    unittest.main()
