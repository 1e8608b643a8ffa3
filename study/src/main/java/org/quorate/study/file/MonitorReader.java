package org.quorate.study.file;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.quorate.core.quantity.ByteSizes;
import org.quorate.core.quantity.Durations;
import org.quorate.core.text.Suggestions;
import org.quorate.study.plan.MonitorErrors;
import org.quorate.study.plan.MonitorSettings;

/** Reads the {@code monitor} section. Stateless. */
final class MonitorReader {
  /** A look at every node costs a few milliseconds. */
  private static final Duration SHORTEST = Duration.ofMillis(50);

  /** The ranges are those of the library. */
  private static final Duration SHORTEST_EVIDENCE = Duration.ofMillis(100);

  private static final Duration LONGEST_EVIDENCE = Duration.ofHours(1);
  private static final Duration SHORTEST_BUDGET = Duration.ofSeconds(10);
  private static final Duration LONGEST_BUDGET = Duration.ofDays(1);
  private static final String NONE = "none";

  private static final String[] KEYS = {
    "interval",
    "propagation",
    "window",
    "bandwidth",
    "evidence",
    "error-budget",
    "propagation-error",
    "lost-pairs"
  };

  private MonitorReader() {}

  /** The settings, or null where the file says nothing of a monitor. */
  static @Nullable MonitorSettings read(Section study) throws StudyFileException {
    Entry entry = study.find("monitor");
    if (entry == null) {
      return null;
    }
    Section monitor = entry.section(KEYS);
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
        bandwidth(monitor.find("bandwidth"), propagation),
        monitor.value("evidence", NONE).as(MonitorReader::evidence).orElse(null),
        monitor
            .value("error-budget", Durations.format(MonitorSettings.DEFAULT_ERROR_BUDGET))
            .as(MonitorReader::errorBudget)
            .orElse(null),
        new MonitorErrors(
            monitor
                .value("propagation-error", otherwise.errors().propagationText())
                .as(Texts::times),
            monitor
                .value("lost-pairs", otherwise.errors().lostPairsText())
                .as(Texts::shareFromZero)));
  }

  private static Optional<Duration> evidence(String text) {
    return within(
        text, SHORTEST_EVIDENCE, LONGEST_EVIDENCE, "evidence is exchanged every 100ms to every 1h");
  }

  private static Optional<Duration> errorBudget(String text) {
    return within(text, SHORTEST_BUDGET, LONGEST_BUDGET, "an error budget is over 10s to one day");
  }

  private static Optional<Duration> within(
      String text, Duration shortest, Duration longest, String range) {
    if (text.equals(NONE)) {
      return Optional.empty();
    }
    Duration stated = Runs.duration(text, true);
    if (stated.compareTo(shortest) < 0 || stated.compareTo(longest) > 0) {
      throw new IllegalArgumentException("\"" + text + "\" is out of range; " + range + ".");
    }
    return Optional.of(stated);
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
    if (!MonitorSettings.COMPUTED_SOURCES.contains(propagation)) {
      throw entry.refuse(
          "only the propagation time of the sources "
              + String.join(" and ", MonitorSettings.COMPUTED_SOURCES)
              + " is computed from a bandwidth, but it is taken from "
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
