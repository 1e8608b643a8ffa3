package org.quorate.study.file;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.quorate.core.quantity.Durations;
import org.quorate.core.quantity.Rates;
import org.quorate.study.fault.FaultEvent;
import org.quorate.study.plan.Cell;
import org.quorate.study.plan.CellSettings;
import org.quorate.study.plan.LoadShape;
import org.quorate.study.plan.MonitorSettings;
import org.quorate.study.plan.Part;
import org.quorate.study.plan.RemoteSettings;
import org.quorate.study.plan.RunSettings;

/** Writes a study's settings down for people, as its cells' catalogue has them. Immutable. */
record SettingsText(List<Part> parts, Map<Cell, RunSettings> cells) {
  private static final String OF_WORKLOAD = "workload.";

  /**
   * Base settings by name, in reading order; what a factor varies is shown as varied, and what a
   * part has otherwise is shown for that part.
   *
   * @param properties of the base workload, as set
   */
  Map<String, String> of(
      String backend,
      RunSettings base,
      int repetitions,
      @Nullable String workloadFile,
      Map<String, String> properties) {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("backend", backend);
    CellSettings.cluster(base.cluster(), settings);
    RemoteSettings remote = base.cluster().remote();
    if (remote == null) {
      CellSettings.servers(base.cluster(), settings);
    } else {
      remote(remote, settings);
    }
    CellSettings.writesAndReads(base, settings);
    if (base.secondRead() != null) {
      settings.put("second read", "at " + base.secondRead() + " after each read");
    }
    settings.computeIfPresent("monitor", (name, ofBase) -> monitor());
    settings.put("link delay", base.linkDelay());
    settings.replaceAll(this::variedSetting);
    faults(settings);
    settings.put("load", load(base.load()));
    settings.put(
        "repetitions",
        perPart(Integer.toString(repetitions), part -> Integer.toString(part.repetitions())));
    times(base)
        .forEach((name, text) -> settings.put(name, perPart(text, part -> time(part, name))));
    CellSettings.ends(base, settings);
    if (base.operations() == 0) {
      settings.remove("operations per run at most");
    }
    CellSettings.power(base.power(), settings);
    settings.replace("history", "recorded", "recorded and judged");
    settings.put("seed", Long.toString(base.seed()));
    Map<String, String> workload = new LinkedHashMap<>();
    workload.put("workload file", workloadFile == null ? "none" : workloadFile);
    workload.put("request distribution", base.workload().requests().description());
    Map<String, String> byName = new TreeMap<>(properties);
    varied()
        .filter(factor -> factor.setting().equals(OF_WORKLOAD + factor.property()))
        .forEach(factor -> byName.putIfAbsent(factor.property(), ""));
    byName.forEach((name, value) -> workload.put(OF_WORKLOAD + name, value));
    workload.forEach((name, text) -> settings.put(name, variedSetting(name, text)));
    return settings;
  }

  private Stream<Factor> varied() {
    return Arrays.stream(Factor.values())
        .filter(
            factor -> parts.stream().anyMatch(part -> part.factors().containsKey(factor.text())));
  }

  /** A setting with the levels that factors give it. */
  private String variedSetting(String name, String text) {
    String all = text;
    for (Factor factor : Factor.values()) {
      all = factor.setting().equals(name) ? varied(factor.text(), all) : all;
    }
    return all;
  }

  /** Each time line once, by its name where it has one. */
  private void faults(Map<String, String> settings) {
    cells.forEach(
        (cell, run) -> {
          String name = cell.levels().get(Factor.FAULT.text());
          if (!run.faults().isEmpty()) {
            settings.put(name == null ? "faults" : "fault " + name, FaultEvent.text(run.faults()));
          }
        });
  }

  private static void remote(RemoteSettings remote, Map<String, String> settings) {
    settings.put(
        "contact points",
        remote.contactPoints().isEmpty()
            ? "as the driver's configuration says"
            : String.join(", ", remote.contactPoints()));
    settings.put("local data centre", remote.localDataCenter());
    settings.put("keyspace", remote.keyspace());
    settings.put("tables afterwards", remote.keepTables() ? "kept" : "dropped");
    if (!remote.hotNodes().isEmpty()) {
      settings.put("hot nodes", String.join(", ", remote.hotNodes()));
    }
    remote.hosts().forEach((host, nodes) -> settings.put("host " + host, String.join(", ", nodes)));
    if (!remote.loadHosts().isEmpty()) {
      settings.put("load hosts", String.join(", ", remote.loadHosts().keySet()));
    }
  }

  /** Of the first cell, since a study without policies that adapt may have none. */
  private String monitor() {
    MonitorSettings monitor = cells.values().iterator().next().monitor();
    if (monitor == null) {
      return "none";
    }
    return monitor.text()
        + (monitor.window().isZero()
            ? ""
            : ", the level being the strongest decided within "
                + Durations.format(monitor.window()));
  }

  private String load(LoadShape load) {
    if (variesEverywhere("arrivals")) {
      return "open loop, arrivals " + varied("arrivals", "");
    }
    String otherwise = varied("arrivals", "");
    String open = otherwise.isEmpty() ? "" : "; open loop, arrivals" + otherwise;
    if (load instanceof LoadShape.Open given) {
      return "open loop, arrivals "
          + given.arrivals()
          + ", at most "
          + given.maxInFlight()
          + " in flight"
          + open;
    }
    LoadShape.Closed closed = (LoadShape.Closed) load;
    String target = closed.targetPerSecond() > 0 ? Rates.format(closed.targetPerSecond()) : "";
    String limit = varied("target", target);
    String base = Integer.toString(closed.threads());
    String threads = varied("threads", base);
    return "closed loop, "
        + (threads.equals(base) || variesEverywhere("threads")
            ? threads + " threads"
            : "number of threads " + threads)
        + (limit.isEmpty() ? "" : ", target " + limit)
        + open;
  }

  private boolean variesEverywhere(String factor) {
    return parts.stream().allMatch(part -> part.factors().containsKey(factor));
  }

  /** The base setting, or the levels of a factor; both where only some parts vary it. */
  private String varied(String factor, String base) {
    if (variesEverywhere(factor)) {
      return parts.stream()
              .flatMap(part -> part.factors().getOrDefault(factor, List.of()).stream())
              .distinct()
              .collect(Collectors.joining(", "))
          + " (varied)";
    }
    StringBuilder text = new StringBuilder(base);
    for (Part part : parts) {
      List<String> levels = part.factors().get(factor);
      if (levels != null) {
        text.append(text.isEmpty() ? " " : "; ")
            .append(String.join(", ", levels))
            .append(" in part ")
            .append(part.name());
      }
    }
    return text.toString();
  }

  private static Map<String, String> times(RunSettings run) {
    Map<String, String> times = new LinkedHashMap<>();
    CellSettings.times(run, times);
    return times;
  }

  /** A part has the same times in all of its cells, and none where no cell of it is left. */
  private String time(Part part, String name) {
    return part.cells().stream()
        .map(cells::get)
        .filter(Objects::nonNull)
        .map(cell -> times(cell).getOrDefault(name, ""))
        .findFirst()
        .orElse("");
  }

  /** The base setting, and what parts have otherwise. */
  private String perPart(String base, Function<Part, String> ofPart) {
    List<String> words = new ArrayList<>(List.of(base));
    for (Part part : parts) {
      String own = ofPart.apply(part);
      if (!own.equals(base)) {
        words.add(own + " in part " + part.name());
      }
    }
    return String.join(", ", words);
  }
}
