package org.quorate.study.file;

import java.util.ArrayList;
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
import org.quorate.study.plan.Cell;
import org.quorate.study.plan.Claim;
import org.quorate.study.plan.ClusterSettings;
import org.quorate.study.plan.Expectation;
import org.quorate.study.plan.LoadShape;
import org.quorate.study.plan.PilotSettings;
import org.quorate.study.plan.RunSettings;
import org.quorate.study.plan.Study;

/** Puts a study together from the text of its file. Used once. */
final class StudyReader {
  private final Section study;
  private final StudyOverrides overrides;
  private final WorkloadReader workloads;

  StudyReader(String file, String text, StudyOverrides overrides, WorkloadFiles files)
      throws StudyFileException {
    this.study =
        YamlText.read(file, text)
            .section(
                "title",
                "question",
                "backend",
                "cluster",
                "workload",
                "load",
                "levels",
                "links",
                "runs",
                "factors",
                "baseline",
                "expects",
                "pilot",
                "scales",
                "does-not-show",
                "claims");
    this.overrides = overrides;
    this.workloads = new WorkloadReader(study, overrides, files);
  }

  Study read(String name) throws StudyFileException {
    Runs runs = Runs.read(study, overrides);
    CellsReader cellsReader = new CellsReader(study);
    Map<String, List<String>> factors = cellsReader.levels();
    UserProperties user = new UserProperties(workloads.fromUserFiles(), overrides.properties());
    user.refuseWhatVaries(cellsReader.varied(), !overrides.workloadFiles().isEmpty());

    if (study.find("workload") == null
        && overrides.workloadFiles().isEmpty()
        && !cellsReader.varied().contains(Factor.WORKLOAD)) {
      throw study.self().refuse("the key workload is missing; write workload: {file: workloada}.");
    }
    WorkloadProperties properties = workloads.properties(cellsReader.firstWorkload());
    RunSettings base = base(ClusterReader.read(study), runs, workload(properties), user);
    Map<Cell, RunSettings> cells = cellsReader.cells(base, workloads);
    List<Expectation> expectations = new ExpectationReader(factors).read(study, runs.history());
    List<String> notes = new ArrayList<>(user.notes(cellsReader.varied(), base.duration()));
    notes.addAll(base.workload().notes());
    withoutEffect(base.workload().extra().keySet()).ifPresent(notes::add);
    return new Study(
        name,
        study.required("title").value().text(),
        study.find("question") == null ? "" : study.required("question").value().text(),
        study.value("backend", "lab").text(),
        factors,
        cells,
        baseline(factors),
        runs.repetitions(),
        runs.seed(),
        expectations,
        pilot(expectations, cellsReader.varied()),
        sentences("does-not-show"),
        claims(),
        SettingsText.of(
            study.value("backend", "lab").text(),
            base,
            runs.repetitions(),
            workloads.fileName(),
            properties.values(),
            factors),
        notes);
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
        levels.value("read", "ONE").as(Texts::readLevel),
        levels.value("write", "ONE").as(Texts::level),
        workload,
        load,
        links.value("delay", RunSettings.NO_DELAY).as(Texts::delay),
        runs.warmUp(),
        runs.settle(),
        user.duration(runs.duration(), workload),
        user.operations(workload, workloads.setsOperationCount()),
        runs.history(),
        runs.seed());
  }

  private Map<String, String> baseline(Map<String, List<String>> factors)
      throws StudyFileException {
    Entry entry = study.find("baseline");
    Map<String, String> baseline = new LinkedHashMap<>();
    if (entry != null) {
      for (Map.Entry<String, Entry> each : entry.entries().entrySet()) {
        Value level = each.getValue().value();
        ExpectationReader.requireLevel(factors, each.getKey(), level);
        baseline.put(each.getKey(), level.text());
      }
    } else if (!factors.isEmpty()) {
      Map.Entry<String, List<String>> first = factors.entrySet().iterator().next();
      baseline.put(first.getKey(), first.getValue().get(0));
    }
    return baseline;
  }

  private @Nullable PilotSettings pilot(List<Expectation> expectations, List<Factor> varied)
      throws StudyFileException {
    Entry entry = study.find("pilot");
    if (entry == null) {
      return null;
    }
    if (expectations.isEmpty()) {
      throw entry.refuse("a pilot looks for a delay at which expectations hold; write expects.");
    }
    if (varied.contains(Factor.DELAY)) {
      throw entry.refuse("the study varies the delay, so there is none to look for; remove it.");
    }
    if (varied.contains(Factor.NODES) || varied.contains(Factor.REPLICATION_FACTOR)) {
      throw entry.refuse(
          "the study varies the cluster, and a pilot could look at one of its clusters only; remove"
              + " it, or vary the cluster in studies of its own.");
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

  private List<Claim> claims() throws StudyFileException {
    Entry entry = study.find("claims");
    List<Claim> claims = new ArrayList<>();
    if (entry != null) {
      for (Entry item : entry.items()) {
        Section claim = item.section("text", "source");
        claims.add(
            new Claim(
                claim.required("text").value().text(), claim.required("source").value().text()));
      }
    }
    return claims;
  }
}
