package org.quorate.cli.agent;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.observe.ClusterReport;
import org.quorate.cassandra.observe.LevelEstimate;
import org.quorate.cassandra.observe.RateEstimate;
import org.quorate.cassandra.observe.TableReport;
import org.quorate.cassandra.table.TableName;

/**
 * Makes readings to rows of minutes in UTC: means over the readings that ended in a minute, by
 * their length, and counts that have grown in it. Means have three digits. Not thread-safe; of a
 * size that depends on the number of tables only.
 */
final class MinuteRows {
  /** Kind of the rows of tables. */
  static final String TABLES = "tables";

  /** Kind of the rows of the whole cluster. */
  static final String CLUSTER = "cluster";

  /** The header of each kind. */
  static final Map<String, String> HEADERS =
      Map.of(
          TABLES,
          "time,table,seconds,reads_per_second,writes_per_second,replicas_per_read,"
              + "propagation_ms,stale_share_estimated,pairs,pairs_stale",
          CLUSTER,
          "time,seconds,digest_mismatches,dropped_writes,pending_hints,nodes,nodes_down,nodes_silent");

  private static final MathContext DIGITS = new MathContext(3);

  private final Map<TableName, Mean> means = new TreeMap<>();
  private final Map<String, Integer> readings = new HashMap<>();
  private final Map<String, Long> counted = new HashMap<>();
  private final Map<String, Long> grown = new HashMap<>();
  private @Nullable Instant minute;

  /** All keyspaces are asked of the same nodes, whose counts one has as well as any. */
  private @Nullable String speaker;

  private @Nullable ClusterReport last;
  private double seconds;

  /**
   * Takes readings of the latest interval.
   *
   * @param at when they ended
   * @param reports one of each keyspace that has a reading, each of the latest interval alone
   * @return the rows of the minute before, where this is another
   */
  List<DayRows> add(Instant at, List<ClusterReport> reports) {
    Instant now = at.truncatedTo(ChronoUnit.MINUTES);
    List<DayRows> ended = now.equals(minute) ? List.of() : end();
    minute = now;
    for (ClusterReport report : reports) {
      add(report);
    }
    return ended;
  }

  private void add(ClusterReport report) {
    String keyspace = report.keyspace();
    Integer before = readings.put(keyspace, report.readings());
    if (before != null && report.readings() <= before) {
      // Another observer, whose counts begin at 0.
      counted.keySet().removeIf(name -> name.startsWith(keyspace + " "));
    }
    for (TableReport table : report.tables()) {
      means.computeIfAbsent(table.table(), any -> new Mean()).add(table, report);
      String name = table.table().table();
      table
          .sampled()
          .ifPresent(
              pairs -> {
                grow(table.table() + " pairs", growth(keyspace, name + " pairs", pairs.pairs()));
                grow(table.table() + " stale", growth(keyspace, name + " stale", pairs.stale()));
              });
    }
    Long mismatches = growth(keyspace, "mismatches", report.counts().digestMismatches());
    Long dropped = growth(keyspace, "dropped", report.counts().droppedMutations());
    speaker = speaker == null ? keyspace : speaker;
    if (keyspace.equals(speaker)) {
      last = report;
      seconds += report.seconds();
      grow("mismatches", mismatches);
      grow("dropped", dropped);
    }
  }

  /** The rows of the minute that goes on, which ends with them. */
  List<DayRows> end() {
    Instant of = minute;
    minute = null;
    if (of == null || means.isEmpty()) {
      return List.of();
    }
    String time = of.toString().substring(0, "2026-11-26T23:40".length()) + "Z";
    List<String> tables = new ArrayList<>();
    means.forEach((table, mean) -> tables.add(row(time, table, mean)));
    means.clear();
    LocalDate day = of.atOffset(ZoneOffset.UTC).toLocalDate();
    List<DayRows> rows = new ArrayList<>(List.of(new DayRows(TABLES, day, tables)));
    ClusterReport cluster = last;
    if (cluster != null) {
      rows.add(new DayRows(CLUSTER, day, List.of(row(time, cluster))));
    }
    // Another may have to speak in the next minute, where this one is gone.
    speaker = null;
    last = null;
    seconds = 0;
    grown.clear();
    return List.copyOf(rows);
  }

  private String row(String time, ClusterReport report) {
    return line(
        time,
        number(seconds),
        text(grown.get("mismatches")),
        text(grown.get("dropped")),
        text(report.counts().pendingHints()),
        String.valueOf(report.nodes()),
        String.valueOf(report.nodesDown()),
        String.valueOf(report.nodesSilent()));
  }

  private String row(String time, TableName table, Mean mean) {
    return line(
        time,
        table.toString(),
        number(mean.seconds),
        number(mean.reads / mean.seconds),
        number(mean.writes / mean.seconds),
        number(mean.replicaReads / mean.reads),
        number(mean.propagationMillis),
        number(mean.stale / mean.seconds),
        text(grown.get(table + " pairs")),
        text(grown.get(table + " stale")));
  }

  /** By how much a count of an observer has grown since its last reading. */
  private @Nullable Long growth(String keyspace, String name, @Nullable Long count) {
    if (count == null) {
      return null;
    }
    Long before = counted.put(keyspace + " " + name, count);
    return count - (before == null ? 0 : before);
  }

  private void grow(String name, @Nullable Long more) {
    if (more != null) {
      grown.merge(name, more, Long::sum);
    }
  }

  /** Without its end. */
  private static String line(String... fields) {
    StringWriter line = new StringWriter();
    CsvWriter.builder()
        .lineDelimiter(LineDelimiter.LF)
        .bufferSize(0)
        .build(line)
        .writeRecord(fields);
    return line.toString().stripTrailing();
  }

  private static String text(@Nullable Long count) {
    return count == null ? "" : count.toString();
  }

  /** Empty where it is not known. */
  private static String number(double value) {
    return Double.isFinite(value)
        ? BigDecimal.valueOf(value).round(DIGITS).stripTrailingZeros().toPlainString()
        : "";
  }

  /** Sums over the readings of a minute, NaN once one is not known. */
  private static final class Mean {
    private double seconds;
    private double reads;
    private double writes;
    private double replicaReads;
    private double stale;
    private double propagationMillis = Double.NaN;

    void add(TableReport table, ClusterReport report) {
      double over = report.seconds();
      seconds += over;
      reads += table.reads().mean() * over;
      writes += table.writes().mean() * over;
      // Where nothing was read, nobody knows how many replicas a read asks, and none did.
      replicaReads +=
          table.reads().mean() == 0 ? 0 : table.replicasPerRead() * table.reads().mean() * over;
      stale += least(table).orElse(Double.NaN) * over;
      report
          .propagation()
          .ifPresent(time -> propagationMillis = 1e3 * time.propagation().seconds());
    }

    /** The lowest of the estimates at the weakest level, since the others are worst cases. */
    private static OptionalDouble least(TableReport table) {
      List<LevelEstimate> levels = table.levels();
      return levels.isEmpty()
          ? OptionalDouble.empty()
          : levels.get(0).estimates().stream().mapToDouble(RateEstimate::raw).min();
    }
  }
}
