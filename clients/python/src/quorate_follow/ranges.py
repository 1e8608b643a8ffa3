"""Ranges of tokens of Cassandra's Murmur3Partitioner. Pure."""

from __future__ import annotations

import re
from bisect import bisect_right

LEAST_TOKEN = -(2**63)
MOST_TOKEN = 2**63 - 1
MOST_BYTES = 65536

_RANGE = re.compile(r"(-?[0-9]{1,19}):(-?[0-9]{1,19})")


class TokenRanges:
    """A set of tokens, made of ranges. Immutable; asking takes the logarithm of their number."""

    __slots__ = ("_firsts", "_lasts", "text")

    def __init__(self, spans: list[tuple[int, int]], text: str) -> None:
        """Takes spans of a first and a last token, both in it, in any order, overlapping or not.

        :param text: that they were read from
        """
        self.text = text
        self._firsts: list[int] = []
        self._lasts: list[int] = []
        for first, last in sorted(spans):
            if self._lasts and first <= self._lasts[-1] + 1:
                self._lasts[-1] = max(self._lasts[-1], last)
            else:
                self._firsts.append(first)
                self._lasts.append(last)

    @classmethod
    def parse(cls, text: str) -> TokenRanges:
        """Reads `after:last` joined by commas, `*` for all, or nothing for none.

        Each range is open at its first number and closed at its second, and goes around the end of
        the ring where the second is not greater. Raises ValueError with what is wrong.
        """
        if len(text) > MOST_BYTES or len(text.encode("utf-8", "replace")) > MOST_BYTES:
            raise ValueError(f"raised is longer than {MOST_BYTES} bytes")
        if text == "*":
            return cls([(LEAST_TOKEN, MOST_TOKEN)], text)
        spans: list[tuple[int, int]] = []
        for part in text.split(",") if text else ():
            numbers = _RANGE.fullmatch(part)
            after, last = (int(number) for number in numbers.groups()) if numbers else (0, MOST_TOKEN + 1)
            if not all(LEAST_TOKEN <= token <= MOST_TOKEN for token in (after, last)):
                raise ValueError("raised has something else than ranges of the form after:last")
            if after < MOST_TOKEN:
                spans.append((after + 1, last if after < last else MOST_TOKEN))
            if last <= after:
                spans.append((LEAST_TOKEN, last))
        return cls(spans, text)

    def __bool__(self) -> bool:
        return bool(self._firsts)

    def __contains__(self, token: int) -> bool:
        at = bisect_right(self._firsts, token) - 1
        return at >= 0 and token <= self._lasts[at]
