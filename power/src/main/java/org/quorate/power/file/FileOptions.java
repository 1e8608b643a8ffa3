package org.quorate.power.file;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.quorate.core.quantity.Durations;
import org.quorate.core.text.Suggestions;
import org.quorate.power.MeterException;
import org.quorate.power.MeterSettings;

/**
 * What all meters of files may be told.
 *
 * @param zone of stamps without an offset
 * @param clockOffset added to stamps
 * @param fromEnd whether what is in the file already is passed over
 * @param period time between lines
 * @param delay how late lines may be written
 * @param badLines how many lines may be unreadable
 */
record FileOptions(
    Path path,
    ZoneId zone,
    Duration clockOffset,
    boolean fromEnd,
    Duration period,
    Duration delay,
    int badLines) {
  private static final int BAD_LINES = 100;

  /** The options, and those that a kind has beside them. */
  static Map<String, String> descriptions(Duration period, Map<String, String> own) {
    Map<String, String> options = new LinkedHashMap<>();
    options.put("path", "the file");
    options.putAll(own);
    options.put("time-zone", "of local times, such as Europe/Paris; this machine's by default");
    options.put("clock-offset", "added to time stamps, such as 1.5s or -2h; 0 by default");
    options.put("from", "start (default), or end to pass over what is in the file already");
    options.put("period", "time between lines, " + Durations.format(period) + " by default");
    options.put("delay", "how long a line may be kept back by its writer; 0 by default");
    options.put("bad-lines", "how many unreadable lines to skip, " + BAD_LINES + " by default");
    return options;
  }

  /**
   * Reads the options.
   *
   * @param clock whose zone local times are of by default
   * @throws MeterException when one is wrong, or the file cannot be read
   */
  static FileOptions of(MeterSettings settings, Duration period, Clock clock)
      throws MeterException {
    Path path = Path.of(settings.required("path"));
    if (!Files.isRegularFile(path) || !Files.isReadable(path)) {
      throw new MeterException(
          "There is no file "
              + path
              + " that can be read; start the logger first, or correct path=….");
    }
    String from = settings.optional("from").orElse("start");
    if (!from.equals("start") && !from.equals("end")) {
      throw wrong(settings, "from", from, "start or end");
    }
    Duration time = duration(settings, "period").orElse(period);
    if (time.isNegative() || time.isZero()) {
      throw wrong(settings, "period", settings.required("period"), "a duration above zero");
    }
    return new FileOptions(
        path,
        zone(settings, clock),
        duration(settings, "clock-offset").orElse(Duration.ZERO),
        from.equals("end"),
        time,
        duration(settings, "delay").orElse(Duration.ZERO),
        badLines(settings));
  }

  private static int badLines(MeterSettings settings) throws MeterException {
    Optional<String> text = settings.optional("bad-lines");
    if (text.isEmpty()) {
      return BAD_LINES;
    }
    try {
      return Integer.parseUnsignedInt(text.get());
    } catch (NumberFormatException e) {
      throw wrong(settings, "bad-lines", text.get(), "a number");
    }
  }

  private static ZoneId zone(MeterSettings settings, Clock clock) throws MeterException {
    Optional<String> text = settings.optional("time-zone");
    if (text.isEmpty()) {
      return clock.getZone();
    }
    try {
      return ZoneId.of(text.get());
    } catch (DateTimeException e) {
      throw new MeterException(
          "There is no time-zone=\""
              + text.get()
              + "\"; write one such as Europe/Paris, UTC or +02:00."
              + Suggestions.didYouMean(text.get(), ZoneId.getAvailableZoneIds()),
          e);
    }
  }

  /** A duration that may have a sign. */
  private static Optional<Duration> duration(MeterSettings settings, String name)
      throws MeterException {
    Optional<String> option = settings.optional(name);
    if (option.isEmpty()) {
      return Optional.empty();
    }
    String text = option.get().strip();
    boolean negative = text.startsWith("-");
    try {
      Duration duration =
          Durations.parse(negative || text.startsWith("+") ? text.substring(1) : text);
      return Optional.of(negative ? duration.negated() : duration);
    } catch (IllegalArgumentException e) {
      throw new MeterException(
          "The option " + name + " of the meter " + settings.kind() + ": " + e.getMessage(), e);
    }
  }

  /** One of a few words. */
  static String word(MeterSettings settings, String name, List<String> words, String otherwise)
      throws MeterException {
    String word = settings.optional(name).orElse(otherwise);
    if (!words.contains(word)) {
      throw wrong(settings, name, word, String.join(", ", words), words);
    }
    return word;
  }

  private static MeterException wrong(
      MeterSettings settings, String name, String value, String right) {
    return wrong(settings, name, value, right, List.of());
  }

  private static MeterException wrong(
      MeterSettings settings, String name, String value, String right, List<String> words) {
    return new MeterException(
        "The option "
            + name
            + "=\""
            + value
            + "\" of the meter "
            + settings.kind()
            + " must be "
            + right
            + "."
            + Suggestions.didYouMean(value, words));
  }
}
