package org.quorate.hbase.spill.folder;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.quorate.hbase.spill.SpillRecord;

/**
 * The writes of a folder that are not acknowledged, by their sequence, whatever their order in the
 * files. Those with the lowest sequences are taken from all segments, as many as memory is set
 * aside for; when these are used up, the segments in which the next ones are are read again. So a
 * spill of any size and any disorder is read in bounded memory, and what a process has left in
 * memory of its own size in few readings. A write that lies in two segments, because a crash came
 * while it was moved, is returned once. Not thread-safe.
 */
final class UnacknowledgedWrites implements Closeable {
  /** Of records, and of what is around them in memory. */
  static final long MOST_BYTES = 16 << 20;

  /** About what a record takes besides its payload. */
  private static final int AROUND_RECORD = 200;

  private final FolderScan scan;
  private final long mostBytes;
  private final TreeMap<Long, Found> found = new TreeMap<>();
  private final Map<Path, AcknowledgementFile> files = new HashMap<>();
  private final AcknowledgementBatch acknowledged = new AcknowledgementBatch();
  private long foundBytes;

  /** All were returned up to this, inclusive. */
  private long last = Long.MIN_VALUE;

  /** Those from here on found no room. */
  private long missing = Long.MAX_VALUE;

  private record Found(SegmentReader.Frame frame, List<Path> segments) {
    long bytes() {
      return frame.length() + (long) AROUND_RECORD;
    }
  }

  /**
   * A write and where it lies.
   *
   * @param bytes of its record
   */
  record Pending(SpillRecord write, List<Path> segments, int bytes) {}

  /**
   * @param mostBytes held in memory at once, or one write where that is larger
   */
  UnacknowledgedWrites(FolderScan scan, long mostBytes) throws IOException {
    this.scan = scan;
    this.mostBytes = mostBytes;
    find();
  }

  /** The next write; null when there is none left. */
  @Nullable Pending next() throws IOException {
    if (found.isEmpty() && missing < Long.MAX_VALUE) {
      find();
    }
    Map.Entry<Long, Found> next = found.pollFirstEntry();
    if (next == null) {
      return null;
    }
    last = next.getKey();
    SegmentReader.Frame frame = next.getValue().frame();
    return new Pending(
        MutationReader.read(last, frame.payload()), next.getValue().segments(), frame.length());
  }

  /**
   * Notes that a write that was returned needs not be kept any longer. That is written down before
   * more is noted than is kept in memory, and by {@link #flush}.
   */
  void acknowledge(Pending pending) {
    for (Path segment : pending.segments()) {
      acknowledged.add(
          pending.write().sequence(),
          files.computeIfAbsent(
              segment, path -> new AcknowledgementFile(Segment.acknowledgementFile(path))));
    }
    if (acknowledged.isLarge()) {
      flush();
    }
  }

  /** Writes down what was noted. */
  void flush() {
    long unused = acknowledged.write();
  }

  /** Writes down what was noted. */
  @Override
  public void close() {
    flush();
  }

  /** Takes the lowest sequences behind the last one that was returned. */
  private void find() throws IOException {
    foundBytes = 0;
    missing = Long.MAX_VALUE;
    for (FolderScan.Part part : scan.parts()) {
      if (part.highest() > last && part.lowest() < missing) {
        scan.read(part, frame -> offer(frame, part.segment()));
      }
    }
  }

  private void offer(SegmentReader.Frame frame, Path segment) {
    long sequence = frame.sequence();
    if (sequence <= last || sequence >= missing) {
      return;
    }
    Found known = found.get(sequence);
    if (known == null) {
      known = new Found(frame, new ArrayList<>(1));
      found.put(sequence, known);
      foundBytes += known.bytes();
    }
    known.segments().add(segment);
    while (foundBytes > mostBytes && found.size() > 1) {
      Map.Entry<Long, Found> highest = found.pollLastEntry();
      foundBytes -= highest.getValue().bytes();
      missing = highest.getKey();
    }
  }
}
