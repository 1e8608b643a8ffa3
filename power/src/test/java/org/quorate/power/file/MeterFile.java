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

  /** Opens it with options, each as on the command line. */
  PowerMeter open(MeterKind kind, String... options) throws MeterException, InterruptedException {
    Map<String, String> map = new LinkedHashMap<>();
    map.put("path", path.toString());
    for (String option : options) {
      int equals = option.indexOf('=');
      map.put(option.substring(0, equals), option.substring(equals + 1));
    }
    return kind.open(new MeterSettings(kind.name(), map));
  }
}
