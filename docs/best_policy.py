#!/usr/bin/env python3
"""Computes, from histories alone, the fewest replica reads with which the reads of the first
history could have kept a tolerance: what studies.md calls best, same information and clairvoyant.
Short and slow; it shares no code with Quorate, and judges reads as check_history.py does.

    python3 best_policy.py TOLERANCE LEVELS START_NANOS HISTORY [CONTEXT...]

LEVELS are replicas:share for each level, where share is what it leaves of the stale reads of the
weakest, as in 1:1,2:0.012,3:0. START_NANOS is startNanos in the run's run.json. Only the reads of
HISTORY count; the writes of the other histories of its session are context.
"""
import collections
import json
import sys

from check_history import operations


def age_bin(age):
    """Eight bins in each doubling from 1,024 ns on; None, never written, is older than all."""
    if age is None:
        return 10 ** 6
    doubling = age.bit_length() - 1
    if doubling < 10:
        return 0
    return 8 * (min(doubling, 39) - 10) + 1 + ((age >> (doubling - 3)) & 7 if doubling < 39 else 0)


def judged_reads(paths):
    """The reads of the first file: key, invocation, age of the newest completed write, stale."""
    by_key = collections.defaultdict(list)
    for number, path in enumerate(paths):
        for operation in operations(path, number):
            if operation["outcome"] == "ok":
                by_key[operation["key"]].append(operation)
    for key, history in by_key.items():
        for read in history:
            if read["op"] == "read" and read["client"][0] == 0:
                before = [o for o in history
                          if o["op"] == "write" and o["complete"] < read["invoke"]]
                age = min((read["invoke"] - o["complete"] for o in before), default=None)
                stale = any(o["version"] > read["version"] for o in before)
                yield key, read["invoke"], age, stale


def grouped(reads, name):
    groups = collections.defaultdict(lambda: [0, 0])
    for read in reads:
        groups[name(read)][0] += 1
        groups[name(read)][1] += read[3]
    return groups


def windows(reads):
    """Within a class of keys, ages from the youngest on: the steepest way up again and again."""
    often = collections.Counter(key for key, _, _, _ in reads)
    ages = grouped(reads, lambda r: (min(15, often[r[0]].bit_length() - 1), age_bin(r[2])))
    groups = []
    for key_class in {name[0] for name in ages}:
        rest = [ages[name] for name in sorted(ages) if name[0] == key_class]
        while rest:
            sums = [[sum(a[i] for a in rest[:n]) for i in (0, 1)] for n in range(1, len(rest) + 1)]
            steepest = max(range(len(sums)), key=lambda n: (sums[n][1] / sums[n][0], n))
            groups.append(sums[steepest])
            rest = rest[steepest + 1:]
    return groups


def steps(levels):
    """From the weakest level on, always to the one that cures most for a replica more."""
    at, share = min(levels)[0], 1
    while any(s < share and r > at for r, s in levels):
        to = max(((share - s) / (r - at), r, s) for r, s in levels if s < share and r > at)
        yield to[1] - at, share - to[2]
        at, share = to[1:]


def replica_reads(groups, levels, tolerance):
    total = sum(n for n, _ in groups)
    excess = sum(s for _, s in groups) - tolerance * total
    offers = [(n * more, s * fewer) for n, s in groups if s for more, fewer in steps(levels)]
    cost = min(levels)[0] * total
    for price, fewer in sorted(offers, key=lambda offer: offer[0] / offer[1]):
        cost += price * max(0, min(1, excess / fewer))
        excess -= fewer
    return cost / total


def best(tolerance, levels, start, paths):
    reads = list(judged_reads(paths))
    seconds = grouped(reads, lambda r: (r[0], (r[1] - start) // 10 ** 9)).values()
    fates = grouped(reads, lambda r: r[3]).values()
    return {
        "reads": len(reads),
        "stale_reads": sum(r[3] for r in reads),
        "best": replica_reads(seconds, levels, tolerance),
        "same_information": replica_reads(windows(reads), levels, tolerance),
        "clairvoyant": replica_reads(fates, levels, tolerance),
    }


if __name__ == "__main__":
    if len(sys.argv) < 5:
        sys.exit(__doc__)
    pairs = [tuple(map(float, pair.split(":"))) for pair in sys.argv[2].split(",")]
    json.dump(best(float(sys.argv[1]), pairs, int(sys.argv[3]), sys.argv[4:]), sys.stdout, indent=2)
    print()
