package org.quorate.study.file;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.quorate.core.level.Level;
import org.quorate.core.quantity.Durations;
import org.quorate.core.text.Suggestions;
import org.quorate.study.plan.Design;

/**
 * How often and how long cells are run: the {@code runs} section with what overrides it.
 *
 * @param secondRead level of a second read after each read, or null for none
 * @param operations after which a run ends, or 0 for what the workload says
 * @param emptyTable whether each run begins with an empty table
 */
record Runs(
    int repetitions,
    Duration warmUp,
    Duration settle,
    Duration duration,
    boolean history,
    long seed,
    @Nullable Level secondRead,
    long operations,
    boolean emptyTable,
    Design design) {
  private static final String[] KEYS = {
    "repetitions",
    "warm-up",
    "settle",
    "duration",
    "operations",
    "history",
    "seed",
    "second-read",
    "empty-table",
    "order",
    "clusters",
    "drop-first",
    "warm-up-cut",
    "restart-every"
  };

  /** What a part may say of its own runs; the rest holds for a study as a whole. */
  private static final String[] PART_KEYS = {
    "repetitions", "warm-up", "settle", "duration", "operations"
  };

  private static final String PARTS = "parts";
  private static final String FACTORS = "factors";
  private static final String WORKLOAD = "workload";
  private static final String FAULTS = "faults";
  private static final long MOST_OPERATIONS = 1_000_000_000_000L;
  private static final Duration LONGEST = Duration.ofDays(7);

  /**
   * Reads the section, the scale that the overrides choose, and the overrides' own values, each
   * winning over the one before.
   */
  static Runs read(Section study, StudyOverrides overrides) throws StudyFileException {
    return read(study, overrides, new PartReader("", Map.of(), null, true, null));
  }

  /**
   * The same for the runs of one part: what the part says of them wins over section and scale, what
   * the scale says of this very part over that, and the command line over all.
   */
  static Runs read(Section study, StudyOverrides overrides, PartReader part)
      throws StudyFileException {
    Map<String, Entry> scales = scales(study);
    Map<String, Value> values = new HashMap<>();
    Entry section = study.find("runs");
    if (section != null) {
      put(section.section(KEYS), values);
    }
    String name = overrides.scale();
    Section scale = name == null ? null : scale(chosen(name, scales));
    if (scale != null) {
      put(scale, values);
    }
    Entry own = part.runs();
    if (own != null) {
      put(own.section(PART_KEYS), values);
    }
    if (scale != null && !part.name().isEmpty()) {
      Entry named = partsOf(scale).get(part.name());
      if (named != null) {
        put(ofPart(named), values);
      }
    }
    for (Map.Entry<String, String> override : overrides.runs().entrySet()) {
      Value value =
          new Value("the command line", 0, "runs." + override.getKey(), override.getValue());
      if (!Arrays.asList(KEYS).contains(override.getKey())) {
        throw value.refuse(
            "this key is not known; runs has "
                + String.join(", ", KEYS)
                + "."
                + Suggestions.didYouMean(override.getKey(), Arrays.asList(KEYS)));
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
        value(values, study, "seed", "42").wholeNumber(Long.MIN_VALUE, Long.MAX_VALUE),
        value(values, study, "second-read", "none").as(Texts::secondRead).orElse(null),
        value(values, study, "operations", "0").wholeNumber(0, MOST_OPERATIONS),
        value(values, study, "empty-table", "false").yesOrNo(),
        design(values, study));
  }

  private static Design design(Map<String, Value> values, Section study) throws StudyFileException {
    Value dropped = value(values, study, "drop-first", "0");
    Design design =
        new Design(
            value(values, study, "order", "random")
                .as(
                    text ->
                        Texts.oneOf(
                            text,
                            Map.of("random", Design.Order.RANDOM, "abba", Design.Order.ABBA))),
            value(values, study, "clusters", "in-row")
                .as(text -> Texts.oneOf(text, Map.of("in-row", false, "in-turn", true))),
            (int) dropped.wholeNumber(0, 10_000),
            value(values, study, "warm-up-cut", "none")
                .as(text -> Texts.oneOf(text, Map.of("none", false, "detect", true))),
            (int) value(values, study, "restart-every", "0").wholeNumber(0, 10_000));
    long repetitions = value(values, study, "repetitions", "5").wholeNumber(1, 10_000);
    if (design.dropped() >= repetitions) {
      throw dropped.refuse(
          "of "
              + repetitions
              + " repetitions none would be left to count; repeat more often, or drop fewer.");
    }
    return design;
  }

  private static Value value(
      Map<String, Value> values, Section study, String key, String otherwise) {
    Value value = values.get(key);
    return value != null
        ? value
        : new Value(study.self().file(), study.self().line(), "runs." + key, otherwise);
  }

  private static void put(Section section, Map<String, Value> values) throws StudyFileException {
    for (Map.Entry<String, Entry> entry : section.entries().entrySet()) {
      if (!List.of(PARTS, FACTORS, WORKLOAD, FAULTS).contains(entry.getKey())) {
        values.put(entry.getKey(), entry.getValue().value());
      }
    }
  }

  private static Section scale(Entry entry) throws StudyFileException {
    return entry.section(
        Stream.concat(Arrays.stream(KEYS), Stream.of(WORKLOAD, PARTS, FACTORS, FAULTS))
            .toArray(String[]::new));
  }

  private static Section ofPart(Entry entry) throws StudyFileException {
    return entry.section(
        Stream.concat(Arrays.stream(PART_KEYS), Stream.of(FACTORS)).toArray(String[]::new));
  }

  /**
   * The levels of factors that the chosen scale has instead of a part's own; the ones that it gives
   * for this very part come last.
   */
  static List<Entry> factorsOfScale(Section study, StudyOverrides overrides, String part)
      throws StudyFileException {
    String name = overrides.scale();
    if (name == null) {
      return List.of();
    }
    List<Entry> factors = new ArrayList<>();
    Section scale = scale(chosen(name, scales(study)));
    Entry all = scale.find(FACTORS);
    if (all != null) {
      factors.add(all);
    }
    Entry named = part.isEmpty() ? null : partsOf(scale).get(part);
    Entry own = named == null ? null : ofPart(named).find(FACTORS);
    if (own != null) {
      factors.add(own);
    }
    return factors;
  }

  /** YCSB properties that the chosen scale sets, by name. */
  static Map<String, Entry> workloadOfScale(Section study, StudyOverrides overrides)
      throws StudyFileException {
    String name = overrides.scale();
    Entry workload = name == null ? null : scale(chosen(name, scales(study))).find(WORKLOAD);
    return workload == null ? Map.of() : workload.entries();
  }

  /** The time lines of faults that a scale has instead of the study's, or null. */
  static @Nullable Entry faultsOfScale(Section study, String scale) throws StudyFileException {
    return scale(chosen(scale, scales(study))).find(FAULTS);
  }

  private static Map<String, Entry> partsOf(Section scale) throws StudyFileException {
    Entry parts = scale.find(PARTS);
    return parts == null ? Map.of() : parts.entries();
  }

  /** The keys that a part may have for its own runs. */
  static List<String> partKeys() {
    return List.of(PART_KEYS);
  }

  /** The names of the scales. */
  static Set<String> scaleNames(Section study) throws StudyFileException {
    return scales(study).keySet();
  }

  /** Every scale, each checked whether it is chosen or not. */
  private static Map<String, Entry> scales(Section study) throws StudyFileException {
    Entry entry = study.find("scales");
    if (entry == null) {
      return Map.of();
    }
    Map<String, Entry> scales = entry.entries();
    Entry parts = study.find(PARTS);
    List<String> names = parts == null ? List.of() : List.copyOf(parts.entries().keySet());
    for (Entry each : scales.values()) {
      Section scale = scale(each);
      check(scale, study);
      Entry workload = scale.find(WORKLOAD);
      if (workload != null) {
        for (Map.Entry<String, Entry> property : workload.entries().entrySet()) {
          WorkloadReader.refuseWhatRunsDecide(property.getValue(), property.getKey());
        }
      }
      for (Map.Entry<String, Entry> part : partsOf(scale).entrySet()) {
        if (!names.contains(part.getKey())) {
          throw part.getValue()
              .refuse(
                  "the study has no part of this name; it has "
                      + (names.isEmpty() ? "none" : String.join(", ", names))
                      + "."
                      + Suggestions.didYouMean(part.getKey(), names));
        }
        check(ofPart(part.getValue()), study);
      }
    }
    return scales;
  }

  private static void check(Section section, Section study) throws StudyFileException {
    Map<String, Value> values = new HashMap<>();
    Entry base = study.find("runs");
    if (base != null) {
      put(base.section(KEYS), values);
    }
    put(section, values);
    of(values, study);
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
