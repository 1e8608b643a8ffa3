package org.quorate.hbase.spill.folder;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * What a file in {@code .stamps} says: how far the stamps of one process have gone. It is forced to
 * the disk before it takes the place of the one before, so a crash leaves the one or the other.
 *
 * @param cluster whose rows were stamped; empty where nobody knew
 * @param given no stamp that was given before it was written is later, in milliseconds
 * @param reserved nor is one that was given after that and before the next file was written
 */
record StampFile(Optional<String> cluster, long given, long reserved) {
  /** What stands behind its name before that. */
  static final String INCOMPLETE = ".new";

  /** More than the file ever has. */
  private static final int MOST_BYTES = 4 << 10;

  private static final String FIRST = "quorate-stamps 1";
  private static final String GIVEN = "given ";
  private static final String RESERVED = "reserved ";

  /** Returns when the file is on the disk, and so is its name. */
  void write(Path folder, String name, SegmentFile.Maker maker) throws IOException {
    Path incomplete = folder.resolve(name + INCOMPLETE);
    Files.deleteIfExists(incomplete);
    byte[] bytes = text().getBytes(StandardCharsets.UTF_8);
    try (SegmentFile file = maker.create(incomplete)) {
      file.write(bytes, 0, bytes.length);
      file.force();
    }
    Files.move(incomplete, folder.resolve(name), StandardCopyOption.ATOMIC_MOVE);
    Directories.force(folder);
  }

  /**
   * Reads one.
   *
   * @throws SpillFormatException if it is not, byte for byte, what this version writes
   */
  static StampFile read(Path file) throws IOException {
    String text;
    try (InputStream bytes = Files.newInputStream(file)) {
      text = new String(bytes.readNBytes(MOST_BYTES), StandardCharsets.UTF_8);
    }
    List<String> lines = text.lines().toList();
    @Nullable IllegalArgumentException problem = null;
    try {
      StampFile read =
          new StampFile(
              FolderFormat.cluster(lines),
              Long.parseLong(FolderFormat.value(lines, GIVEN)),
              Long.parseLong(FolderFormat.value(lines, RESERVED)));
      if (read.text().equals(text)) {
        return read;
      }
    } catch (IllegalArgumentException e) {
      problem = e;
    }
    throw new SpillFormatException(
        file + " is damaged, or of another version; restore it, or remove it.", problem);
  }

  /** Whether both clusters are known, and not the same. */
  boolean isForAnother(Optional<String> own) {
    return cluster.isPresent() && own.isPresent() && !cluster.equals(own);
  }

  /** Its checksum is that of the lines before. */
  private String text() {
    String lines =
        String.join(
            "\n",
            FIRST,
            FolderFormat.CLUSTER + cluster.orElse(FolderFormat.UNKNOWN_CLUSTER),
            GIVEN + given,
            RESERVED + reserved,
            "");
    CRC32C checksum = new CRC32C();
    checksum.update(lines.getBytes(StandardCharsets.UTF_8));
    return lines + "crc32c " + Long.toHexString(checksum.getValue()) + "\n";
  }
}
