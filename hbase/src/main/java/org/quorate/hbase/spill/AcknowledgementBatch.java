package org.quorate.hbase.spill;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Acknowledgements of several segments, which are written down in the order of their writes,
 * whatever files they belong to. So whenever that is cut short, nothing is noted of a write without
 * that of an earlier one: applied again alone, the earlier would come after the later, and win
 * where both wrote one cell with one timestamp. What is taken must be all that came up to one
 * moment. Not thread-safe.
 */
final class AcknowledgementBatch {
  private final List<Part> parts = new ArrayList<>();

  /** What was taken from a file, and how much of it is written. */
  private static final class Part {
    final AcknowledgementFile file;
    final long[] sequences;
    int written;

    Part(AcknowledgementFile file, long[] sequences) {
      this.file = file;
      this.sequences = sequences;
    }

    boolean isWritten() {
      return written == sequences.length;
    }

    long lowest() {
      return sequences[written];
    }

    int upTo(long sequence) {
      int end = written;
      while (end < sequences.length && sequences[end] <= sequence) {
        end++;
      }
      return end;
    }
  }

  /** Takes what waits in a file. */
  void take(AcknowledgementFile file) {
    long[] sequences = file.take();
    if (sequences.length > 0) {
      parts.add(new Part(file, sequences));
    }
  }

  /**
   * Writes what was taken. A file that the disk refuses is left out.
   *
   * @return how many bytes the files have grown by
   */
  long write() {
    PriorityQueue<Part> left = new PriorityQueue<>(Comparator.comparingLong(Part::lowest));
    for (Part part : parts) {
      Arrays.sort(part.sequences);
      left.add(part);
    }
    parts.clear();
    long bytes = 0;
    while (!left.isEmpty()) {
      Part part = left.remove();
      Part next = left.peek();
      int end = next == null ? part.sequences.length : part.upTo(next.lowest());
      bytes += part.file.write(part.sequences, part.written, end);
      part.written = end;
      if (!part.isWritten()) {
        left.add(part);
      }
    }
    return bytes;
  }
}
