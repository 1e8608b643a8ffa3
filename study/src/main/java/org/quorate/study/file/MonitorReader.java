package org.quorate.study.file;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.quorate.core.quantity.ByteSizes;
import org.quorate.core.quantity.Durations;
import org.quorate.core.text.Suggestions;
import org.quorate.study.plan.MonitorSettings;

/** Reads the {@code monitor} section. Stateless. */
final class MonitorReader {
  /** A look at every node costs a few milliseconds. */
  private static final Duration SHORTEST = Duration.ofMillis(50);

  private MonitorReader() {}

  /** The settings, or null where the file says nothing of a monitor. */
  static @Nullable MonitorSettings read(Section study) throws StudyFileException {
    Entry entry = study.find("monitor");
    if (entry == null) {
      return null;
    }
    Section monitor = entry.section("interval", "propagation", "window", "bandwidth");
    MonitorSettings otherwise = MonitorSettings.DEFAULT;
    String propagation =
        monitor.value("propagation", otherwise.propagation()).as(MonitorReader::source);
    return new MonitorSettings(
        monitor
            .value("interval", Durations.format(otherwise.interval()))
            .as(MonitorReader::interval),
        propagation,
        monitor
            .value("window", Durations.format(otherwise.window()))
            .as(text -> Runs.duration(text, false)),
        bandwidth(monitor.find("bandwidth"), propagation));
  }

  private static Duration interval(String text) {
    Duration interval = Runs.duration(text, true);
    if (interval.compareTo(SHORTEST) < 0) {
      throw new IllegalArgumentException(
          "\"" + text + "\" is too short; a monitor looks at most every 50ms.");
    }
    return interval;
  }

  private static String source(String text) {
    if (!MonitorSettings.PROPAGATION_SOURCES.contains(text)) {
      throw new IllegalArgumentException(
          "\""
              + text
              + "\" is no source of the propagation time; choose among "
              + String.join(", ", MonitorSettings.PROPAGATION_SOURCES)
              + "."
              + Suggestions.didYouMean(text, MonitorSettings.PROPAGATION_SOURCES));
    }
    return text;
  }

  private static @Nullable Long bandwidth(@Nullable Entry entry, String propagation)
      throws StudyFileException {
    if (entry == null) {
      return null;
    }
    if (!propagation.equals("network")) {
      throw entry.refuse(
          "only the propagation time of the source network is computed from a bandwidth, but it is"
              + " taken from "
              + propagation
              + "; remove it.");
    }
    return entry
        .value()
        .as(
            text -> {
              long perSecond = ByteSizes.parsePerSecond(text);
              if (perSecond == 0) {
                throw new IllegalArgumentException("a bandwidth must be above 0.");
              }
              return perSecond;
            });
  }
}
