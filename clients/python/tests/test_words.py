"""What Python alone can meet in a row, and ranges and own writes against their definitions."""

import random
import threading
import unittest

from quorate_follow.clock import Clock
from quorate_follow.own_writes import OwnWrites
from quorate_follow.ranges import LEAST_TOKEN, MOST_TOKEN, TokenRanges
from quorate_follow.words import Unreadable, read_row

ROW = {
    "about": "shop.carts",
    "publisher": "p",
    "format": 1,
    "sequence": 1,
    "valid_ms": 3000,
    "level": "ONE",
    "safe_level": "QUORUM",
    "window_ms": 0,
    "raised": "",
    "raised_level": "ONE",
    "data_center": "",
    "reason": "",
}


class RowTest(unittest.TestCase):
    def test_values_of_another_type_make_a_row_unreadable(self):
        for column, value in (
            ("sequence", "1"),
            ("valid_ms", 3000.0),
            ("window_ms", True),
            ("level", 1),
            ("safe_level", b"QUORUM"),
            ("raised", ["0:1"]),
            ("data_center", 0),
            ("reason", {}),
        ):
            with self.subTest(column):
                read = read_row({**ROW, column: value}, "")
                self.assertIsInstance(read, Unreadable)
                self.assertTrue(read.why.startswith(column), read.why)

    def test_a_key_or_a_format_of_another_type_makes_it_absent(self):
        for column, value in (("about", 7), ("about", None), ("format", "1"), ("format", True)):
            with self.subTest(column):
                self.assertIsNone(read_row({**ROW, column: value}, ""))

    def test_a_row_without_columns_is_absent(self):
        self.assertIsNone(read_row({}, ""))


class RangesTest(unittest.TestCase):
    def test_a_token_is_in_ranges_where_it_is_in_one_of_them(self):
        chance = random.Random(39)
        near = [*range(-9, 10), LEAST_TOKEN, LEAST_TOKEN + 1, MOST_TOKEN - 1, MOST_TOKEN]
        for _ in range(300):
            pairs = [(chance.choice(near), chance.choice(near)) for _ in range(chance.randint(1, 4))]
            ranges = TokenRanges.parse(",".join(f"{after}:{last}" for after, last in pairs))
            for token in near:
                is_in = any(
                    after < token <= last if after < last else token > after or token <= last
                    for after, last in pairs
                )
                self.assertEqual(is_in, token in ranges, (pairs, token))


class ClockTest(unittest.TestCase):
    def test_time_that_the_monotonic_clock_did_not_see_counts(self):
        clock = Clock(1000, 70_000)
        self.assertEqual(1500, clock.now(1500, 70_500))
        self.assertEqual(9500, clock.now(1500, 78_500))
        woken = clock.then(1500, 78_500)
        self.assertEqual(9600, woken.now(1600, 78_600))
        self.assertEqual(10_700, woken.then(1700, 78_700).now(1700, 79_700))

    def test_a_wall_clock_that_is_set_back_changes_nothing(self):
        clock = Clock(1000, 70_000)
        self.assertEqual(1500, clock.now(1500, 60_000))
        self.assertEqual(1600, clock.then(1500, 60_000).now(1600, 60_100))


class OwnWritesTest(unittest.TestCase):
    def test_a_write_never_looks_older_than_it_is(self):
        chance = random.Random(39)
        own = OwnWrites(64)
        ended = {}
        for at in range(2000):
            table, token = chance.choice("abc"), chance.randint(-200, 200)
            own.ended(table, token, at)
            ended[table, token] = at
            table, token = chance.choice("abc"), chance.randint(-200, 200)
            age = own.age(table, token, at)
            if (table, token) in ended:
                self.assertIsNotNone(age)
                self.assertLessEqual(age, at - ended[table, token])

    def test_with_places_enough_it_is_as_old_as_it_is(self):
        own = OwnWrites(65536)
        for token in range(100):
            own.ended("shop.carts", token, token)
        ages = [own.age("shop.carts", token, 100) for token in range(100)]
        self.assertGreaterEqual(sum(age == 100 - token for token, age in enumerate(ages)), 99)

    def test_a_write_that_ends_after_the_question_is_new(self):
        own = OwnWrites(64)
        own.ended("shop.carts", 1, 10)
        self.assertEqual(0, own.age("shop.carts", 1, 9))

    def test_threads_never_put_back_an_earlier_end(self):
        own = OwnWrites(1)
        threads = [
            threading.Thread(target=lambda: [own.ended("t.t", at, at) for at in range(2000)])
            for _ in range(4)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(1, own.age("t.t", 7, 2000))

    def test_places_are_a_power_of_two(self):
        for places in (0, -4, 3):
            with self.subTest(places), self.assertRaisesRegex(ValueError, "power of two"):
                OwnWrites(places)


if __name__ == "__main__":
    unittest.main()
