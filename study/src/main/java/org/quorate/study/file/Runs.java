package org.quorate.study.file;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.quorate.core.quantity.Durations;
import org.quorate.core.text.Suggestions;

/** How often and how long cells are run: the {@code runs} section with what overrides it. */
record Runs(
    int repetitions,
    Duration warmUp,
    Duration settle,
    Duration duration,
    boolean history,
    long seed) {
  private static final String[] KEYS = {
    "repetitions", "warm-up", "settle", "duration", "history", "seed"
  };
  private static final Duration LONGEST = Duration.ofDays(7);

  /**
   * Reads the section, the scale that the overrides choose, and the overrides' own values, each
   * winning over the one before.
   */
  static Runs read(Section study, StudyOverrides overrides) throws StudyFileException {
    Map<String, Entry> scales = scales(study);
    Map<String, Value> values = new HashMap<>();
    Entry section = study.find("runs");
    if (section != null) {
      put(section, values);
    }
    String scale = overrides.scale();
    if (scale != null) {
      put(chosen(scale, scales), values);
    }
    for (Map.Entry<String, String> override : overrides.runs().entrySet()) {
      Value value =
          new Value("the command line", 0, "runs." + override.getKey(), override.getValue());
      if (!java.util.Arrays.asList(KEYS).contains(override.getKey())) {
        throw value.refuse(
            "this key is not known; runs has "
                + String.join(", ", KEYS)
                + "."
                + Suggestions.didYouMean(override.getKey(), java.util.Arrays.asList(KEYS)));
      }
      values.put(override.getKey(), value);
    }
    return of(values, study);
  }

  private static Runs of(Map<String, Value> values, Section study) throws StudyFileException {
    return new Runs(
        (int) value(values, study, "repetitions", "5").wholeNumber(1, 10_000),
        value(values, study, "warm-up", "10s").as(text -> duration(text, false)),
        value(values, study, "settle", "1s").as(text -> duration(text, false)),
        value(values, study, "duration", "10s").as(text -> duration(text, true)),
        value(values, study, "history", "true").yesOrNo(),
        value(values, study, "seed", "42").wholeNumber(Long.MIN_VALUE, Long.MAX_VALUE));
  }

  private static Value value(
      Map<String, Value> values, Section study, String key, String otherwise) {
    Value value = values.get(key);
    return value != null
        ? value
        : new Value(study.self().file(), study.self().line(), "runs." + key, otherwise);
  }

  private static void put(Entry section, Map<String, Value> values) throws StudyFileException {
    for (Map.Entry<String, Entry> entry : section.section(KEYS).entries().entrySet()) {
      values.put(entry.getKey(), entry.getValue().value());
    }
  }

  /** Every scale, each checked whether it is chosen or not. */
  private static Map<String, Entry> scales(Section study) throws StudyFileException {
    Entry entry = study.find("scales");
    if (entry == null) {
      return Map.of();
    }
    Map<String, Entry> scales = entry.entries();
    for (Entry scale : scales.values()) {
      Map<String, Value> values = new HashMap<>();
      put(scale, values);
      of(values, study);
    }
    return scales;
  }

  private static Entry chosen(String name, Map<String, Entry> scales) throws StudyFileException {
    @Nullable Entry scale = scales.get(name);
    if (scale == null) {
      throw new Value("the command line", 0, "scale", name)
          .refuse(
              "the study has no scale \""
                  + name
                  + "\"; "
                  + (scales.isEmpty()
                      ? "it has none at all."
                      : "it has " + String.join(", ", scales.keySet()) + "."));
    }
    return scale;
  }

  static Duration duration(String text, boolean positive) {
    Duration duration = Durations.parse(text);
    if (positive && duration.isZero()) {
      throw new IllegalArgumentException("it must be longer than 0.");
    }
    if (duration.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException("\"" + text + "\" is longer than 7 days.");
    }
    return duration;
  }
}
