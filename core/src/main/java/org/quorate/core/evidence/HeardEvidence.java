package org.quorate.core.evidence;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import org.quorate.core.recency.AgeCounts;

/**
 * What a process has heard of the others about one table, and how long it counts. No clock but the
 * hearing process's own decides on that: the age of a value is the time since its sequence was
 * <em>seen to change</em>, so that clocks which differ, stand or jump can make nobody trusted for
 * longer. A value
 *
 * <ul>
 *   <li>is <em>trusted</em>, so that it may lower levels, from the second that is heard of its
 *       process, since the first may be of one that is gone, and while it is at most so old, or so
 *       many times as old as its process or the hearing one {@linkplain EvidencePace tell more
 *       seldom};
 *   <li>may only raise levels else, until its time to live is over;
 *   <li>is nothing after that, however long it is read again and again, until its sequence changes.
 * </ul>
 *
 * <p>Where there are more processes than are kept, none is trusted. Tallies of processes under
 * other terms count for nothing; which replicas they have seen to be behind does. Pure: times are
 * handed in, in nanoseconds of one clock. Not thread-safe.
 */
public final class HeardEvidence {
  /**
   * What stands at one moment.
   *
   * @param ageNanos since its sequence was seen to change, at least 0
   * @param trusted whether it may lower levels
   */
  public record Heard(ProcessEvidence value, long ageNanos, boolean trusted) {}

  private record Entry(ProcessEvidence value, long sinceNanos, boolean changed) {}

  private final UUID own;
  private final Duration trusted;
  private final long livingNanos;
  private final SortedMap<UUID, Entry> entries = new TreeMap<>();
  private boolean crowded;
  private long terms;
  private int ownRounds = 1;

  /**
   * @param own process, of whose values nothing is heard
   * @param trusted how old a value may be to lower levels, of a process that reads much and heard
   *     by one
   * @param timeToLive how old it may be to raise them, at least {@code trusted}
   */
  public HeardEvidence(UUID own, Duration trusted, Duration timeToLive) {
    this.own = own;
    this.trusted = trusted;
    this.livingNanos = timeToLive.toNanos();
  }

  /** Of no others, for good. */
  public static HeardEvidence ofNobody() {
    return new HeardEvidence(new UUID(0, 0), Duration.ZERO, Duration.ZERO);
  }

  /** Takes in the reads of this process, by which it hears more seldom or not. */
  public void hearing(AgeCounts ownReads) {
    ownRounds = EvidencePace.rounds(ownReads, trusted);
  }

  /**
   * Takes in what was read.
   *
   * @param now of this process, the terms of tallies that can be added to its own
   */
  public void take(EvidenceMap told, long now, long nowNanos) {
    terms = now;
    EvidenceMap known =
        EvidenceMap.of(entries.values().stream().map(Entry::value).toList()).merge(told);
    crowded = known.isCrowded();
    for (ProcessEvidence value : known.values()) {
      Entry before = entries.get(value.process());
      if (before == null) {
        entries.put(value.process(), new Entry(value, nowNanos, false));
      } else if (value.sequence() > before.value().sequence()) {
        entries.put(value.process(), new Entry(value, nowNanos, true));
      }
    }
    // One that has ended and is read still must not begin anew. Older ones in its place are of a
    // process under whose name somebody else had written a number that it does not reach.
    entries
        .entrySet()
        .removeIf(
            each ->
                each.getKey().equals(own)
                    || known.of(each.getKey()).isEmpty()
                    || (hasEnded(each.getValue(), nowNanos)
                        && !isTold(each.getValue().value(), told)));
  }

  private int rounds(ProcessEvidence value) {
    return EvidencePace.rounds(value.reads(), trusted);
  }

  private static boolean isTold(ProcessEvidence value, EvidenceMap told) {
    return told.of(value.process()).filter(now -> now.sequence() >= value.sequence()).isPresent();
  }

  private boolean hasEnded(Entry entry, long nowNanos) {
    return nowNanos - entry.sinceNanos() > livingNanos;
  }

  /** What stands, in the order of processes. */
  public List<Heard> at(long nowNanos) {
    List<Heard> standing = new ArrayList<>();
    for (Entry entry : entries.values()) {
      if (!hasEnded(entry, nowNanos)) {
        long age = Math.max(0, nowNanos - entry.sinceNanos());
        long longest = trusted.toNanos() * Math.max(ownRounds, rounds(entry.value()));
        boolean comparable = entry.value().terms() == terms;
        standing.add(
            new Heard(
                comparable ? entry.value() : entry.value().withoutTallies(),
                age,
                comparable && entry.changed() && !crowded && age <= longest));
      }
    }
    return standing;
  }

  /**
   * How long after its last change a value is trusted of a process that reads much; 0 where nobody
   * is listened to.
   */
  public long trustedNanos() {
    return trusted.toNanos();
  }

  /**
   * How long it takes until what another process tells is heard and trusted, as often as this one
   * hears; 0 where nobody is listened to.
   */
  public long hearingNanos() {
    return trusted.toNanos() * ownRounds;
  }

  /** What was heard is of replicas or levels that are others now. */
  public void forget() {
    entries.clear();
  }
}
