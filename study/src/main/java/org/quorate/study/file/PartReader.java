package org.quorate.study.file;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.quorate.core.policy.PolicyParser;
import org.quorate.core.text.Suggestions;

/**
 * One set of cells as the file says it: its factors with their levels, and what it says of its
 * runs.
 *
 * @param name in the file; empty for the factors of a study without parts
 * @param runs what the part says of its own runs, or null
 * @param watched whether a monitor watches the part's runs, where the study has one
 * @param tolerance the largest stale-read rate that it states for all of its cells, or null
 */
record PartReader(
    String name,
    Map<Factor, List<Value>> factors,
    @Nullable Entry runs,
    boolean watched,
    @Nullable Double tolerance) {
  private static final int MOST_CELLS = 10_000;

  /**
   * The parts of a study that are to be run, in the order of the file; at least one. Where the
   * chosen scale or the venue has other levels of a factor, these; the venue's win.
   */
  static List<PartReader> read(Section study, StudyOverrides overrides) throws StudyFileException {
    List<PartReader> scaled = new ArrayList<>();
    for (PartReader part : chosen(read(study), overrides.parts())) {
      Map<Factor, List<Value>> changed = new LinkedHashMap<>(part.factors());
      List<Entry> others = new ArrayList<>(Runs.factorsOfScale(study, overrides, part.name()));
      others.addAll(VenueReader.factors(overrides.venue()));
      for (Entry factors : others) {
        for (Map.Entry<Factor, List<Value>> each : factors(factors).entrySet()) {
          changed.computeIfPresent(each.getKey(), (factor, levels) -> each.getValue());
        }
      }
      scaled.add(
          new PartReader(part.name(), changed, part.runs(), part.watched(), part.tolerance()));
    }
    return scaled;
  }

  /** The parts that the command line names; all where it names none. */
  private static List<PartReader> chosen(List<PartReader> parts, List<String> names)
      throws StudyFileException {
    List<String> known = names(parts);
    for (String name : names) {
      if (!known.contains(name)) {
        throw new Value("the command line", 0, "parts", name)
            .refuse(
                "the study has no part \""
                    + name
                    + "\"; it has "
                    + (known.isEmpty() ? "none" : String.join(", ", known))
                    + "."
                    + Suggestions.didYouMean(name, known));
      }
    }
    return names.isEmpty()
        ? parts
        : parts.stream().filter(part -> names.contains(part.name())).toList();
  }

  /** The names of all parts of a study; none where it has no parts. */
  static List<String> namesOfAll(Section study) throws StudyFileException {
    return names(read(study));
  }

  private static List<String> names(List<PartReader> parts) {
    return parts.stream().map(PartReader::name).filter(name -> !name.isEmpty()).toList();
  }

  private static List<PartReader> read(Section study) throws StudyFileException {
    Entry parts = study.find("parts");
    Entry factors = study.find("factors");
    if (parts == null) {
      return List.of(new PartReader("", factors(factors), null, true, null));
    }
    if (factors != null) {
      throw factors.refuse("the study has parts, each with factors of its own; move these to one.");
    }
    List<PartReader> read = new ArrayList<>();
    for (Map.Entry<String, Entry> each : parts.entries().entrySet()) {
      if (!each.getKey().matches("[A-Za-z][A-Za-z0-9-]{0,47}")) {
        throw each.getValue().refuse("the name of a part is made of letters, digits and -.");
      }
      Section part = each.getValue().section("factors", "runs", "monitor", "tolerance");
      read.add(
          new PartReader(
              each.getKey(),
              factors(part.required("factors")),
              part.find("runs"),
              part.value("monitor", "true").yesOrNo(),
              tolerance(part.find("tolerance"))));
    }
    if (read.isEmpty()) {
      throw parts.refuse("there is no part; write one, or factors instead.");
    }
    refuseTwoPolicies(read);
    return read;
  }

  /** The tolerance that an entry states; null without one. */
  static @Nullable Double tolerance(@Nullable Entry entry) throws StudyFileException {
    return entry == null ? null : entry.value().as(PolicyParser::tolerance);
  }

  private static Map<Factor, List<Value>> factors(@Nullable Entry entry) throws StudyFileException {
    Map<Factor, List<Value>> factors = new LinkedHashMap<>();
    if (entry == null) {
      return factors;
    }
    long cells = 1;
    for (Map.Entry<String, Entry> each : entry.entries().entrySet()) {
      Entry levels = each.getValue();
      Factor factor = Factor.named(each.getKey()).orElse(null);
      if (factor == null) {
        throw levels.refuse(
            "this is no factor; choose among "
                + String.join(", ", Factor.names())
                + "."
                + Suggestions.didYouMean(each.getKey(), Factor.names()));
      }
      List<Value> values = levels.values();
      List<String> texts = new ArrayList<>();
      for (Value value : values) {
        if (texts.contains(value.text())) {
          throw value.refuse("the level " + value.text() + " is there twice.");
        }
        texts.add(value.text());
      }
      factors.put(factor, values);
      cells *= values.size();
      if (cells > MOST_CELLS) {
        throw entry.refuse("these are more than " + MOST_CELLS + " cells; take levels out.");
      }
    }
    refuseTwoPolicies(List.of(new PartReader("", factors, null, true, null)));
    return factors;
  }

  /** The level of reads would depend on which of the two is put in last. */
  private static void refuseTwoPolicies(List<PartReader> parts) throws StudyFileException {
    List<Value> levels = varied(parts, Factor.READ_LEVEL);
    if (!levels.isEmpty() && !varied(parts, Factor.POLICY).isEmpty()) {
      throw levels
          .get(0)
          .refuse(
              "the study varies policy as well, and both say at which level reads are sent; keep"
                  + " policy, whose levels may be consistency levels too.");
    }
  }

  private static List<Value> varied(List<PartReader> parts, Factor factor) {
    return parts.stream()
        .flatMap(part -> part.factors().getOrDefault(factor, List.of()).stream())
        .toList();
  }

  /** Factor names to their levels, in the order of the file. */
  Map<String, List<String>> levels() {
    Map<String, List<String>> levels = new LinkedHashMap<>();
    factors.forEach(
        (factor, values) -> levels.put(factor.text(), values.stream().map(Value::text).toList()));
    return levels;
  }

  /** Every combination of levels, the last factor changing fastest. */
  List<Map<Factor, Value>> combinations() {
    List<Map<Factor, Value>> combinations = List.of(Collections.emptyMap());
    for (Map.Entry<Factor, List<Value>> factor : factors.entrySet()) {
      List<Map<Factor, Value>> longer = new ArrayList<>();
      for (Map<Factor, Value> combination : combinations) {
        for (Value level : factor.getValue()) {
          Map<Factor, Value> next = new LinkedHashMap<>(combination);
          next.put(factor.getKey(), level);
          longer.add(next);
        }
      }
      combinations = longer;
    }
    return combinations;
  }
}
