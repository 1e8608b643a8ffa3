package org.quorate.hbase.spill.folder;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Acknowledgements of several segments, which are written down in the order of their writes,
 * whatever files they belong to. So whenever that is cut short, nothing is noted of a write without
 * that of an earlier one: applied again alone, the earlier would come after the later, and win
 * where both wrote one cell with one timestamp. What is added must be all that came up to one
 * moment. Not thread-safe.
 */
final class AcknowledgementBatch {
  /** What comes when so many wait is forgotten. */
  private static final int MOST = 1 << 18;

  private final List<Note> notes = new ArrayList<>();

  private record Note(long sequence, AcknowledgementFile file) {}

  /** Notes that a write in the segment of a file is acknowledged. Never waits for the disk. */
  void add(long sequence, AcknowledgementFile file) {
    if (notes.size() < MOST) {
      notes.add(new Note(sequence, file));
    }
  }

  /** Whether it is time to write. */
  boolean isLarge() {
    return notes.size() >= MOST / 2;
  }

  /**
   * Writes what was added. A file that the disk refuses is left out.
   *
   * @return how many bytes the files have grown by
   */
  long write() {
    notes.sort(Comparator.comparingLong(Note::sequence));
    long bytes = 0;
    int from = 0;
    for (int to = 1; to <= notes.size(); to++) {
      AcknowledgementFile file = notes.get(from).file();
      if (to == notes.size() || notes.get(to).file() != file) {
        bytes += file.write(notes.subList(from, to).stream().mapToLong(Note::sequence).toArray());
        from = to;
      }
    }
    notes.clear();
    return bytes;
  }
}
