"""The cases that every language which follows published levels has in common."""

import json
import unittest
from pathlib import Path

from quorate_follow.decision import Rules, decide
from quorate_follow.follower import _SEVERAL
from quorate_follow.levels import at_least, strongest
from quorate_follow.own_writes import OwnWrites
from quorate_follow.ranges import TokenRanges
from quorate_follow.words import MS, NO_WORDS, read_words

_FILE = Path(__file__).parents[2] / "levels-cases.json"
if not _FILE.exists():
    raise unittest.SkipTest("levels-cases.json is not here; test in the project's own repository")
CASES = json.loads(_FILE.read_text("utf-8"))


class LevelsTest(unittest.TestCase):
    def test_levels_are_compared_only_where_that_can_be_said(self):
        for case in CASES["comparisons"]:
            with self.subTest(case):
                found = at_least(case["level"], case["other"], tuple(case["replication"]))
                self.assertEqual(case["at_least"], found)

    def test_the_strongest_is_at_least_each_of_the_others(self):
        for case in CASES["strongest"]:
            with self.subTest(case):
                self.assertEqual(case["is"], strongest(case["of"], tuple(case["replication"])))


class StatementsTest(unittest.TestCase):
    def test_a_statement_that_may_be_about_several_keys_is_told_by_its_words(self):
        for case in CASES["statements"]:
            with self.subTest(case["text"]):
                self.assertEqual(case["several_keys"], bool(_SEVERAL.search(case["text"])))


class RangesTest(unittest.TestCase):
    def test_ranges_have_what_they_say_and_nothing_else(self):
        for case in CASES["ranges"]:
            raised = case["raised"] * case.get("times", 1) + case.get("then", "")
            with self.subTest(raised[:100]):
                if "wrong" in case:
                    with self.assertRaises(ValueError) as wrong:
                        TokenRanges.parse(raised)
                    self.assertEqual(case["wrong"], str(wrong.exception))
                    continue
                ranges = TokenRanges.parse(raised)
                self.assertEqual(bool(raised), bool(ranges))
                for token in case.get("has", ()):
                    self.assertIn(int(token), ranges)
                for token in case.get("lacks", ()):
                    self.assertNotIn(int(token), ranges)


class DecisionTest(unittest.TestCase):
    def test_rows_become_the_level_of_a_read(self):
        for case in CASES["decisions"]:
            with self.subTest(case["name"]):
                _Steps(self, case).take()


class _Steps:
    def __init__(self, test, case):
        self.test = test
        self.case = case
        self.words = {}
        self.own = OwnWrites(65536)
        self.rules = Rules(case["safe_level"], case["floor"], tuple(case["replication"]))

    def take(self):
        for step in self.case["steps"]:
            if "read" in step:
                self.read(step["read"], step["at"], 0)
            elif "believe" in step:
                for more in range(3):
                    self.read(step["believe"], step["at"] + 1000 * more, more)
            elif "wrote" in step:
                table, token = self.of(step["wrote"])
                self.own.ended(table, token, step["at"] * MS, step["wrote"].get("failed", False))
            else:
                self.ask(step)

    def read(self, rows, at, more):
        rows = [{**CASES["base_row"], **row} for row in rows]
        for row in rows:
            row["sequence"] += more
        self.words = read_words(self.words, rows, at * MS, self.case.get("data_center", ""))

    def ask(self, step):
        table, token = self.of(step)
        now = step["at"] * MS
        age = None if token is None else self.own.age(table, token, now)
        decision = decide(self.words.get(table, NO_WORDS), self.rules, token, age, now)
        sentence = decision.sentence(table)
        self.test.assertEqual(step["level"], decision.level, f"{step}: {sentence}")
        if "says" in step:
            self.test.assertEqual(step["says"], sentence)

    @staticmethod
    def of(step):
        token = step.get("token", "5")
        return step.get("table", "shop.carts"), int(token) if token else None


if __name__ == "__main__":
    unittest.main()
