package org.quorate.study.file;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.quorate.core.level.Level;
import org.quorate.core.text.Suggestions;
import org.quorate.core.workload.InvalidWorkloadException;
import org.quorate.study.plan.Cell;
import org.quorate.study.plan.ClusterSettings;
import org.quorate.study.plan.RunSettings;

/** Reads the {@code factors} section and makes the cells. Used by one thread at a time. */
final class CellsReader {
  private static final int MOST_CELLS = 10_000;

  private final Section study;
  private final Map<Factor, List<Value>> factors = new LinkedHashMap<>();

  CellsReader(Section study) throws StudyFileException {
    this.study = study;
    Entry entry = study.find("factors");
    if (entry == null) {
      return;
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
  }

  /** The factors that vary, in the order of the file. */
  List<Factor> varied() {
    return List.copyOf(factors.keySet());
  }

  /** Factor names to their levels, in the order of the file. */
  Map<String, List<String>> levels() {
    Map<String, List<String>> levels = new LinkedHashMap<>();
    factors.forEach(
        (factor, values) -> levels.put(factor.text(), values.stream().map(Value::text).toList()));
    return levels;
  }

  /** The workload of the first cell, so that a study whose workload varies has a base as well. */
  WorkloadChoice firstWorkload() throws StudyFileException {
    WorkloadChoice choice = WorkloadChoice.NONE;
    for (Map.Entry<Factor, List<Value>> factor : factors.entrySet()) {
      choice = factor.getKey().choose(choice, factor.getValue().get(0));
    }
    return choice;
  }

  /** Every combination of levels with its settings, the last factor changing fastest. */
  Map<Cell, RunSettings> cells(RunSettings base, WorkloadReader workloads)
      throws StudyFileException {
    Map<Cell, RunSettings> cells = new LinkedHashMap<>();
    for (Map<Factor, Value> combination : combinations()) {
      CellDraft draft = new CellDraft(base, WorkloadChoice.NONE);
      for (Factor factor : Factor.values()) {
        Value level = combination.get(factor);
        if (level != null) {
          draft = factor.apply(draft, level);
        }
      }
      RunSettings settings = draft.settings();
      requireReplicas(settings, combination);
      try {
        settings = settings.withWorkload(workloads.properties(draft.workload()).workload());
      } catch (InvalidWorkloadException e) {
        throw new StudyFileException(e);
      }
      Map<String, String> levels = new LinkedHashMap<>();
      combination.forEach((factor, value) -> levels.put(factor.text(), value.text()));
      cells.put(new Cell(levels), settings);
    }
    return cells;
  }

  private List<Map<Factor, Value>> combinations() {
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

  private void requireReplicas(RunSettings settings, Map<Factor, Value> combination)
      throws StudyFileException {
    ClusterSettings cluster = settings.cluster();
    int replicas = cluster.replicationFactor();
    if (replicas > cluster.smallestDataCenter()) {
      throw place(combination, Factor.REPLICATION_FACTOR, Factor.NODES)
          .refuse(
              "the replication factor "
                  + replicas
                  + " is above the "
                  + cluster.smallestDataCenter()
                  + (cluster.dataCenters().size() > 1
                      ? " nodes of the smallest data centre; "
                      : " nodes of the cluster; ")
                  + "lower it, or add nodes.");
    }
    if (cluster.dataCenters().size() == 1) {
      requireReachable(settings.readLevel(), replicas, combination, Factor.READ_LEVEL);
      requireReachable(settings.writeLevel(), replicas, combination, Factor.WRITE_LEVEL);
    }
  }

  private void requireReachable(
      Level level, int replicas, Map<Factor, Value> combination, Factor factor)
      throws StudyFileException {
    if (level.replicas(replicas) > replicas) {
      throw place(combination, factor, Factor.REPLICATION_FACTOR)
          .refuse(
              "the level "
                  + level
                  + " needs "
                  + level.replicas(replicas)
                  + " replicas, but the replication factor is "
                  + replicas
                  + ".");
    }
  }

  /** Where the fault is: at the level of the first of the factors that varies, or its section. */
  private Value place(Map<Factor, Value> combination, Factor first, Factor second)
      throws StudyFileException {
    for (Factor factor : List.of(first, second)) {
      @Nullable Value level = combination.get(factor);
      if (level != null) {
        return level;
      }
    }
    return switch (first) {
      case READ_LEVEL -> value("levels", "read");
      case WRITE_LEVEL -> value("levels", "write");
      default -> value("cluster", "replication-factor");
    };
  }

  private Value value(String section, String key) throws StudyFileException {
    Entry entry = study.find(section);
    return entry == null
        ? study.value(section + "." + key, "")
        : new Section(entry, entry.entries()).value(key, "");
  }
}
