package org.quorate.study.file;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.quorate.core.quantity.Durations;
import org.quorate.core.quantity.Rates;
import org.quorate.study.plan.OffloadSettings;
import org.quorate.study.plan.Rest;

/** Reads the {@code offload} section. Stateless. */
final class OffloadReader {
  /** A look at every server costs some milliseconds. */
  private static final Duration SHORTEST = Duration.ofMillis(100);

  /** A day in some minutes; a year in an hour shows nothing. */
  private static final double MOST_SCALE = 1_000;

  /** What only servers that rest one by one have. */
  private static final List<String> ONE_BY_ONE = List.of("high", "awake", "window");

  private OffloadReader() {}

  /** The settings, or null where the file says nothing of off-loading. */
  static @Nullable OffloadSettings read(Section study) throws StudyFileException {
    Entry entry = study.find("offload");
    if (entry == null) {
      return null;
    }
    Section offload =
        entry.section(
            "rest",
            "gear",
            "capacity",
            "low",
            "high",
            "shortest-stay",
            "awake",
            "interval",
            "window",
            "time-scale");
    Entry gear = offload.find("gear");
    return gear == null ? oneByOne(offload) : gear(offload, gear.value().text());
  }

  /** What decides is {@link org.quorate.core.rest.GearPolicy}. */
  private static OffloadSettings gear(Section offload, String dataCenter)
      throws StudyFileException {
    for (String key : ONE_BY_ONE) {
      Entry meaningless = offload.find(key);
      if (meaningless != null) {
        throw meaningless
            .value()
            .refuse(
                key + " is of servers that rest one by one; a gear rests as a whole: remove it.");
      }
    }
    Duration interval = offload.value("interval", "1s").as(OffloadReader::interval);
    return new OffloadSettings(
        offload.value("rest", Rest.NONE.text()).as(Texts::rest),
        dataCenter,
        offload.required("capacity").value().as(OffloadReader::capacity),
        mark(offload, "low", OffloadSettings.DEFAULT_LOW_OF_GEAR),
        1,
        stay(offload),
        1,
        interval,
        interval,
        timeScale(offload));
  }

  private static OffloadSettings oneByOne(Section offload) throws StudyFileException {
    double low = mark(offload, "low", OffloadSettings.DEFAULT_LOW);
    Value high = offload.value("high", Double.toString(OffloadSettings.DEFAULT_HIGH));
    if (high.as(OffloadReader::share) <= low) {
      throw high.refuse(
          "the high mark "
              + high.text()
              + " must be above the low mark "
              + low
              + "; raise it, or lower the other.");
    }
    Duration interval =
        offload
            .value("interval", Durations.format(OffloadSettings.DEFAULT_INTERVAL))
            .as(OffloadReader::interval);
    Value window = offload.value("window", Durations.format(OffloadSettings.DEFAULT_WINDOW));
    if (window.as(text -> Runs.duration(text, true)).compareTo(interval) < 0) {
      throw window.refuse(
          "requests must be counted over at least one interval of "
              + Durations.format(interval)
              + "; lengthen it.");
    }
    return new OffloadSettings(
        offload.value("rest", Rest.NONE.text()).as(Texts::rest),
        null,
        offload.required("capacity").value().as(OffloadReader::capacity),
        low,
        high.as(OffloadReader::share),
        stay(offload),
        offload.value("awake", "1").as(OffloadReader::awake),
        interval,
        window.as(text -> Runs.duration(text, true)),
        timeScale(offload));
  }

  private static Duration stay(Section offload) throws StudyFileException {
    return offload
        .value("shortest-stay", Durations.format(OffloadSettings.DEFAULT_SHORTEST_STAY))
        .as(text -> Runs.duration(text, false));
  }

  private static double timeScale(Section offload) throws StudyFileException {
    return offload.value("time-scale", "1").as(OffloadReader::scale);
  }

  private static double scale(String text) {
    if (!text.matches("[1-9]\\d{0,3}(\\.\\d{1,3})?") || Double.parseDouble(text) > MOST_SCALE) {
      throw new IllegalArgumentException(
          "\"" + text + "\" is not a number from 1 to 1000, such as 60: an hour in a minute.");
    }
    return Double.parseDouble(text);
  }

  private static double mark(Section offload, String key, double otherwise)
      throws StudyFileException {
    return offload.value(key, Double.toString(otherwise)).as(OffloadReader::share);
  }

  private static double share(String text) {
    if (!text.matches("0?\\.\\d{1,4}|1(\\.0{1,4})?") || Double.parseDouble(text) == 0) {
      throw new IllegalArgumentException(
          "\"" + text + "\" is not a share above 0 and up to 1, such as 0.5.");
    }
    return Double.parseDouble(text);
  }

  private static double capacity(String text) {
    double perSecond = Rates.parse(text);
    if (!(perSecond > 0)) {
      throw new IllegalArgumentException("a server must be able to do more than 0 requests.");
    }
    return perSecond;
  }

  private static double awake(String text) {
    if (text.matches("[1-9]\\d{0,3}")) {
      return Integer.parseInt(text);
    }
    if (text.matches("0?\\.\\d{1,4}") && Double.parseDouble(text) > 0) {
      return Double.parseDouble(text);
    }
    throw new IllegalArgumentException(
        "\""
            + text
            + "\" is neither a number of servers, such as 1, nor a share of them below 1, such as"
            + " 0.5.");
  }

  private static Duration interval(String text) {
    Duration interval = Runs.duration(text, true);
    if (interval.compareTo(SHORTEST) < 0) {
      throw new IllegalArgumentException(
          "\"" + text + "\" is too short; it is decided every 100ms at most.");
    }
    return interval;
  }
}
