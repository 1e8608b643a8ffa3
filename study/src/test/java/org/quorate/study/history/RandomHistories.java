package org.quorate.study.history;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.quorate.core.history.HistoryFormat;

/** Lines of histories with ties, concurrency, odd keys and every kind of operation. */
final class RandomHistories {
  private static final String[] LEVELS = {"ONE", "QUORUM", "ALL", "LOCAL_ONE"};
  private static final String[] KEYS = {"user", "\"a,b\"\"c\"\"\"", "é", "user-", "x y "};

  private RandomHistories() {}

  static List<String> lines(long seed, int operations, int keys) {
    Random random = new Random(seed);
    int instants = 4 + 4 * operations / keys;
    int versions = 2 + operations / keys;
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < operations; i++) {
      boolean write = random.nextBoolean();
      int luck = random.nextInt(10);
      String outcome = luck == 0 ? "timeout" : luck == 1 ? "error" : "ok";
      long invoke = random.nextInt(instants) - instants / 2L;
      long complete = invoke + random.nextInt(2 + instants / 4);
      boolean noVersion = !write && (luck < 2 || random.nextInt(6) == 0);
      String version = noVersion ? "" : String.valueOf(random.nextInt(versions) - versions / 3);
      int key = random.nextInt(keys);
      String name = KEYS[key % KEYS.length];
      String number = String.valueOf(key / KEYS.length);
      lines.add(
          String.join(
              ",",
              write ? "write" : "read",
              name.endsWith("\"")
                  ? name.substring(0, name.length() - 1) + number + "\""
                  : name + number,
              version,
              String.valueOf(invoke),
              outcome.equals("timeout") ? "" : String.valueOf(complete),
              random.nextBoolean() ? "c" + random.nextInt(3) : String.valueOf(random.nextInt(3)),
              LEVELS[random.nextInt(LEVELS.length)],
              outcome));
    }
    Collections.shuffle(lines, random);
    return lines;
  }

  static Path write(Path file, List<String> lines) throws IOException {
    try (OutputStream raw = Files.newOutputStream(file);
        OutputStream out =
            new BufferedOutputStream(
                file.toString().endsWith(".gz") ? new GZIPOutputStream(raw) : raw, 1 << 16)) {
      out.write((HistoryFormat.HEADER + "\n").getBytes(StandardCharsets.UTF_8));
      for (String line : lines) {
        out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
      }
    }
    return file;
  }
}
