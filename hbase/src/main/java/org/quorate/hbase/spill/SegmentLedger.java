package org.quorate.hbase.spill;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Which segment holds which write that is not acknowledged. A segment leaves the ledger when
 * nothing in it is needed; whoever is told so deletes its files. Thread-safe.
 */
final class SegmentLedger {
  private static final int NUMBER_SHIFT = 32;

  private final SequenceTable places = new SequenceTable();
  private final Map<Integer, Segment> segments = new TreeMap<>();

  /** Those with acknowledgements that wait to be written down, also when they have left. */
  private final Set<Segment> noted = new HashSet<>();

  /**
   * What an acknowledgement has changed.
   *
   * @param segment that held the write
   * @param needless whether the segment's files can be deleted, by whoever is told this
   */
  record Change(Segment segment, boolean needless) {}

  /** A new segment, which is written to from now on. */
  synchronized void open(Segment segment, long bytes) {
    segment.grow(bytes);
    segments.put(segment.number(), segment);
  }

  /**
   * Writes were added to a segment.
   *
   * @param first the first of them; the others follow it by {@link Submission#next}
   * @throws IllegalArgumentException if a sequence is used twice; none of them is entered
   */
  synchronized void accept(Submission first, Segment segment) {
    int count = 0;
    for (Submission each = first; each != null; each = each.next) {
      count++;
    }
    places.reserve(count);
    for (Submission each = first; each != null; each = each.next) {
      long before = places.put(each.sequence(), place(segment, each.length()));
      if (before != SequenceTable.ABSENT) {
        places.put(each.sequence(), before);
        for (Submission other = first; other != null && other != each; other = other.next) {
          places.remove(other.sequence());
        }
        throw new IllegalArgumentException(
            "The sequence " + each.sequence() + " is used for two writes; give each its own.");
      }
    }
    for (Submission each = first; each != null; each = each.next) {
      segment.enter(each.length());
      segment.grow(each.length());
    }
  }

  /** Something that is no write was added to a segment. */
  synchronized void grow(Segment segment, long bytes) {
    segment.grow(bytes);
  }

  /** A write needs not be kept any longer; null where it was not kept. */
  synchronized @Nullable Change acknowledge(long sequence) {
    long place = places.remove(sequence);
    if (place == SequenceTable.ABSENT) {
      return null;
    }
    Segment segment = segment(place);
    segment.leave(length(place));
    note(segment, sequence);
    boolean needless = segment.isNeedless();
    if (needless) {
      segments.remove(segment.number());
    }
    return new Change(segment, needless);
  }

  /**
   * Nothing more is written to a segment.
   *
   * @return whether its files can be deleted, by whoever is told this
   */
  synchronized boolean seal(Segment segment, long bytes) {
    segment.grow(bytes);
    segment.seal();
    if (segment.isNeedless()) {
      segments.remove(segment.number());
      return true;
    }
    return false;
  }

  /** Whether a segment holds a write that is not acknowledged. */
  synchronized boolean holds(Segment segment, long sequence) {
    long place = places.get(sequence);
    return place != SequenceTable.ABSENT && segment(place) == segment;
  }

  /**
   * A write was copied from one segment into another, as durably as it was there. Whichever of the
   * two is needed no longer is noted as acknowledged: the old one, or the copy where that came too
   * late.
   */
  synchronized void move(long sequence, int length, Segment from, Segment to) {
    to.grow(length);
    if (!holds(from, sequence)) {
      note(to, sequence);
      return;
    }
    places.put(sequence, place(to, length));
    from.leave(length);
    to.enter(length);
    note(from, sequence);
  }

  /**
   * Takes all acknowledgements that are not written down. All at one moment: of two writes of which
   * one was acknowledged before the other was, the later is never among them without the earlier.
   */
  synchronized AcknowledgementBatch takeAcknowledged() {
    AcknowledgementBatch batch = new AcknowledgementBatch();
    noted.forEach(segment -> batch.take(segment.acknowledgements()));
    noted.clear();
    return batch;
  }

  /**
   * Takes a segment out of which nothing is needed any more, after its writes were moved.
   *
   * @return whether its files can be deleted, by whoever is told this
   */
  synchronized boolean removeIfNeedless(Segment segment) {
    return segment.isNeedless() && segments.remove(segment.number()) != null;
  }

  /**
   * The sealed segment with the smallest needed share, where that is at most half of it.
   *
   * @param mostLiveBytes one of which more is needed is left out
   */
  synchronized Optional<Segment> sparsest(long mostLiveBytes) {
    return segments.values().stream()
        .filter(segment -> segment.isSealed() && segment.isMovable())
        .filter(segment -> 2 * segment.liveBytes() <= segment.bytes())
        .filter(segment -> segment.liveBytes() <= mostLiveBytes)
        .min(Comparator.comparingDouble(segment -> (double) segment.liveBytes() / segment.bytes()));
  }

  /** From now on a segment is left where it is until all in it is acknowledged. */
  synchronized void keepInPlace(Segment segment) {
    segment.keepInPlace();
  }

  /** Bytes of the writes in a segment that are not acknowledged. */
  synchronized long liveBytes(Segment segment) {
    return segment.liveBytes();
  }

  /** Those that are there now. */
  synchronized Collection<Segment> segments() {
    return List.copyOf(segments.values());
  }

  /** How many writes are not acknowledged. */
  synchronized int writes() {
    return places.size();
  }

  private void note(Segment segment, long sequence) {
    segment.acknowledgements().add(sequence);
    noted.add(segment);
  }

  private static long place(Segment segment, int length) {
    return (long) segment.number() << NUMBER_SHIFT | length;
  }

  private static int length(long place) {
    return (int) place;
  }

  private Segment segment(long place) {
    Segment segment = segments.get((int) (place >>> NUMBER_SHIFT));
    if (segment == null) {
      throw new IllegalStateException("a write in a segment that is not there");
    }
    return segment;
  }
}
