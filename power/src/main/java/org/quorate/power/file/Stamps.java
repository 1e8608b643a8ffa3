package org.quorate.power.file;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.DateTimeParseException;
import java.time.temporal.TemporalAccessor;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads time stamps of one format. Local times are of a given zone; in the hour that the end of
 * summer time repeats, a stamp is taken for the second pass where the first would lie before the
 * stamp read last. Remembers that one stamp; used by one thread at a time.
 */
final class Stamps {
  /** How a time is written. */
  enum Format {
    /** Seconds since 1970, fractions allowed. */
    EPOCH_S("epoch-s"),
    /** Milliseconds since 1970, fractions allowed. */
    EPOCH_MS("epoch-ms"),
    /** Date and time with {@code T} or a space between, local where it has no offset. */
    ISO("iso"),
    /**
     * Numbers as PowerJoular writes them: of any length, with spaces before them and the
     * milliseconds as a whole number, so that {@code . 45} is 45 ms.
     */
    PARTS("parts");

    private final String text;

    Format(String text) {
      this.text = text;
    }

    /** Its name in settings. */
    String text() {
      return text;
    }
  }

  private static final Pattern NUMBER = Pattern.compile("(\\d{1,16})(?:\\.(\\d{1,20}))?");
  private static final Pattern PARTS =
      Pattern.compile(
          "\\s*(\\d{4})-\\s*(\\d{1,2})-\\s*(\\d{1,2})\\s+"
              + "(\\d{1,2}):\\s*(\\d{1,2}):\\s*(\\d{1,2})(?:\\.\\s*(\\d{1,3}))?\\s*");
  private static final DateTimeFormatter ISO =
      new DateTimeFormatterBuilder()
          .append(DateTimeFormatter.ISO_LOCAL_DATE)
          .appendLiteral('T')
          .append(DateTimeFormatter.ISO_LOCAL_TIME)
          .optionalStart()
          .appendOffset("+HH:MM", "Z")
          .optionalEnd()
          .optionalStart()
          .appendOffset("+HHMM", "Z")
          .optionalEnd()
          .optionalStart()
          .appendOffset("+HH", "Z")
          .optionalEnd()
          .toFormatter(Locale.ROOT);
  private static final int DATE = 10;
  private static final Instant EARLIEST = Instant.parse("1990-01-01T00:00:00Z");
  private static final Instant LATEST = Instant.parse("2200-01-01T00:00:00Z");

  private final Format format;
  private final ZoneId zone;
  private final Duration offset;
  private Instant last = Instant.MIN;

  /**
   * Stamps of a format.
   *
   * @param zone of local times
   * @param offset added to every stamp; negative where the clock that made them was ahead
   */
  Stamps(Format format, ZoneId zone, Duration offset) {
    this.format = format;
    this.zone = zone;
    this.offset = offset;
  }

  /**
   * The time that a text says.
   *
   * @throws UnreadableLine when it says none, or one before 1990 or after 2200
   */
  Instant read(String text) throws UnreadableLine {
    Instant instant;
    try {
      instant =
          switch (format) {
            case EPOCH_S -> epoch(text.strip(), 1_000_000_000L);
            case EPOCH_MS -> epoch(text.strip(), 1_000_000L);
            case ISO -> iso(text.strip());
            case PARTS -> parts(text);
          };
    } catch (DateTimeException | ArithmeticException e) {
      throw unreadable(text);
    }
    if (instant.isBefore(EARLIEST) || instant.isAfter(LATEST)) {
      throw new UnreadableLine(
          "the time \"" + text.strip() + "\", read as " + format.text + ", is of another century");
    }
    last = instant;
    return instant.plus(offset);
  }

  private Instant epoch(String text, long nanoseconds) throws UnreadableLine {
    Matcher matcher = NUMBER.matcher(text);
    if (!matcher.matches()) {
      throw unreadable(text);
    }
    long units = Long.parseLong(matcher.group(1));
    long perSecond = 1_000_000_000L / nanoseconds;
    String digits = matcher.group(2);
    double fraction = digits == null ? 0 : Double.parseDouble("0." + digits);
    return Instant.ofEpochSecond(units / perSecond)
        .plusNanos(units % perSecond * nanoseconds + Math.round(fraction * nanoseconds));
  }

  private Instant iso(String text) {
    String joined =
        text.length() > DATE && text.charAt(DATE) == ' '
            ? text.substring(0, DATE) + "T" + text.substring(DATE + 1).replace(" ", "")
            : text;
    TemporalAccessor parsed = ISO.parseBest(joined, OffsetDateTime::from, LocalDateTime::from);
    return parsed instanceof OffsetDateTime time
        ? time.toInstant()
        : local(LocalDateTime.from(parsed));
  }

  private Instant parts(String text) throws UnreadableLine {
    Matcher matcher = PARTS.matcher(text);
    if (!matcher.matches()) {
      throw unreadable(text);
    }
    int[] numbers = new int[7];
    for (int i = 0; i < numbers.length; i++) {
      String group = matcher.group(i + 1);
      numbers[i] = group == null ? 0 : Integer.parseInt(group);
    }
    return local(
        LocalDateTime.of(
            numbers[0],
            numbers[1],
            numbers[2],
            numbers[3],
            numbers[4],
            numbers[5],
            Math.toIntExact(Duration.ofMillis(numbers[6]).toNanos())));
  }

  private Instant local(LocalDateTime time) {
    List<ZoneOffset> offsets = zone.getRules().getValidOffsets(time);
    for (ZoneOffset candidate : offsets) {
      Instant instant = time.toInstant(candidate);
      if (!instant.isBefore(last)) {
        return instant;
      }
    }
    return time.atZone(zone).toInstant();
  }

  private UnreadableLine unreadable(String text) {
    return new UnreadableLine("\"" + text.strip() + "\" is no time of format " + format.text);
  }

  /**
   * Reads one stamp of a setting.
   *
   * @throws DateTimeParseException when it says no time
   */
  static Instant setting(String text, ZoneId zone) {
    return new Stamps(Format.ISO, zone, Duration.ZERO).iso(text.strip());
  }
}
