#!/usr/bin/env python3
"""Judges histories by the text of history-format.md alone: short, slow, and sharing no code with
Quorate. Compares every read with every operation of its key.

    python3 check_history.py HISTORY...
"""
import collections
import csv
import gzip
import io
import json
import sys

HEADER = "op,key,version,invoke_ns,complete_ns,client,level,outcome".split(",")
NO_ROW = float("-inf")


def operations(path, number):
    with open(path, "rb") as raw:
        packed = raw.read(2) == b"\x1f\x8b"
    with (gzip.open(path, "rb") if packed else open(path, "rb")) as data:
        rows = csv.reader(io.TextIOWrapper(data, encoding="utf-8", newline=""))
        if next(rows) != HEADER:
            sys.exit(path + " has another header")
        for op, key, version, invoke, complete, client, level, outcome in rows:
            yield {
                "op": op,
                "key": key,
                "version": int(version) if version else NO_ROW,
                "invoke": int(invoke),
                "complete": int(complete) if complete else None,
                "client": (number, client),
                "level": level,
                "outcome": outcome,
            }


def check(paths):
    by_key = collections.defaultdict(list)
    for number, path in enumerate(paths):
        for operation in operations(path, number):
            by_key[operation["key"]].append(operation)
    result = collections.Counter(
        reads=0, stale_reads=0, read_your_writes_violations=0, monotonic_reads_violations=0,
        unknown_versions=0)
    by_level = collections.defaultdict(collections.Counter)
    versions_behind = collections.Counter()
    nanos_behind = []
    for history in by_key.values():
        for read in history:
            if read["op"] != "read" or read["outcome"] != "ok":
                continue
            newer = [
                o for o in history
                if o["outcome"] == "ok"
                and o["complete"] < read["invoke"]
                and o["version"] > read["version"]
            ]
            writes = [o for o in newer if o["op"] == "write"]
            own = [o for o in newer if o["client"] == read["client"]]
            known = any(
                o["op"] == "write" and o["outcome"] != "error" and o["version"] == read["version"]
                for o in history)
            found = collections.Counter()
            found["reads"] = 1
            found["stale_reads"] = bool(writes)
            found["read_your_writes_violations"] = any(o["op"] == "write" for o in own)
            found["monotonic_reads_violations"] = any(o["op"] == "read" for o in own)
            found["unknown_versions"] = read["version"] != NO_ROW and not known
            result.update(found)
            by_level[read["level"]].update(found)
            if writes:
                versions_behind[len({o["version"] for o in writes})] += 1
                nanos_behind.append(read["invoke"] - min(o["complete"] for o in writes))
    return {
        **result,
        "stale_rate": result["stale_reads"] / result["reads"] if result["reads"] else None,
        "by_level": by_level,
        "stale_reads_by_k": dict(sorted(versions_behind.items())),
        "t_staleness_ns": sorted(nanos_behind),
    }


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    json.dump(check(sys.argv[1:]), sys.stdout, indent=2)
    print()
