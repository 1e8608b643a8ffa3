package org.quorate.cli.agent;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import de.siegmar.fastcsv.reader.NamedCsvRecordHandler;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
import org.jspecify.annotations.Nullable;
import org.quorate.core.rest.DayLoad;
import org.quorate.core.rest.KeyspaceTraffic;
import org.quorate.core.rest.RestKeyspace;
import org.quorate.core.rest.RestSituation;
import org.quorate.study.io.Tree;

/**
 * What the history of an agent tells of each hour, in UTC: means over the minutes that were seen of
 * it, of each keyspace. An hour of a keyspace is not known where of one of its tables fewer than
 * half of the minutes were seen with their rates. Immutable.
 *
 * @param hours traffic by keyspace, by the hour's beginning, of those that are known
 * @param keyspaces all that are known in any of them
 * @param unreadable rows of minutes whose rates the agent did not know, which are left out
 */
public record RecordedHours(
    SortedMap<OffsetDateTime, Map<String, KeyspaceTraffic>> hours,
    SortedSet<String> keyspaces,
    int unreadable) {
  private static final Pattern FILE =
      Pattern.compile(
          Pattern.quote(MinuteRows.TABLES) + "-(\\d{4}-\\d{2}-\\d{2})(\\.\\d+)?\\.csv(\\.gz)?");

  private static final String HEADER =
      Objects.requireNonNull(MinuteRows.HEADERS.get(MinuteRows.TABLES));
  private static final List<String> COLUMNS = List.of(HEADER.split(",", -1));

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
        if (!isCopied(file, files)) {
          sums.add(file);
        }
      }
    }
    return sums.hours();
  }

  /** Whether another file has the same, as where an agent was killed after it compressed a day. */
  private static boolean isCopied(Path file, List<Path> files) {
    return !isCompressed(file)
        && files.stream().anyMatch(other -> isCompressed(other) && isSame(file, other));
  }

  private static boolean isSame(Path file, Path compressed) {
    try {
      return DayFiles.isSame(file, compressed);
    } catch (IOException unreadable) {
      // That is told when it is read itself.
      return false;
    }
  }

  private static boolean isCompressed(Path file) {
    return file.toString().endsWith(".gz");
  }

  /** Days of which some hour is known. */
  public SortedSet<LocalDate> days() {
    return hours.keySet().stream()
        .map(OffsetDateTime::toLocalDate)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /**
   * The highest load of each node in each hour of the day, over all days. An hour of which some
   * keyspace of the cluster that is known in others is not known is left out.
   *
   * @param situation the cluster, over whose nodes the traffic is spread
   */
  public DayLoad load(RestSituation situation) {
    List<Map<String, Double>> day = new ArrayList<>();
    for (int hour = 0; hour < 24; hour++) {
      day.add(new HashMap<>());
    }
    Set<String> needed = new HashSet<>(keyspaces);
    needed.retainAll(situation.keyspaces().stream().map(RestKeyspace::name).toList());
    hours.forEach(
        (at, traffic) -> {
          if (traffic.keySet().containsAll(needed)) {
            KeyspaceTraffic.byNode(situation, traffic)
                .forEach((node, load) -> day.get(at.getHour()).merge(node, load, Math::max));
          }
        });
    return new DayLoad(day);
  }

  /** Sums of one table in one hour, over its minutes. */
  private static final class TableSum {
    private double seconds;
    private double replicaReads;
    private double writes;

    KeyspaceTraffic mean() {
      return seconds > 0
          ? new KeyspaceTraffic(replicaReads / seconds, writes / seconds)
          : new KeyspaceTraffic(0, 0);
    }
  }

  private static final class Sums {
    private final ToIntFunction<String> factor;
    private final TreeMap<OffsetDateTime, Map<String, TableSum>> hours = new TreeMap<>();
    private int unreadable;

    Sums(ToIntFunction<String> factor) {
      this.factor = factor;
    }

    void add(Path file) {
      try (InputStream raw = Files.newInputStream(file);
          InputStream in = isCompressed(file) ? new GZIPInputStream(raw) : raw;
          BufferedReader text =
              new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
        String header = text.readLine();
        if (header != null && !header.equals(HEADER)) {
          throw new IllegalArgumentException(
              "The file " + file + " has other columns than the history of an agent.");
        }
        try (CsvReader<NamedCsvRecord> rows =
            CsvReader.builder()
                .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
                .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
                .build(NamedCsvRecordHandler.of(named -> named.header(COLUMNS)), text)) {
          for (Iterator<NamedCsvRecord> all = rows.iterator(); all.hasNext(); ) {
            NamedCsvRecord row = all.next();
            // A line that is being written, or that a killed agent left.
            if (row.getFieldCount() >= COLUMNS.size() || all.hasNext()) {
              add(file, row);
            }
          }
        }
      } catch (IOException | CsvParseException e) {
        throw new IllegalArgumentException(
            "The file "
                + file
                + " cannot be read to its end ("
                + e.getMessage()
                + "); try again, or take it out of the folder.",
            e);
      }
    }

    private void add(Path file, NamedCsvRecord row) {
      if (row.getFieldCount() != COLUMNS.size()) {
        throw notOfAnAgent(file, row, null);
      }
      try {
        String table = row.getField("table");
        double seconds = number(row, "seconds");
        double reads = number(row, "reads_per_second");
        double writes = number(row, "writes_per_second");
        TableSum sum =
            hours
                .computeIfAbsent(
                    OffsetDateTime.parse(row.getField("time"))
                        .withOffsetSameInstant(ZoneOffset.UTC)
                        .truncatedTo(ChronoUnit.HOURS),
                    any -> new HashMap<>())
                .computeIfAbsent(table, any -> new TableSum());
        if (!(seconds > 0 && reads >= 0 && writes >= 0)) {
          unreadable++;
          return;
        }
        double asked = number(row, "replicas_per_read");
        double replicas =
            Double.isNaN(asked) ? factor.applyAsInt(keyspace(table)) : Math.max(0, asked);
        sum.seconds += seconds;
        sum.replicaReads += reads * replicas * seconds;
        sum.writes += writes * seconds;
      } catch (NumberFormatException | DateTimeException e) {
        throw notOfAnAgent(file, row, e);
      }
    }

    private static IllegalArgumentException notOfAnAgent(
        Path file, NamedCsvRecord row, @Nullable Exception why) {
      return new IllegalArgumentException(
          "Line "
              + (1 + row.getStartingLineNumber())
              + " of "
              + file
              + " is none of the history of an agent.",
          why);
    }

    private static double number(NamedCsvRecord row, String column) {
      String text = row.getField(column);
      return text.isEmpty() ? Double.NaN : Double.parseDouble(text);
    }

    private static String keyspace(String table) {
      return table.substring(0, Math.max(0, table.indexOf('.')));
    }

    RecordedHours hours() {
      TreeMap<OffsetDateTime, Map<String, KeyspaceTraffic>> traffic = new TreeMap<>();
      TreeSet<String> keyspaces = new TreeSet<>();
      hours.forEach(
          (hour, tables) -> {
            Map<String, KeyspaceTraffic> known = new HashMap<>();
            tables.forEach(
                (table, sum) -> known.merge(keyspace(table), sum.mean(), KeyspaceTraffic::plus));
            tables.forEach(
                (table, sum) -> {
                  if (sum.seconds < LEAST_SECONDS) {
                    known.remove(keyspace(table));
                  }
                });
            if (!known.isEmpty()) {
              keyspaces.addAll(known.keySet());
              traffic.put(hour, known);
            }
          });
      return new RecordedHours(traffic, keyspaces, unreadable);
    }
  }
}
