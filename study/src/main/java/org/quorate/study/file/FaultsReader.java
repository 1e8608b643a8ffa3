package org.quorate.study.file;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.quorate.core.quantity.Durations;
import org.quorate.core.text.Suggestions;
import org.quorate.study.fault.FaultEvent;
import org.quorate.study.fault.FaultOrder;
import org.quorate.study.fault.LoadFault;
import org.quorate.study.plan.LoadShape;
import org.quorate.study.plan.RunSettings;

/**
 * The {@code faults} section, with what the chosen scale has instead: one time line for all runs,
 * or several by name, which are levels of the factor {@code fault}.
 *
 * @param section where the file says it; null where it does not
 * @param lines events by name; one without a name is of all runs
 */
record FaultsReader(@Nullable Entry section, Map<String, List<FaultReader.Planned>> lines) {
  /** The level of the factor at which nothing is done. */
  static final String NONE = "none";

  private static final String FAULTS = "faults";
  private static final String UNNAMED = "";

  /** Reads the section at every scale, and keeps that of the chosen one. */
  static FaultsReader read(Section study, StudyOverrides overrides) throws StudyFileException {
    FaultsReader own = of(study.find(FAULTS));
    FaultsReader chosen = own;
    for (String scale : Runs.scaleNames(study)) {
      Entry entry = Runs.faultsOfScale(study, scale);
      if (entry != null) {
        FaultsReader changed = own.with(of(entry), entry);
        chosen = scale.equals(overrides.scale()) ? changed : chosen;
      }
    }
    return chosen;
  }

  private static FaultsReader of(@Nullable Entry entry) throws StudyFileException {
    Map<String, List<FaultReader.Planned>> lines = new LinkedHashMap<>();
    if (entry == null) {
      return new FaultsReader(null, lines);
    }
    if (!entry.isMapping()) {
      lines.put(UNNAMED, line(entry));
      return new FaultsReader(entry, lines);
    }
    for (Map.Entry<String, Entry> each : entry.entries().entrySet()) {
      if (!each.getKey().matches("[A-Za-z][A-Za-z0-9-]{0,47}") || each.getKey().equals(NONE)) {
        throw each.getValue()
            .refuse(
                "a time line is called by letters, digits and -, and not none, which is the level"
                    + " without faults.");
      }
      lines.put(each.getKey(), line(each.getValue()));
    }
    if (lines.isEmpty()) {
      throw entry.refuse("there is no time line; write one, or remove it.");
    }
    return new FaultsReader(entry, lines);
  }

  private static List<FaultReader.Planned> line(Entry entry) throws StudyFileException {
    List<FaultReader.Planned> line = new ArrayList<>();
    FaultReader.@Nullable Planned before = null;
    for (Entry item : entry.items()) {
      FaultReader.Planned next = FaultReader.read(item);
      if (before != null && next.event().at().compareTo(before.event().at()) < 0) {
        throw next.at()
            .refuse(
                "the event before it is later, at "
                    + Durations.format(before.event().at())
                    + "; write events in the order of their time.");
      }
      line.add(next);
      before = next;
    }
    return line;
  }

  private FaultsReader with(FaultsReader ofScale, Entry place) throws StudyFileException {
    for (String name : ofScale.lines.keySet()) {
      if (!lines.containsKey(name)) {
        throw place.refuse(
            "a scale may change the time lines of the study, which has "
                + (lines.isEmpty()
                    ? "none"
                    : lines.containsKey(UNNAMED) ? "one without a name" : names())
                + "; write it under faults of the study too.");
      }
    }
    Map<String, List<FaultReader.Planned>> changed = new LinkedHashMap<>(lines);
    changed.putAll(ofScale.lines);
    return new FaultsReader(section, changed);
  }

  private String names() {
    return String.join(", ", lines.keySet());
  }

  /** Refuses time lines with a name in a study in which no part varies the fault. */
  void requireUse(boolean varied) throws StudyFileException {
    if (section != null && !varied && !lines.containsKey(UNNAMED)) {
      throw section.refuse(
          "no run has these faults; vary the factor fault over "
              + names()
              + ", or write one list for all runs.");
    }
  }

  /**
   * A cell with its faults.
   *
   * @param level of the factor {@code fault}; null where the cell has none
   * @throws StudyFileException if there is no such time line, or the cell's runs cannot have it
   */
  RunSettings put(RunSettings cell, @Nullable Value level) throws StudyFileException {
    if (level != null && lines.containsKey(UNNAMED)) {
      throw level.refuse(
          "the study has one time line for all runs; give it a name under faults, or remove the"
              + " factor.");
    }
    if (level != null && !level.text().equals(NONE) && !lines.containsKey(level.text())) {
      List<String> known = new ArrayList<>(lines.keySet());
      known.add(NONE);
      throw level.refuse(
          "\""
              + level.text()
              + "\" is no time line under faults; there is "
              + String.join(", ", known)
              + "."
              + Suggestions.didYouMean(level.text(), known));
    }
    List<FaultReader.Planned> line =
        lines.getOrDefault(level == null ? UNNAMED : level.text(), List.of());
    check(line, cell);
    List<FaultEvent> events = line.stream().map(FaultReader.Planned::event).toList();
    return events.isEmpty() ? cell : cell.with(run -> run.faults = events);
  }

  private static void check(List<FaultReader.Planned> line, RunSettings cell)
      throws StudyFileException {
    FaultOrder order =
        new FaultOrder(
            cell.cluster().nodes(),
            cell.cluster().smallestDataCenter() - cell.cluster().replicationFactor(),
            line.stream().map(planned -> planned.event().fault()).toList());
    for (FaultReader.Planned planned : line) {
      if (cell.isOfUnknownLength()) {
        throw planned
            .at()
            .refuse(
                "a run that ends with its operations or rows may be over by then; remove operations"
                    + " and empty-table from runs, or the faults.");
      }
      if (planned.event().at().compareTo(cell.duration()) >= 0) {
        throw planned
            .at()
            .refuse(
                "a run is over after "
                    + Durations.format(cell.duration())
                    + "; let the event come earlier, or make duration longer.");
      }
      if (planned.event().fault() instanceof LoadFault && cell.load() instanceof LoadShape.Closed) {
        throw planned
            .deed()
            .refuse(
                "a closed loop sends as fast as it is answered, so its load has no multiple; take an"
                    + " open loop, such as load: {arrivals: poisson 700/s}.");
      }
      Optional<String> problem = order.follow(planned.event().fault());
      if (problem.isPresent()) {
        throw planned.deed().refuse(problem.get());
      }
    }
  }
}
