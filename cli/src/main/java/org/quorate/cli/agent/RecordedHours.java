package org.quorate.cli.agent;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToIntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;
import org.quorate.core.rest.DayLoad;
import org.quorate.core.rest.KeyspaceTraffic;
import org.quorate.core.rest.RestSituation;
import org.quorate.study.io.Tree;

/**
 * What the history of an agent tells of each hour, in UTC: means over the minutes that were seen of
 * it, of each keyspace. An hour of which fewer than half of the minutes were seen is not known.
 * Immutable.
 *
 * @param hours traffic by keyspace, by the hour's beginning
 * @param keyspaces all that were seen in any of them
 * @param unreadable rows of minutes whose rates the agent did not know, which are left out
 */
public record RecordedHours(
    SortedMap<OffsetDateTime, Map<String, KeyspaceTraffic>> hours,
    SortedSet<String> keyspaces,
    int unreadable) {
  private static final Pattern FILE =
      Pattern.compile(
          Pattern.quote(MinuteRows.TABLES) + "-(\\d{4}-\\d{2}-\\d{2})(\\.\\d+)?\\.csv(\\.gz)?");

  private static final double LEAST_SECONDS = 1800;

  /**
   * Reads the last days that are there.
   *
   * @param folder the {@code history.directory} of an agent
   * @param days how many, at least 1
   * @param factor replicas that a keyspace has of each row, by its name: what a read asks at most,
   *     for minutes that do not tell
   * @throws IOException if a file cannot be read
   * @throws IllegalArgumentException if there are none, or one is none of an agent; the message is
   *     one sentence
   */
  public static RecordedHours read(Path folder, int days, ToIntFunction<String> factor)
      throws IOException {
    if (!Files.isDirectory(folder)) {
      throw new IllegalArgumentException(
          "There is no folder "
              + folder
              + "; name the one that history.directory of the agent's file names.");
    }
    Map<String, List<Path>> byDay = new TreeMap<>(Comparator.reverseOrder());
    for (Path file : Tree.children(folder)) {
      Matcher name = FILE.matcher(String.valueOf(file.getFileName()));
      if (name.matches()) {
        byDay.computeIfAbsent(name.group(1), any -> new ArrayList<>()).add(file);
      }
    }
    if (byDay.isEmpty()) {
      throw new IllegalArgumentException(
          "The folder " + folder + " has no history of an agent (tables-DAY.csv).");
    }
    Sums sums = new Sums(factor);
    for (List<Path> files : byDay.values().stream().limit(days).toList()) {
      for (Path file : files) {
        sums.add(file);
      }
    }
    return sums.hours();
  }

  /** Days of which some hour is known. */
  public long days() {
    return hours.keySet().stream().map(OffsetDateTime::toLocalDate).distinct().count();
  }

  /**
   * The highest load of each node in each hour of the day, over all days.
   *
   * @param situation the cluster, over whose nodes the traffic is spread
   */
  public DayLoad load(RestSituation situation) {
    List<Map<String, Double>> day = new ArrayList<>();
    for (int hour = 0; hour < 24; hour++) {
      day.add(new HashMap<>());
    }
    hours.forEach(
        (at, traffic) ->
            KeyspaceTraffic.byNode(situation, traffic)
                .forEach((node, load) -> day.get(at.getHour()).merge(node, load, Math::max)));
    return new DayLoad(day);
  }

  /** Sums of one table in one hour, over its minutes. */
  private static final class TableSum {
    private double seconds;
    private double replicaReads;
    private double writes;

    KeyspaceTraffic mean() {
      return new KeyspaceTraffic(replicaReads / seconds, writes / seconds);
    }
  }

  private static final class Sums {
    private final ToIntFunction<String> factor;
    private final TreeMap<OffsetDateTime, Map<String, TableSum>> hours = new TreeMap<>();
    private final Set<List<String>> seen = new HashSet<>();
    private int unreadable;

    Sums(ToIntFunction<String> factor) {
      this.factor = factor;
    }

    void add(Path file) throws IOException {
      String text;
      try (InputStream raw = Files.newInputStream(file);
          InputStream in = file.toString().endsWith(".gz") ? new GZIPInputStream(raw) : raw) {
        text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      }
      // A line that is being written, or that a killed agent left.
      String whole = text.substring(0, text.lastIndexOf('\n') + 1);
      if (!whole.isEmpty() && !whole.startsWith(MinuteRows.HEADERS.get(MinuteRows.TABLES) + "\n")) {
        throw new IllegalArgumentException(
            "The file " + file + " has other columns than the history of an agent.");
      }
      try (CsvReader<NamedCsvRecord> rows = CsvReader.builder().ofNamedCsvRecord(whole)) {
        for (NamedCsvRecord row : rows) {
          add(file, row);
        }
      }
    }

    private void add(Path file, NamedCsvRecord row) {
      try {
        // A day may be there twice where an agent was killed while it compressed it.
        if (!seen.add(row.getFields())) {
          return;
        }
        String table = row.getField("table");
        double seconds = number(row, "seconds");
        double reads = number(row, "reads_per_second");
        double writes = number(row, "writes_per_second");
        if (!(seconds > 0 && reads >= 0 && writes >= 0)) {
          unreadable++;
          return;
        }
        double asked = number(row, "replicas_per_read");
        double replicas =
            Double.isNaN(asked) ? factor.applyAsInt(keyspace(table)) : Math.max(0, asked);
        TableSum sum =
            hours
                .computeIfAbsent(
                    OffsetDateTime.parse(row.getField("time"))
                        .withOffsetSameInstant(ZoneOffset.UTC)
                        .truncatedTo(ChronoUnit.HOURS),
                    any -> new HashMap<>())
                .computeIfAbsent(table, any -> new TableSum());
        sum.seconds += seconds;
        sum.replicaReads += reads * replicas * seconds;
        sum.writes += writes * seconds;
      } catch (NumberFormatException | DateTimeException | NoSuchElementException e) {
        throw new IllegalArgumentException(
            "Line "
                + row.getStartingLineNumber()
                + " of "
                + file
                + " is none of the history of an agent.",
            e);
      }
    }

    private static double number(NamedCsvRecord row, String column) {
      String text = row.getField(column);
      return text.isEmpty() ? Double.NaN : Double.parseDouble(text);
    }

    private static String keyspace(String table) {
      return table.substring(0, Math.max(0, table.indexOf('.')));
    }

    RecordedHours hours() {
      hours
          .values()
          .removeIf(
              tables -> tables.values().stream().noneMatch(sum -> sum.seconds >= LEAST_SECONDS));
      TreeMap<OffsetDateTime, Map<String, KeyspaceTraffic>> traffic = new TreeMap<>();
      TreeSet<String> keyspaces = new TreeSet<>();
      hours.forEach(
          (hour, tables) -> {
            Map<String, KeyspaceTraffic> byKeyspace =
                tables.entrySet().stream()
                    .collect(
                        Collectors.toMap(
                            table -> keyspace(table.getKey()),
                            table -> table.getValue().mean(),
                            KeyspaceTraffic::plus));
            keyspaces.addAll(byKeyspace.keySet());
            traffic.put(hour, byKeyspace);
          });
      return new RecordedHours(traffic, keyspaces, unreadable);
    }
  }
}
