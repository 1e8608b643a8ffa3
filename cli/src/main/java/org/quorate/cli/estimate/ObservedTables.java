package org.quorate.cli.estimate;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.quorate.core.forecast.MeasuredLink;
import org.quorate.core.forecast.ReplicaMap;
import org.quorate.core.level.Level;
import org.quorate.core.replica.Proximity;
import org.quorate.core.staleness.KeyPopularity;
import org.quorate.core.staleness.OneWayDelay;
import org.quorate.core.staleness.Propagation;
import org.quorate.core.staleness.wars.ReplicaChoice;
import org.quorate.core.staleness.wars.ReplicaRow;
import org.quorate.report.format.Numbers;
import org.quorate.report.format.TimeUnits;
import org.quorate.study.io.FileProblems;
import org.quorate.study.io.Json;

/** The tables of a report that {@code quorate observe --json} printed. Stateless. */
final class ObservedTables {
  private ObservedTables() {}

  /** Of the report's fields those that are needed; docs/observe.md has all. */
  private record Report(
      @Nullable String keyspace,
      Map<String, Integer> replication,
      @Nullable String writeLevel,
      @Nullable Long keys,
      @Nullable Time propagation,
      @Nullable List<Link> replicaLinks,
      @Nullable ReplicaMap replicaMap,
      @Nullable List<Table> tables) {
    List<MeasuredLink> links() {
      return replicaLinks == null ? List.of() : replicaLinks.stream().map(Link::measured).toList();
    }

    ReplicaMap map() {
      return replicaMap == null ? ReplicaMap.NONE : replicaMap;
    }
  }

  private record Link(
      String coordinator, String replica, double roundTrip, @Nullable Double atReplica) {
    MeasuredLink measured() {
      return new MeasuredLink(
          coordinator, replica, roundTrip, atReplica == null ? Double.NaN : atReplica);
    }
  }

  private record Time(
      @Nullable String source, double seconds, double lowSeconds, double highSeconds) {}

  private record Table(
      @Nullable String table,
      @Nullable Rate readsPerSecond,
      @Nullable Rate writesPerSecond,
      @Nullable Long estimatedPartitions) {
    /** As stated, as the servers estimate, or one, the worst case. */
    long keys(@Nullable Long stated) {
      return stated != null ? stated : estimatedPartitions != null ? estimatedPartitions : 1;
    }
  }

  private record Rate(double mean) {}

  /**
   * The tables whose rates are known.
   *
   * @throws IllegalArgumentException if the file holds no such report, or too little is known in it
   */
  static List<Situation> of(Path file) {
    Report report = read(file);
    Time time = report.propagation();
    List<Table> tables = report.tables();
    Level writeLevel = level(file, report.writeLevel());
    if (tables == null || report.replication().isEmpty()) {
      throw notAReport(file, "it lacks tables or replication");
    }
    if (time == null) {
      throw new IllegalArgumentException(
          file + " has no propagation time, so nothing can be estimated of it.");
    }
    if (report.replication().size() > 1) {
      throw new IllegalArgumentException(
          file
              + " is of "
              + report.replication().size()
              + " data centres, which an estimate cannot tell apart; give the numbers of one by"
              + " hand.");
    }
    Propagation propagation =
        new Propagation(time.seconds(), time.lowSeconds(), time.highSeconds());
    int replicas = report.replication().values().iterator().next();
    List<ReplicaRow> rows =
        report.map().rows(replicas, OneWayDelay.of(propagation), report.links());
    String legText = text(propagation) + ", by " + time.source() + text(report, replicas);
    List<Situation> situations = new ArrayList<>();
    for (Table table : tables) {
      Rate reads = table.readsPerSecond();
      Rate writes = table.writesPerSecond();
      if (reads != null && writes != null && table.table() != null) {
        long keys = table.keys(report.keys());
        situations.add(
            new Situation(
                table.table(),
                writeLevel,
                reads.mean(),
                writes.mean(),
                KeyPopularity.uniform(keys),
                Numbers.count(keys) + (keys == 1 ? "" : ", taken to be used alike"),
                rows,
                legText,
                ReplicaChoice.NEAREST,
                List.of()));
      }
    }
    if (situations.isEmpty()) {
      throw new IllegalArgumentException(
          file + " has no table whose rates are known, so nothing can be estimated of it.");
    }
    return situations;
  }

  /** As observed delays are told. */
  private static String text(Propagation propagation) {
    String median = TimeUnits.text(1e9 * propagation.seconds());
    return propagation.highSeconds() > propagation.seconds()
        ? "lognormal, "
            + median
            + " in the median and "
            + TimeUnits.text(1e9 * propagation.highSeconds())
            + " in 75 %"
        : median + " always";
  }

  /** What traces told of links, within racks and between them; nothing where no row is known. */
  private static String text(Report report, int replicas) {
    if (report.map().rows().stream().noneMatch(row -> row.size() == replicas)) {
      return "";
    }
    Map<Proximity, Double> medians = report.map().medians(report.links());
    StringBuilder text = new StringBuilder();
    medians.forEach(
        (proximity, seconds) ->
            text.append(text.isEmpty() ? "; its median by traces " : ", ")
                .append(TimeUnits.text(1e9 * seconds))
                .append(proximity == Proximity.SAME_RACK ? " within a rack" : " between racks"));
    return text.toString();
  }

  private static Report read(Path file) {
    try {
      return Json.read(file, Report.class);
    } catch (IOException e) {
      throw notAReport(file, FileProblems.reason(e));
    }
  }

  private static Level level(Path file, @Nullable String name) {
    if (name == null) {
      throw notAReport(file, "it lacks writeLevel");
    }
    try {
      Level level = Level.valueOf(name);
      return level.isLocal() ? Level.valueOf(name.substring("LOCAL_".length())) : level;
    } catch (IllegalArgumentException e) {
      throw notAReport(file, "its writeLevel is " + name);
    }
  }

  private static IllegalArgumentException notAReport(Path file, String why) {
    return new IllegalArgumentException(
        file + " is neither the folder of a study nor a report of observe --json: " + why + ".");
  }
}
