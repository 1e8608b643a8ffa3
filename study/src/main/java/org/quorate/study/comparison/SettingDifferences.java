package org.quorate.study.comparison;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.quorate.core.workload.Workload;
import org.quorate.study.comparison.StudyComparison.SettingDifference;
import org.quorate.study.plan.Cell;
import org.quorate.study.plan.CellSettings;
import org.quorate.study.plan.RunSettings;
import org.quorate.study.plan.Study;

/** In which settings and facts two studies differ, where that concerns the same cells. Pure. */
final class SettingDifferences {
  private static final String NONE = "none";
  private static final String WORKLOAD = "workload";

  /** How much of a disk is free is never the same twice. */
  private static final String FREE = ", [^,]* free$";

  private final ComparedStudy first;
  private final ComparedStudy second;
  private final List<Cell> cells;
  private final List<SettingDifference> differences = new ArrayList<>();

  /**
   * @param cells that both studies have
   */
  SettingDifferences(ComparedStudy first, ComparedStudy second, List<Cell> cells) {
    this.first = first;
    this.second = second;
    this.cells = cells;
  }

  /** The settings of cells, then what holds for the studies, then where they ran. */
  List<SettingDifference> all() {
    Set<String> known = ofCells();
    workload();
    differ(ofStudy(first.study()), ofStudy(second.study()));
    Map<String, String> firstFacts = facts(first);
    Map<String, String> secondFacts = facts(second);
    firstFacts.keySet().removeAll(known);
    secondFacts.keySet().removeAll(known);
    differ(firstFacts, secondFacts);
    return differences;
  }

  /** The names of all settings that were looked at. */
  private Set<String> ofCells() {
    Set<String> names = new LinkedHashSet<>();
    Map<String, Map<List<String>, Integer>> found = new LinkedHashMap<>();
    for (Cell cell : cells) {
      Map<String, String> one = CellSettings.of(settings(first, cell));
      Map<String, String> two = CellSettings.of(settings(second, cell));
      for (String name : names(one, two)) {
        names.add(name);
        List<String> both = List.of(one.getOrDefault(name, NONE), two.getOrDefault(name, NONE));
        if (!both.get(0).equals(both.get(1))) {
          found.computeIfAbsent(name, n -> new LinkedHashMap<>()).merge(both, 1, Integer::sum);
        }
      }
    }
    found.forEach(
        (name, each) ->
            each.forEach(
                (both, count) ->
                    differences.add(new SettingDifference(name, both.get(0), both.get(1), count))));
    return names;
  }

  private static RunSettings settings(ComparedStudy study, Cell cell) {
    RunSettings settings = study.study().cells().get(cell);
    if (settings == null) {
      throw new IllegalArgumentException(study.place() + " has no cell " + cell.label() + ".");
    }
    return settings;
  }

  /** Properties are told as the studies set them, where some cell's rows or operations differ. */
  private void workload() {
    long differing =
        cells.stream()
            .filter(
                cell ->
                    !essence(settings(first, cell).workload())
                        .equals(essence(settings(second, cell).workload())))
            .count();
    if (differing == 0) {
      return;
    }
    Map<String, String> one = properties(first.study());
    Map<String, String> two = properties(second.study());
    if (one.equals(two)) {
      differences.add(
          new SettingDifference(WORKLOAD, "its own rows or operations", "others", (int) differing));
    } else {
      differ(one, two);
    }
  }

  private static List<Object> essence(Workload workload) {
    return List.of(
        workload.recordCount(),
        workload.insertStart(),
        workload.insertCount(),
        workload.fields(),
        workload.mix(),
        workload.requests(),
        workload.scans(),
        workload.keyNames());
  }

  private static Map<String, String> properties(Study study) {
    Map<String, String> properties = new LinkedHashMap<>(study.settings());
    properties.keySet().removeIf(name -> !name.startsWith(WORKLOAD));
    return properties;
  }

  private static Map<String, String> ofStudy(Study study) {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("backend", study.backend());
    settings.put("seed", Long.toString(study.seed()));
    settings.put("order of runs", study.design().order().name().toLowerCase(java.util.Locale.ROOT));
    settings.put("clusters", study.design().clustersInTurn() ? "in turn" : "in a row");
    settings.put("first repetitions left out", Integer.toString(study.design().dropped()));
    int every = study.design().restartEvery();
    settings.put("clusters started anew", every == 0 ? NONE : "every " + every + " blocks");
    settings.put("warm-up cut", study.design().warmUpCut() ? "by a detector" : NONE);
    return settings;
  }

  private static Map<String, String> facts(ComparedStudy study) {
    Map<String, String> facts = new LinkedHashMap<>();
    study
        .facts()
        .forEach(
            (name, value) ->
                facts.put(name, name.startsWith("disk") ? value.replaceFirst(FREE, "") : value));
    return facts;
  }

  private void differ(Map<String, String> one, Map<String, String> two) {
    for (String name : names(one, two)) {
      String ofOne = one.getOrDefault(name, NONE);
      String ofTwo = two.getOrDefault(name, NONE);
      if (!ofOne.equals(ofTwo)) {
        differences.add(new SettingDifference(name, ofOne, ofTwo, cells.size()));
      }
    }
  }

  private static Set<String> names(Map<String, String> one, Map<String, String> two) {
    Set<String> names = new LinkedHashSet<>(one.keySet());
    names.addAll(two.keySet());
    return names;
  }
}
