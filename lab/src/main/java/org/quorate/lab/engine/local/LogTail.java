package org.quorate.lab.engine.local;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The end of a log file, read without reading the rest. */
public final class LogTail {
  /** Room for some hundred lines. */
  private static final int BYTES = 1 << 16;

  private LogTail() {}

  /** The last lines, oldest first, {@code count} at most; none where the file cannot be read. */
  public static List<String> of(Path file, int count) {
    if (!Files.isRegularFile(file)) {
      return List.of();
    }
    try (RandomAccessFile access = new RandomAccessFile(file.toFile(), "r")) {
      long from = Math.max(0, access.length() - BYTES);
      byte[] end = new byte[(int) (access.length() - from)];
      access.seek(from);
      access.readFully(end);
      List<String> lines = new String(end, StandardCharsets.UTF_8).lines().toList();
      // The first line may have lost its beginning.
      int first = Math.max(from > 0 ? 1 : 0, lines.size() - count);
      return List.copyOf(lines.subList(Math.min(first, lines.size()), lines.size()));
    } catch (IOException unreadable) {
      return List.of();
    }
  }
}
