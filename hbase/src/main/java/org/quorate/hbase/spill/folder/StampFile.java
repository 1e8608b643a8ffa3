package org.quorate.hbase.spill.folder;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;

/**
 * What a file in {@code .stamps} says: how far the stamps of one process have gone. It is forced to
 * the disk before it takes the place of the one before, so a crash leaves the one or the other.
 *
 * @param given no stamp that was given before it was written is later, in milliseconds from 1970
 * @param reserved nor is one that was given after that and before the next file was written
 * @param cluster whose rows were stamped; empty where nobody knew
 */
record StampFile(long given, long reserved, Optional<String> cluster) {
  /** What stands behind its name before that. */
  static final String INCOMPLETE = ".new";

  /** More than the file ever has. */
  private static final int MOST_BYTES = 4 << 10;

  private static final String UNKNOWN_CLUSTER = "unknown";
  private static final Pattern TEXT =
      Pattern.compile("quorate-stamps 1 (\\d{1,18}) (\\d{1,18}) (.+)\n.*\n");

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
    Matcher parts = TEXT.matcher(text);
    if (parts.matches()) {
      StampFile read =
          new StampFile(
              Long.parseLong(parts.group(1)),
              Long.parseLong(parts.group(2)),
              Optional.of(parts.group(3)).filter(known -> !known.equals(UNKNOWN_CLUSTER)));
      if (read.text().equals(text)) {
        return read;
      }
    }
    throw new SpillFormatException("it is damaged, or of another version");
  }

  String text() {
    String line =
        "quorate-stamps 1 " + given + " " + reserved + " " + cluster.orElse(UNKNOWN_CLUSTER) + "\n";
    CRC32C checksum = new CRC32C();
    checksum.update(line.getBytes(StandardCharsets.UTF_8));
    return line + Long.toHexString(checksum.getValue()) + "\n";
  }
}
