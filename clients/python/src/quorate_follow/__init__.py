"""Follows the read levels that Quorate publishes in a Cassandra cluster.

`levels`, `ranges`, `words`, `decision`, `clock` and `own_writes` are pure and need no driver: rows of the table
become words, words become believed, and the level of a read follows from them. `store` reads the
table, and `follower` does so in the background.
"""

from .follower import Follower, Key

__all__ = ["Follower", "Key"]
