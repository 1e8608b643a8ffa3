package org.quorate.study.file;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.quorate.core.workload.InvalidWorkloadException;
import org.quorate.core.workload.Workload;
import org.quorate.core.workload.WorkloadProperties;
import org.quorate.study.plan.Buffering;
import org.quorate.study.plan.Cell;
import org.quorate.study.plan.ClusterSettings;
import org.quorate.study.plan.Coordinators;
import org.quorate.study.plan.Durability;
import org.quorate.study.plan.Expectation;
import org.quorate.study.plan.LoadShape;
import org.quorate.study.plan.MonitorSettings;
import org.quorate.study.plan.Part;
import org.quorate.study.plan.PilotSettings;
import org.quorate.study.plan.RemoteSettings;
import org.quorate.study.plan.RunSettings;
import org.quorate.study.plan.Study;

/** Puts a study together from the text of its file. Used once. */
final class StudyReader {
  private static final String LOCAL = "local";

  private final VenueReader venue;
  private final Section study;
  private final StudyOverrides overrides;
  private final WorkloadReader workloads;
  private final WorkloadFiles files;

  /**
   * @param folder that files other than workloads are named from
   */
  StudyReader(String file, Path folder, String text, StudyOverrides overrides, WorkloadFiles files)
      throws StudyFileException {
    Section own =
        YamlReader.read(file, text)
            .section(
                "title",
                "question",
                "backend",
                "remote",
                "cluster",
                "workload",
                "load",
                "levels",
                "links",
                "coordinators",
                "buffering",
                "durability",
                "offload",
                "faults",
                "monitor",
                "power",
                "runs",
                "factors",
                "parts",
                "baseline",
                "tolerance",
                "expects",
                "pilot",
                "scales",
                "does-not-show",
                "claims",
                "figures");
    this.venue = VenueReader.of(own, folder, overrides.venue());
    this.study = venue.study();
    this.overrides = overrides;
    this.workloads = new WorkloadReader(study, overrides, files);
    this.files = files;
  }

  Study read(String name) throws StudyFileException {
    Runs runs = Runs.read(study, overrides);
    CellsReader cellsReader = new CellsReader(study, overrides);
    Map<String, List<String>> factors = cellsReader.levels();
    UserProperties user = new UserProperties(workloads.fromUserFiles(), overrides.properties());
    user.refuseWhatVaries(cellsReader.varied(), !overrides.workloadFiles().isEmpty());

    if (study.find("workload") == null
        && overrides.workloadFiles().isEmpty()
        && !cellsReader.variesEverywhere(Factor.WORKLOAD)) {
      throw study.self().refuse("the key workload is missing; write workload: {file: workloada}.");
    }
    WorkloadProperties properties = workloads.properties(cellsReader.firstWorkload());
    String backend = backend(study);
    RemoteSettings remote = RemoteReader.read(study, backend, venue.remoteFolder());
    if (remote != null && overrides.venue() != null) {
      VenueReader.refuseWhatCannotVary(cellsReader.read());
    }
    ClusterSettings cluster = ClusterReader.read(study, remote);
    EngineCheck.check(study, cellsReader.read(), cluster);
    RunSettings base = base(cluster, runs, workload(properties), user);
    if (!files.areKept()) {
      refuseAdaptiveFlushes(cellsReader.read());
    }
    List<Part> parts = cellsReader.parts(overrides);
    Map<Cell, RunSettings> cells =
        watched(base, cellsReader.cells(base, overrides, user, workloads));
    Selections known = new Selections(cellsReader.levelsOfAnyScale(), PartReader.namesOfAll(study));
    Map<String, List<String>> levels = overrides.narrow() ? known.factors() : factors;
    List<Expectation> expectations =
        new ExpectationReader(levels, cells, overrides.narrow()).read(study, runs.history());
    List<String> notes = new ArrayList<>(venue.notes());
    leftOut(cellsReader.leftOut()).ifPresent(notes::add);
    notes.addAll(user.notes(cellsReader.varied(), base.duration()));
    notes.addAll(base.workload().notes());
    if (remote != null && runs.design().restartEvery() > 0) {
      notes.add(
          "runs: restart-every has no effect: these servers are not Quorate's to start, so that all"
              + " runs are of one start of them.");
    }
    if (cells.values().stream().anyMatch(run -> run.cluster().replicasShareHosts())) {
      notes.add(
          "Hosts may have several replicas of a row, which would fail together: nodes-per-host puts"
              + " neighbours on the ring together; as many racks as replicas keep them apart.");
    }
    withoutEffect(base.workload().extra().keySet()).ifPresent(notes::add);
    return new Study(
        name,
        study.required("title").value().text(),
        study.find("question") == null ? "" : study.required("question").value().text(),
        backend,
        parts,
        factors,
        cells,
        BaselineReader.read(study, factors, cells.keySet(), levels),
        runs.seed(),
        remote == null ? runs.design() : runs.design().withoutRestarts(),
        expectations,
        pilot(expectations, cellsReader.varied(), cells.values()),
        sentences("does-not-show"),
        new ClaimReader(known).read(study.find("claims")),
        new FigureReader(factors, parts, known, overrides.narrow()).read(study),
        new SettingsText(parts, cells)
            .of(backend, base, runs.repetitions(), workloads.fileName(), properties.values()),
        notes);
  }

  /** The names of the scales that may be chosen, in the order of the file. */
  List<String> scales() throws StudyFileException {
    return List.copyOf(Runs.scaleNames(study));
  }

  /** The backend of a study. */
  static String backend(Section study) throws StudyFileException {
    return study.value("backend", LOCAL).text();
  }

