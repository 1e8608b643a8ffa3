package org.quorate.study.file;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.quorate.core.level.Level;
import org.quorate.core.workload.InvalidWorkloadException;
import org.quorate.core.workload.Workload;
import org.quorate.study.plan.Capability;
import org.quorate.study.plan.Cell;
import org.quorate.study.plan.ClusterSettings;
import org.quorate.study.plan.Part;
import org.quorate.study.plan.RunSettings;

/** Reads the {@code factors} or {@code parts} and makes the cells. Used by one thread at a time. */
final class CellsReader {
  private final Section study;
  private final List<PartReader> parts;
  private final FaultsReader faults;

  CellsReader(Section study, StudyOverrides overrides) throws StudyFileException {
    this.study = study;
    this.parts = PartReader.read(study, overrides);
    this.faults = FaultsReader.read(study, overrides);
    faults.requireUse(levelsOfAnyScale().containsKey(Factor.FAULT.text()));
  }

  /** The parts that are run, as the file says them. */
  List<PartReader> read() {
    return parts;
  }

  /** The names of the study's parts that are not run. */
  List<String> leftOut() throws StudyFileException {
    List<String> names = parts.stream().map(PartReader::name).toList();
    return PartReader.namesOfAll(study).stream().filter(name -> !names.contains(name)).toList();
  }

  /** The factors that vary in any part, in the order of appearance. */
  List<Factor> varied() {
    return parts.stream().flatMap(part -> part.factors().keySet().stream()).distinct().toList();
  }

  /** Whether a factor varies in every part, so that nothing else need say what it decides. */
  boolean variesEverywhere(Factor factor) {
    return parts.stream().allMatch(part -> part.factors().containsKey(factor));
  }

  /** Factor names to the levels that they have in any part, in the order of appearance. */
  Map<String, List<String>> levels() {
    return levels(parts);
  }

  /** The same with the levels that factors have at any scale of the file, chosen or not. */
  Map<String, List<String>> levelsOfAnyScale() throws StudyFileException {
    List<PartReader> all = new ArrayList<>(parts);
    all.addAll(PartReader.read(study, StudyOverrides.NONE));
    for (String scale : Runs.scaleNames(study)) {
      StudyOverrides chosen = new StudyOverrides(List.of(), Map.of(), scale, Map.of());
      all.addAll(PartReader.read(study, chosen));
    }
    return levels(all);
  }

  private static Map<String, List<String>> levels(List<PartReader> parts) {
    Map<String, Set<String>> all = new LinkedHashMap<>();
    for (PartReader part : parts) {
      part.levels()
          .forEach(
              (factor, levels) ->
                  all.computeIfAbsent(factor, name -> new LinkedHashSet<>()).addAll(levels));
    }
    Map<String, List<String>> levels = new LinkedHashMap<>();
    all.forEach((factor, each) -> levels.put(factor, List.copyOf(each)));
    return levels;
  }

  /** The workload of the first cell, so that a study whose workload varies has a base as well. */
  WorkloadChoice firstWorkload() throws StudyFileException {
    WorkloadChoice choice = WorkloadChoice.NONE;
    for (Map.Entry<Factor, List<Value>> factor : parts.get(0).factors().entrySet()) {
      choice = factor.getKey().choose(choice, factor.getValue().get(0));
    }
    return choice;
  }

  /** The parts with their cells, and how often these are run. */
  List<Part> parts(StudyOverrides overrides) throws StudyFileException {
    List<Part> read = new ArrayList<>();
    for (PartReader part : parts) {
      read.add(
          new Part(
              part.name(),
              part.levels(),
              new LinkedHashSet<>(part.combinations().stream().map(CellsReader::cell).toList()),
              Runs.read(study, overrides, part).repetitions(),
              part.tolerance() != null
                  ? part.tolerance()
                  : PartReader.tolerance(study.find("tolerance"))));
    }
    return read;
  }

