package org.quorate.hbase.spill.folder;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What the file {@code format} in a spill's folder says: the version of the format, who made it,
 * and for which cluster. It is forced to the disk before it gets its name, so no crash leaves a
 * folder of a spill with half of it.
 *
 * @param process its number on that host; for people, since numbers are used again
 * @param cluster the id of the cluster that the writes are for; empty where whoever wrote them did
 *     not know
 */
record FolderFormat(Instant created, String host, long process, Optional<String> cluster) {
  static final String FILE = "format";

  /** Its name before that. */
  static final String INCOMPLETE = "format.new";

  /** More than the file ever has. */
  private static final int MOST_BYTES = 4 << 10;

  private static final int LONGEST_HOST = 255;

  private static final String NAME = "quorate-spill ";
  private static final String CREATED = "created ";
  private static final String HOST = "host ";
  private static final String PROCESS = "process ";
  private static final String CLUSTER = "cluster ";
  private static final String UNKNOWN_CLUSTER = "unknown";

  /** Of a folder that this process makes now. */
  static FolderFormat ofThisProcess(Optional<String> cluster) {
    return new FolderFormat(Instant.now(), hostName(), ProcessHandle.current().pid(), cluster);
  }

  /** Writes it to a folder, which is a spill's only when it is {@linkplain #complete complete}. */
  void write(Path folder) throws IOException {
    String text =
        String.join(
            "\n",
            NAME + SegmentHeader.VERSION,
            CREATED + created,
            HOST + host,
            PROCESS + process,
            CLUSTER + cluster.orElse(UNKNOWN_CLUSTER),
            "");
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    try (SegmentFile file = SegmentFile.create(folder.resolve(INCOMPLETE))) {
      file.write(bytes, 0, bytes.length);
      file.force();
    }
  }

  /** Gives it its name. */
  static void complete(Path folder) throws IOException {
    Files.move(folder.resolve(INCOMPLETE), folder.resolve(FILE), StandardCopyOption.ATOMIC_MOVE);
  }

  /**
   * Reads it.
   *
   * @throws SpillFormatException if the folder is no spill's, or of another version
   */
  static FolderFormat read(Path folder) throws IOException {
    List<String> lines;
    try (InputStream file = Files.newInputStream(folder.resolve(FILE))) {
      lines = new String(file.readNBytes(MOST_BYTES), StandardCharsets.UTF_8).lines().toList();
    } catch (NoSuchFileException e) {
      throw new SpillFormatException(
          folder + " is not the folder of a spill: it has no file \"format\"; check the path.", e);
    }
    String first = lines.isEmpty() ? "" : lines.get(0);
    if (!first.startsWith(NAME)) {
      throw new SpillFormatException(
          folder.resolve(FILE)
              + " does not begin with \""
              + NAME
              + SegmentHeader.VERSION
              + "\", so the folder is not a spill's, or damaged; check the path.");
    }
    String version = first.substring(NAME.length());
    if (!version.equals(Integer.toString(SegmentHeader.VERSION))) {
      throw SegmentHeader.otherVersion(folder.toString(), version);
    }
    try {
      return new FolderFormat(
          Instant.parse(value(lines, CREATED)),
          value(lines, HOST),
          Long.parseLong(value(lines, PROCESS)),
          Optional.of(value(lines, CLUSTER)).filter(cluster -> !cluster.equals(UNKNOWN_CLUSTER)));
    } catch (DateTimeException | IllegalArgumentException e) {
      throw new SpillFormatException(
          folder.resolve(FILE) + " is damaged (" + e.getMessage() + "); restore it.", e);
    }
  }

  /** Whether both clusters are known, and not the same. */
  boolean isForAnother(Optional<String> own) {
    return cluster.isPresent() && own.isPresent() && !cluster.equals(own);
  }

  private static String value(List<String> lines, String key) {
    return lines.stream()
        .filter(line -> line.startsWith(key))
        .map(line -> line.substring(key.length()))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("\"" + key.strip() + "\" is missing"));
  }

  private static String hostName() {
    String name = System.getenv("HOSTNAME");
    if (name != null && !name.isBlank()) {
      return inOneLine(name);
    }
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "unknown";
    }
  }

  /** A variable of the environment may hold anything, but must not make the file unreadable. */
  static String inOneLine(String name) {
    String line = name.strip().replaceAll("\\s+", " ");
    return line.substring(0, Math.min(line.length(), LONGEST_HOST));
  }
}
