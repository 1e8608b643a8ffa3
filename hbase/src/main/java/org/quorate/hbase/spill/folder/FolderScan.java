package org.quorate.hbase.spill.folder;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.hbase.TableName;
import org.jspecify.annotations.Nullable;
import org.quorate.hbase.spill.SpillRecord;

/**
 * One look through all records of a folder that nobody writes to: every checksum is tried, and what
 * is not acknowledged is read as it will be applied, and counted. One segment is in memory at a
 * time.
 *
 * @param parts in the order of their numbers; where there is a damage, up to that
 * @param writes that are not acknowledged; one that a crash left in two segments counts twice
 * @param tables how many of these each table has
 * @param notes sentences about what is left out, and why nothing is lost by that
 * @param damage where reading ended, if it was allowed to end before a damage
 */
record FolderScan(
    List<Part> parts,
    long writes,
    Map<TableName, Long> tables,
    List<String> notes,
    Optional<SpillDamagedException> damage) {

  /**
   * A segment, and among which sequences those of its writes are that are not acknowledged.
   *
   * @param highest less than the lowest where there are none
   */
  record Part(Path segment, long lowest, long highest) {}

  /** What is done with a record. */
  interface Visitor {
    void visit(SegmentReader.Frame frame) throws IOException;
  }

  /**
   * Looks through a folder.
   *
   * @param beforeDamage whether to end at a damage instead of failing
   * @throws SpillDamagedException if something is damaged
   * @throws SpillFormatException if a segment is none, or of another version, or a write in it
   *     cannot be read
   */
  static FolderScan of(Path folder, boolean beforeDamage) throws IOException {
    Look look = new Look();
    List<Path> segments = Segment.files(folder);
    try {
      for (Path segment : segments) {
        look.at(segment, segment.equals(segments.get(segments.size() - 1)));
      }
    } catch (SpillDamagedException e) {
      if (!beforeDamage) {
        throw e;
      }
      look.damage = e;
    }
    return new FolderScan(
        List.copyOf(look.parts),
        look.writes,
        Map.copyOf(look.tables),
        List.copyOf(look.notes),
        Optional.ofNullable(look.damage));
  }

  /**
   * Visits the records of a part that are not acknowledged, up to the damage that is known.
   *
   * @throws SpillDamagedException if something else is damaged meanwhile
   */
  void read(Part part, Visitor visitor) throws IOException {
    try {
      SegmentReader unused = read(part.segment(), visitor);
    } catch (SpillDamagedException e) {
      if (damage.isEmpty() || !damage.get().file().equals(part.segment())) {
        throw e;
      }
    }
  }

  private static SegmentReader read(Path segment, Visitor visitor) throws IOException {
    Set<Long> acknowledged = AcknowledgementFile.read(Segment.acknowledgementFile(segment));
    SegmentReader reader = SegmentReader.open(segment);
    for (SegmentReader.Frame frame = reader.next(); frame != null; frame = reader.next()) {
      if (!acknowledged.contains(frame.sequence())) {
        visitor.visit(frame);
      }
    }
    return reader;
  }

  private static final class Look {
    private final List<Part> parts = new ArrayList<>();
    private final Map<TableName, Long> tables = new TreeMap<>();
    private final List<String> notes = new ArrayList<>();
    private long writes;
    private long lowest;
    private long highest;
    private @Nullable SpillDamagedException damage;

    void at(Path segment, boolean last) throws IOException {
      lowest = Long.MAX_VALUE;
      highest = Long.MIN_VALUE;
      try {
        end(read(segment, this::count), segment, last);
      } finally {
        parts.add(new Part(segment, lowest, highest));
      }
    }

    private void count(SegmentReader.Frame frame) throws IOException {
      SpillRecord write = MutationReader.read(frame.sequence(), frame.payload());
      tables.merge(write.table(), 1L, Long::sum);
      writes++;
      lowest = Math.min(lowest, frame.sequence());
      highest = Math.max(highest, frame.sequence());
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
  }
}
