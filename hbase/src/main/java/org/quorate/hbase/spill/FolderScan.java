package org.quorate.hbase.spill;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.hadoop.hbase.TableName;
import org.jspecify.annotations.Nullable;

/**
 * One look through all records of a folder that nobody writes to: every checksum is tried, and what
 * is not acknowledged is read as it will be applied, and counted. The memory needed does not grow
 * with the size of the spill.
 *
 * @param segments in the order of their numbers
 * @param writes that are not acknowledged; one that a crash left in two segments counts twice
 * @param tables how many of these each table has
 * @param notes sentences about what is left out, and why nothing is lost by that
 * @param damage where reading ended, if it was allowed to end before a damage
 */
record FolderScan(
    List<Path> segments,
    long writes,
    Map<TableName, Long> tables,
    List<String> notes,
    Optional<SpillDamagedException> damage) {

  /**
   * Looks through a folder.
   *
   * @param beforeDamage whether to end at a damage instead of failing
   * @throws SpillDamagedException if something is damaged
   * @throws SpillFormatException if a segment is none, or of another version, or a write in it
   *     cannot be read
   */
  static FolderScan of(Path folder, boolean beforeDamage) throws IOException {
    Look look = new Look(Segment.files(folder));
    try {
      look.all();
    } catch (SpillDamagedException e) {
      if (!beforeDamage) {
        throw e;
      }
      look.damage = e;
    }
    return look.result();
  }

  /** Whether a segment is the one that is damaged. */
  boolean isDamaged(Path segment) {
    return damage.isPresent() && damage.get().file().equals(segment);
  }

  /** Whether a place in a segment is at a damage or behind it. */
  boolean isBehindDamage(Path segment, long position) {
    return isDamaged(segment) && position >= damage.map(SpillDamagedException::position).orElse(0L);
  }

  private static final class Look {
    private final List<Path> segments;
    private final Map<TableName, Long> tables = new TreeMap<>();
    private final List<String> notes = new ArrayList<>();
    private long writes;
    private @Nullable SpillDamagedException damage;

    Look(List<Path> segments) {
      this.segments = segments;
    }

    void all() throws IOException {
      for (int index = 0; index < segments.size(); index++) {
        Path segment = segments.get(index);
        SequenceTable acknowledged = AcknowledgementFile.read(Segment.acknowledgementFile(segment));
        try (SegmentReader reader = SegmentReader.open(segment)) {
          records(reader, acknowledged);
          end(reader, segment, index == segments.size() - 1);
        }
      }
    }

    private void records(SegmentReader reader, SequenceTable acknowledged) throws IOException {
      SegmentReader.Frame frame = reader.next();
      while (frame != null) {
        long sequence = frame.sequence();
        if (!acknowledged.contains(sequence)) {
          writes++;
          SpillRecord write = MutationReader.read(sequence, frame.payload());
          tables.merge(write.table(), 1L, Long::sum);
        }
        frame = reader.next();
      }
    }

    private void end(SegmentReader reader, Path segment, boolean last) throws IOException {
      if (reader.end() != SegmentReader.End.ORDERLY && !last) {
        throw new SpillDamagedException(
            segment,
            reader.position(),
            "it ends here, without the record that ends every segment but the last");
      }
      // Before the header is whole no write is accepted, so none can be missing then.
      if (reader.end() == SegmentReader.End.CUT && reader.header().isPresent()) {
        noteRest(reader, segment, "the beginning of a write that was cut off before it was");
      } else if (reader.end() == SegmentReader.End.TORN) {
        noteRest(reader, segment, "of writes that a crash of the machine tore before they were");
      }
    }

    private void noteRest(SegmentReader reader, Path segment, String what) {
      notes.add(
          "The last "
              + reader.bytesLeft()
              + " bytes of "
              + segment
              + " are "
              + what
              + " accepted; they are left out.");
    }

    FolderScan result() {
      return new FolderScan(
          segments, writes, Map.copyOf(tables), List.copyOf(notes), Optional.ofNullable(damage));
    }
  }
}
