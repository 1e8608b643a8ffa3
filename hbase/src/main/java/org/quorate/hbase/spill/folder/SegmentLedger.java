package org.quorate.hbase.spill.folder;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.quorate.hbase.spill.SpillRecord;

/**
 * The writes that are not acknowledged, and which segment holds which. A segment leaves the ledger
 * when nothing in it is needed; whoever is told so deletes its files. Thread-safe.
 */
final class SegmentLedger {
  private final Map<Long, Place> places = new HashMap<>();
  private final Set<Segment> segments = new LinkedHashSet<>();

  /** What waits to be written down. */
  private AcknowledgementBatch noted = new AcknowledgementBatch();

  /**
   * A write, which whoever defers it has in memory as well, and where its record is.
   *
   * @param checksum of the record
   */
  record Place(SpillRecord write, Segment segment, int length, int checksum) {
    Place(Submission submission, Segment segment) {
      this(submission.write(), segment, submission.length(), submission.checksum());
    }
  }

  /** A new segment, which is written to from now on. */
  synchronized void open(Segment segment) {
    segments.add(segment);
  }

  /**
   * Writes were added to a segment.
   *
   * @throws IllegalArgumentException if a sequence is used twice; none of them is entered
   */
  synchronized void accept(List<Submission> group, Segment segment) {
    int entered = 0;
    try {
      for (Submission each : group) {
        if (places.putIfAbsent(each.sequence(), new Place(each, segment)) != null) {
          throw new IllegalArgumentException(
              "The sequence " + each.sequence() + " is used for two writes; give each its own.");
        }
        entered++;
      }
    } finally {
      // Also where memory ends: what is not entered as a whole is cut off again.
      if (entered < group.size()) {
        group.subList(0, entered).forEach(each -> places.remove(each.sequence()));
      }
    }
    group.forEach(each -> segment.enter(each.length()));
  }

  /**
   * A write needs not be kept any longer, if it was.
   *
   * @return the segment whose files can be deleted now, by whoever is told this; mostly null
   */
  synchronized @Nullable Segment acknowledge(long sequence) {
    Place place = places.remove(sequence);
    if (place == null) {
      return null;
    }
    Segment segment = place.segment();
    segment.leave(place.length());
    noted.add(sequence, segment.acknowledgements());
    return removeIfNeedless(segment) ? segment : null;
  }

  /**
   * Nothing more is written to a segment.
   *
   * @return whether its files can be deleted, by whoever is told this
   */
  synchronized boolean seal(Segment segment) {
    segment.seal();
    return removeIfNeedless(segment);
  }

  /** The writes in a segment that are not acknowledged. */
  synchronized List<Place> in(Segment segment) {
    return places.values().stream().filter(place -> place.segment() == segment).toList();
  }

  /**
   * Writes were written again to another segment, as durably as they were. Whichever of the two is
   * needed no longer is noted as acknowledged: the old one, or the new one where that came too
   * late.
   *
   * @return whether the old segment's files can be deleted, by whoever is told this
   */
  synchronized boolean move(List<Submission> group, Segment from, Segment to) {
    for (Submission each : group) {
      if (places.replace(each.sequence(), new Place(each, to)) == null) {
        noted.add(each.sequence(), to.acknowledgements());
      } else {
        from.leave(each.length());
        to.enter(each.length());
        noted.add(each.sequence(), from.acknowledgements());
      }
    }
    return removeIfNeedless(from);
  }

  /**
   * Takes all acknowledgements that are not written down. All at one moment: of two writes of which
   * one was acknowledged before the other was, the later is never among them without the earlier.
   */
  synchronized AcknowledgementBatch takeAcknowledged() {
    AcknowledgementBatch taken = noted;
    noted = new AcknowledgementBatch();
    return taken;
  }

  /**
   * The sealed segments of which at most half is needed, the smallest share first.
   *
   * @param mostLiveBytes one of which more is needed is left out
   */
  synchronized List<Segment> sparse(long mostLiveBytes) {
    return segments.stream()
        .filter(Segment::isSealed)
        .filter(segment -> 2 * segment.liveBytes() <= segment.bytes())
        .filter(segment -> segment.liveBytes() <= mostLiveBytes)
        .sorted(
            Comparator.comparingDouble(segment -> (double) segment.liveBytes() / segment.bytes()))
        .toList();
  }

  /** Bytes of the writes in a segment that are not acknowledged. */
  synchronized long liveBytes(Segment segment) {
    return segment.liveBytes();
  }

  /** Those that are there now. */
  synchronized Collection<Segment> segments() {
    return List.copyOf(segments);
  }

  /** How many writes are not acknowledged. */
  synchronized int writes() {
    return places.size();
  }

  private boolean removeIfNeedless(Segment segment) {
    return segment.isNeedless() && segments.remove(segment);
  }
}