  /** The cells of all parts, each once, with its settings. */
  Map<Cell, RunSettings> cells(
      RunSettings base, StudyOverrides overrides, UserProperties user, WorkloadReader workloads)
      throws StudyFileException {
    Map<Cell, RunSettings> cells = new LinkedHashMap<>();
    long ofStudy = Runs.read(study, overrides).operations();
    for (PartReader part : parts) {
      Runs runs = Runs.read(study, overrides, part);
      Duration duration = user.duration(runs.duration(), base.workload());
      RunSettings ofPart =
          base.with(
              run -> {
                run.warmUp = runs.warmUp();
                run.settle = runs.settle();
                run.duration = duration;
                run.operations = runs.operations() == ofStudy ? run.operations : runs.operations();
                run.monitor = part.watched() ? run.monitor : null;
              });
      for (Map<Factor, Value> combination : part.combinations()) {
        Cell cell = cell(combination);
        if (!cells.containsKey(cell)) {
          cells.put(cell, settings(ofPart, combination, workloads));
        }
      }
    }
    return cells;
  }

  private static Cell cell(Map<Factor, Value> combination) {
    Map<String, String> levels = new LinkedHashMap<>();
    combination.forEach((factor, value) -> levels.put(factor.text(), value.text()));
    return new Cell(levels);
  }

  private RunSettings settings(
      RunSettings base, Map<Factor, Value> combination, WorkloadReader workloads)
      throws StudyFileException {
    CellDraft draft = new CellDraft(base, WorkloadChoice.NONE);
    for (Factor factor : Factor.values()) {
      Value level = combination.get(factor);
      if (level != null) {
        draft = factor.apply(draft, level);
      }
    }
    RunSettings settings = draft.settings();
    EngineCheck.check(
        settings,
        place(combination, Factor.SECOND_READ, Factor.SECOND_READ),
        place(combination, Factor.BUFFERING, Factor.BUFFERING),
        place(combination, Factor.DURABILITY, Factor.BUFFERING),
        place(combination, Factor.OFFLOAD, Factor.OFFLOAD));
    requireReplicas(settings, combination);
    requireClients(settings, combination);
    settings = faults.put(settings, combination.get(Factor.FAULT));
    try {
      Workload workload = workloads.properties(draft.workload()).workload();
      return settings.with(run -> run.workload = workload);
    } catch (InvalidWorkloadException e) {
      throw new StudyFileException(e);
    }
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
    if (cluster.racks() > 1 && !cluster.pools().equals(ClusterSettings.BALANCED)) {
      throw place(combination, Factor.POOLS, Factor.POOLS)
          .refuse(
              "pools have nodes own ranges by their place on the ring, which racks would change;"
                  + " leave the pools or the racks out.");
    }
    if (cluster.dataCenters().size() == 1) {
      requireReachable(
          settings.readPolicy().fixedLevel().orElse(null),
          replicas,
          combination,
          combination.containsKey(Factor.POLICY) ? Factor.POLICY : Factor.READ_LEVEL);
      requireReachable(settings.writeLevel(), replicas, combination, Factor.WRITE_LEVEL);
      requireReachable(settings.secondRead(), replicas, combination, Factor.SECOND_READ);
    }
  }

  /** Processes differ in the writes that they know, and each has at least one client. */
  private void requireClients(RunSettings settings, Map<Factor, Value> combination)
      throws StudyFileException {
    int processes = settings.processes();
    int clients = settings.load().clients();
    Value place = place(combination, Factor.PROCESSES, Factor.PROCESSES);
    if (processes > 1) {
      EngineCheck.refuse(place, settings.cluster().engine(), Capability.LEVELS);
    }
    if (processes > clients) {
      throw place.refuse(
          processes
              + " processes need a client each, and the load has "
              + clients
              + "; raise its threads or max-in-flight, or take fewer processes.");
    }
  }

  private void requireReachable(
      @Nullable Level level, int replicas, Map<Factor, Value> combination, Factor factor)
      throws StudyFileException {
    if (level != null && level.replicas(replicas) > replicas) {
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
      case SECOND_READ -> value("runs", "second-read");
      case PROCESSES -> value("load", "processes");
      case POOLS -> value("cluster", "pools");
      case BUFFERING, DURABILITY -> study.value(first.text(), "");
      case OFFLOAD -> value("offload", "rest");
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