  private static Optional<String> leftOut(List<String> parts) {
    return parts.isEmpty()
        ? Optional.empty()
        : Optional.of(
            (parts.size() == 1 ? "Not run: the part " : "Not run: the parts ")
                + String.join(", ", parts)
                + ". Figures and claims about what is in no other part are left out, or cannot be"
                + " tested.");
  }

  /** Properties for other users of a workload file, which would choose the store themselves. */
  private static Optional<String> withoutEffect(Set<String> properties) {
    return properties.isEmpty()
        ? Optional.empty()
        : Optional.of(
            String.join(", ", new TreeSet<>(properties))
                + (properties.size() == 1 ? " has" : " have")
                + " no effect in a study: its own cluster and levels decide.");
  }

  private static Workload workload(WorkloadProperties properties) throws StudyFileException {
    try {
      return properties.workload();
    } catch (InvalidWorkloadException e) {
      throw new StudyFileException(e);
    }
  }

  /** There were such in earlier versions, whose results are read. */
  private void refuseAdaptiveFlushes(List<PartReader> parts) throws StudyFileException {
    List<Value> all = new ArrayList<>(List.of(study.value("buffering", "")));
    parts.forEach(part -> all.addAll(part.factors().getOrDefault(Factor.BUFFERING, List.of())));
    for (Value buffering : all) {
      if (buffering.text().matches("bounded.*\\sadaptive")) {
        throw buffering.refuse(
            "the size of flushes no longer adapts; remove adaptive for flushes of 1 MiB, or write"
                + " a size such as fixed 64KiB.");
      }
    }
  }

  private RunSettings base(
      ClusterSettings cluster, Runs runs, Workload workload, UserProperties user)
      throws StudyFileException {
    Entry levelsEntry = study.find("levels");
    Section levels =
        levelsEntry == null
            ? new Section(study.self(), Map.of())
            : levelsEntry.section("read", "write");
    Entry linksEntry = study.find("links");
    Section links =
        linksEntry == null ? new Section(study.self(), Map.of()) : linksEntry.section("delay");
    LoadShape load = user.load(LoadReader.read(study), workload);
    return new RunSettings(
        cluster,
        levels.value("read", "ONE").as(Texts::policy),
        levels.value("write", "ONE").as(Texts::level),
        workload,
        load,
        LoadReader.processes(study),
        links.value("delay", RunSettings.NO_DELAY).as(Texts::delay),
        runs.warmUp(),
        runs.settle(),
        user.duration(runs.duration(), workload),
        runs.operations() > 0
            ? runs.operations()
            : user.operations(workload, workloads.setsOperationCount()),
        runs.history(),
        runs.seed(),
        runs.secondRead(),
        MonitorReader.read(study),
        runs.emptyTable(),
        study.value("coordinators", Coordinators.TOKEN_AWARE.text()).as(Texts::coordinators),
        RunSettings.NO_CAP,
        study.value("buffering", new Buffering.Unbuffered().text()).as(Texts::buffering),
        study.value("durability", Durability.NONE.text()).as(Texts::durability),
        OffloadReader.read(study),
        PowerReader.read(study, files),
        List.of());
  }

  /**
   * Policies that adapt need a monitor; then every run has one, so that it costs all cells alike
   * and there are estimates of all.
   */
  private static Map<Cell, RunSettings> watched(RunSettings base, Map<Cell, RunSettings> cells) {
    boolean adaptive =
        cells.values().stream().anyMatch(settings -> settings.readPolicy().fixedLevel().isEmpty());
    if (!adaptive) {
      return cells;
    }
    MonitorSettings monitor = base.monitor() == null ? MonitorSettings.DEFAULT : base.monitor();
    Map<Cell, RunSettings> watched = new LinkedHashMap<>(cells);
    watched.replaceAll(
        (cell, run) -> run.monitor() == null ? run.with(draft -> draft.monitor = monitor) : run);
    return watched;
  }

  private @Nullable PilotSettings pilot(
      List<Expectation> expectations, List<Factor> varied, Collection<RunSettings> cells)
      throws StudyFileException {
    Entry entry = study.find("pilot");
    if (entry == null || (overrides.narrow() && expectations.isEmpty())) {
      return null;
    }
    if (expectations.isEmpty()) {
      throw entry.refuse("a pilot looks for a delay at which expectations hold; write expects.");
    }
    if (varied.contains(Factor.DELAY)) {
      throw entry.refuse("the study varies the delay, so there is none to look for; remove it.");
    }
    if (varied.contains(Factor.NODES)
        || varied.contains(Factor.REPLICATION_FACTOR)
        || varied.contains(Factor.POOLS)) {
      throw entry.refuse(
          "the study varies the cluster, and a pilot could look at one of its clusters only; remove"
              + " it, or vary the cluster in studies of its own.");
    }
    if (cells.stream().noneMatch(cell -> cell.faults().isEmpty())) {
      throw entry.refuse(
          "every run has faults, and a pilot's short trials would be over before them; remove it.");
    }
    Section pilot = entry.section("delay", "duration");
    List<String> delays = new ArrayList<>();
    for (Value delay : pilot.required("delay").values()) {
      delays.add(delay.as(Texts::delay));
    }
    return new PilotSettings(
        delays, pilot.value("duration", "4s").as(text -> Runs.duration(text, true)));
  }

  private List<String> sentences(String key) throws StudyFileException {
    Entry entry = study.find(key);
    return entry == null ? List.of() : entry.values().stream().map(Value::text).toList();
  }
}
