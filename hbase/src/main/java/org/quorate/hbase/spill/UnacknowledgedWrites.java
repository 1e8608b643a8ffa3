package org.quorate.hbase.spill;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The writes of a folder that are not acknowledged, by their sequence, whatever their order in the
 * files. The lowest sequences are looked for in all segments and sorted, as many as memory is set
 * aside for; when these are used up, the next ones are looked for. So a spill of any size and any
 * disorder is read in bounded memory, and a usual one is walked through once. A write that lies in
 * two segments, because a crash came while it was moved, is returned once. Not thread-safe.
 */
final class UnacknowledgedWrites implements Closeable {
  /** About 20 MB. */
  static final int MOST_SEQUENCES = 1 << 20;

  private static final int MOST_OPEN_FILES = 16;
  private static final float LOAD_FACTOR = 0.75f;

  private final FolderScan scan;
  private final LowestSequences lowest;

  /** Those used last, the oldest first. */
  private final Map<Integer, SegmentReader> readers =
      new LinkedHashMap<>(2 * MOST_OPEN_FILES, LOAD_FACTOR, true);

  private final Map<Integer, AcknowledgementFile> acknowledgements = new HashMap<>();

  /** How many were noted since they were written down. */
  private int noted;

  private int next;
  private long last;
  private int lastSegment;
  private boolean begun;

  /**
   * A write and where it lies.
   *
   * @param segment its index among the segments
   * @param bytes of its record
   */
  record Pending(SpillRecord write, int segment, int bytes) {}

  /**
   * @param mostSequences held in memory at once
   */
  UnacknowledgedWrites(FolderScan scan, int mostSequences) throws IOException {
    this.scan = scan;
    this.lowest = new LowestSequences(mostSequences);
    find();
  }

  /** The next write; null when there is none left. */
  @Nullable Pending next() throws IOException {
    while (next < lowest.size() || findMore()) {
      int at = next++;
      long sequence = lowest.sequence(at);
      int segment = lowest.segment(at);
      if (begun && sequence == last) {
        acknowledge(segment, sequence);
      } else {
        begun = true;
        last = sequence;
        lastSegment = segment;
        SegmentReader.Frame frame = reader(segment).at(lowest.position(at));
        return new Pending(MutationReader.read(sequence, frame.payload()), segment, frame.length());
      }
    }
    return null;
  }

  /**
   * Notes that a write that was returned needs not be kept any longer. That is written down before
   * more is noted than a file keeps in memory, and by {@link #flush}.
   */
  void acknowledge(Pending pending) {
    acknowledge(pending.segment(), pending.write().sequence());
  }

  /** Writes down what was noted. */
  void flush() {
    AcknowledgementBatch batch = new AcknowledgementBatch();
    acknowledgements.values().forEach(batch::take);
    long unused = batch.write();
    noted = 0;
  }

  /** Writes down what was noted, and closes all files. */
  @Override
  public void close() throws IOException {
    flush();
    while (!readers.isEmpty()) {
      closeEldest();
    }
  }

  private void acknowledge(int segment, long sequence) {
    acknowledgements
        .computeIfAbsent(
            segment,
            index ->
                new AcknowledgementFile(Segment.acknowledgementFile(scan.segments().get(index))))
        .add(sequence);
    noted++;
    if (noted == AcknowledgementFile.MOST_WAITING) {
      flush();
    }
  }

  private boolean findMore() throws IOException {
    if (!lowest.isFull()) {
      return false;
    }
    find();
    return lowest.size() > 0;
  }

  /** Looks for the lowest sequences behind the last one that was returned. */
  private void find() throws IOException {
    lowest.clear();
    next = 0;
    List<Path> segments = scan.segments();
    for (int index = 0; index < segments.size(); index++) {
      Path segment = segments.get(index);
      if (!scan.isBehindDamage(segment, 0)) {
        find(segment, index);
      }
      if (scan.isDamaged(segment)) {
        break;
      }
    }
    lowest.sort();
  }

  private void find(Path segment, int index) throws IOException {
    SequenceTable acknowledged = AcknowledgementFile.read(Segment.acknowledgementFile(segment));
    try (SegmentReader reader = SegmentReader.open(segment)) {
      SegmentReader.Frame frame = before(segment, reader);
      while (frame != null) {
        long sequence = frame.sequence();
        if (!acknowledged.contains(sequence)) {
          if (!begun || sequence > last) {
            lowest.offer(sequence, index, frame.position());
          } else if (sequence == last && index != lastSegment) {
            // Memory ended between the two copies: what was returned may yet be refused and stay,
            // but this one must not be applied by a later drain, over newer writes.
            acknowledge(index, sequence);
          }
        }
        frame = before(segment, reader);
      }
    }
  }

  /** The next record before a damage. */
  private SegmentReader.@Nullable Frame before(Path segment, SegmentReader reader)
      throws IOException {
    return scan.isBehindDamage(segment, reader.position()) ? null : reader.next();
  }

  private SegmentReader reader(int index) throws IOException {
    SegmentReader reader = readers.get(index);
    if (reader == null) {
      if (readers.size() == MOST_OPEN_FILES) {
        closeEldest();
      }
      reader = SegmentReader.open(scan.segments().get(index));
      readers.put(index, reader);
    }
    return reader;
  }

  private void closeEldest() throws IOException {
    Iterator<SegmentReader> all = readers.values().iterator();
    SegmentReader eldest = all.next();
    all.remove();
    eldest.close();
  }
}
