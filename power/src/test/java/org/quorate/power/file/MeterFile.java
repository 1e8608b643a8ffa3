package org.quorate.power.file;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.Map;
import org.quorate.power.MeterException;
import org.quorate.power.MeterKind;
import org.quorate.power.MeterSettings;
import org.quorate.power.PowerMeter;

/** A log file in a test, and the meter that reads it. */
final class MeterFile {
  /** When everything is received. */
  static final Instant NOW = Instant.parse("2026-05-01T10:00:00Z");

  /** The time of tests. */
  static final Clock CLOCK = Clock.fixed(NOW, ZoneOffset.UTC);

  private final Path path;

  MeterFile(Path path) {
    this.path = path;
  }

  Path path() {
    return path;
  }

  MeterFile append(String text) {
    try {
      Files.writeString(path, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Opens it with options, a name followed by its value. */
  PowerMeter open(MeterKind kind, String... options) throws MeterException, InterruptedException {
    Map<String, String> map = new LinkedHashMap<>();
    map.put("path", path.toString());
    for (int i = 0; i < options.length; i += 2) {
      map.put(options[i], options[i + 1]);
    }
    return kind.open(new MeterSettings(kind.name(), map));
  }
}
