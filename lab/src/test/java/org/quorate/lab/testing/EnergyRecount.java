package org.quorate.lab.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.assertj.core.data.Percentage;

/**
 * Works a report's energy out again from the raw files of a study's directory, in code of its own:
 * joules of every host from {@code runs/NNN/power.csv}, joules of every run and per operation, and
 * the means of the cells, against {@code hosts.csv}, {@code runs.csv}, {@code cells.csv} and {@code
 * study.json}; and from {@code runs.csv} the stale rates, and the ratios that claims are held
 * against. For meters without time stamps of their own, or whose clocks agree with ours.
 */
public final class EnergyRecount {
  /** What device clocks and stamps of means may move a sum by. */
  private static final Percentage OF_READINGS = Percentage.withPercentage(0.5);

  private static final Percentage OF_SUMS = Percentage.withPercentage(1e-6);

  private final Path directory;
  private final JsonNode study;

  private EnergyRecount(Path directory) throws IOException {
    this.directory = directory;
    study = JsonMapper.builder().build().readTree(directory.resolve("study.json").toFile());
  }

  /** How many numbers of each kind were worked out again. */
  public record Counted(int runs, int staleRates, int claims) {}

  /** Fails where a number of the directory does not follow from its raw files. */
  public static Counted check(Path directory) throws IOException {
    EnergyRecount recount = new EnergyRecount(directory);
    int runs = recount.hosts();
    recount.runs();
    recount.cells();
    return new Counted(runs, recount.staleRates(), recount.claims());
  }

  /** Joules of hosts, from readings. */
  private int hosts() throws IOException {
    List<Map<String, String>> hosts = csv(directory.resolve("hosts.csv"));
    int runs = 0;
    for (JsonNode run : study.get("runs")) {
      if (!run.hasNonNull("energy")) {
        continue;
      }
      runs++;
      int number = run.get("sequence").asInt();
      List<Map<String, String>> readings =
          csv(directory.resolve(String.format(Locale.ROOT, "runs/%03d/power.csv", number)));
      for (JsonNode host : run.at("/energy/hosts")) {
        String name = host.get("host").asText();
        Map<String, String> row =
            hosts.stream()
                .filter(
                    each ->
                        run.get("sequence").asText().equals(each.get("run"))
                            && name.equals(each.get("host")))
                .findFirst()
                .orElseThrow();
        Instant from = Instant.parse(row.get("from"));
        double seconds = Duration.between(from, Instant.parse(row.get("to"))).toNanos() / 1e9;
        double joules = 0;
        for (JsonNode channel : host.get("channels")) {
          if (channel.get("counted").asBoolean()) {
            joules += joules(channel, points(readings, name, channel, from), seconds);
          }
        }
        assertThat(Double.parseDouble(row.get("joules")))
            .as("joules of %s in run %d", name, number)
            .isCloseTo(joules, OF_READINGS);
      }
    }
    return runs;
  }

  /** Readings of a channel: seconds since the start of the run, and values. */
  private static List<double[]> points(
      List<Map<String, String>> readings, String host, JsonNode channel, Instant from) {
    List<double[]> points = new ArrayList<>();
    BigDecimal start =
        BigDecimal.valueOf(from.getEpochSecond()).add(BigDecimal.valueOf(from.getNano(), 9));
    for (Map<String, String> row : readings) {
      if (row.get("host").equals(host)
          && row.get("meter").equals(channel.get("meter").asText())
          && row.get("channel").equals(channel.get("channel").asText())
          && !row.get("value").isEmpty()) {
        String at =
            row.get("stamped_at").isEmpty() ? row.get("received_at") : row.get("stamped_at");
        double time = new BigDecimal(at).subtract(start).doubleValue();
        if (points.isEmpty() || time > points.get(points.size() - 1)[0]) {
          points.add(new double[] {time, Double.parseDouble(row.get("value"))});
        }
      }
    }
    return points;
  }

  private static double joules(JsonNode channel, List<double[]> points, double seconds) {
    if (channel.get("quantity").asText().equals("power")) {
      double joules = 0;
      // Power is held before the first and after the last reading.
      points.add(0, new double[] {Math.min(-1, points.get(0)[0] - 1), points.get(0)[1]});
      double[] last = points.get(points.size() - 1);
      points.add(new double[] {Math.max(seconds, last[0]) + 1, last[1]});
      for (int i = 1; i < points.size(); i++) {
        double a = Math.max(0, points.get(i - 1)[0]);
        double b = Math.min(seconds, points.get(i)[0]);
        joules += b > a ? (b - a) * (at(points, i, a) + at(points, i, b)) / 2 : 0;
      }
      return joules;
    }
    double wrapped = 0;
    for (int i = 1; i < points.size(); i++) {
      boolean wraps = points.get(i)[1] + wrapped < points.get(i - 1)[1];
      wrapped += wraps ? channel.get("wrapsAt").asDouble() : 0;
      points.get(i)[1] += wrapped;
    }
    return counter(points, seconds) - counter(points, 0);
  }

  /** The counter at a time, on a straight line between its readings and beyond them. */
  private static double counter(List<double[]> points, double time) {
    int i = 1;
    while (i < points.size() - 1 && points.get(i)[0] < time) {
      i++;
    }
    return at(points, i, time);
  }

  private static double at(List<double[]> points, int i, double time) {
    double[] a = points.get(i - 1);
    double[] b = points.get(i);
    return a[1] + (b[1] - a[1]) * (time - a[0]) / (b[0] - a[0]);
  }

  /** Joules of runs, from those of hosts. */
  private void runs() throws IOException {
    Map<String, Double> joules = new LinkedHashMap<>();
    for (Map<String, String> host : csv(directory.resolve("hosts.csv"))) {
      String after = host.getOrDefault("joules_after", "");
      joules.merge(
          host.get("run"),
          Double.parseDouble(host.get("joules"))
              + (after.isEmpty() ? 0 : Double.parseDouble(after)),
          Double::sum);
    }
    for (Map<String, String> run : csv(directory.resolve("runs.csv"))) {
      Double expected = joules.get(run.get("run"));
      if (expected != null) {
        assertThat(Double.parseDouble(run.get("energy_joules")))
            .as("joules of run %s", run.get("run"))
            .isCloseTo(expected, OF_SUMS);
      }
    }
  }

  /** Joules per operation of cells: the mean over the runs that count. */
  private void cells() throws IOException {
    List<Map<String, String>> runs = counting();
    List<Map<String, String>> cells = csv(directory.resolve("cells.csv"));
    for (JsonNode cell : study.get("cells")) {
      Map<String, String> levels = levels(cell.get("cell"));
      double expected =
          runs.stream()
              .filter(run -> cell(run).equals(levels))
              .filter(run -> !run.getOrDefault("energy_joules", "").isEmpty())
              .filter(run -> Long.parseLong(run.get("succeeded")) > 0)
              .mapToDouble(
                  run ->
                      Double.parseDouble(run.get("energy_joules"))
                          / Long.parseLong(run.get("succeeded")))
              .average()
              .orElse(Double.NaN);
      if (Double.isNaN(expected)) {
        continue;
      }
      assertThat(cell.at("/energy/joulesPerOperation/mean").asDouble())
          .as("joules per operation of %s in study.json", levels)
          .isCloseTo(expected, OF_SUMS);
      assertThat(cells)
          .filteredOn(row -> row.get("cell").equals(cell.get("label").asText()))
          .allSatisfy(
              row ->
                  assertThat(Double.parseDouble(row.get("joules_per_operation")))
                      .as("joules per operation of %s in cells.csv", levels)
                      .isCloseTo(expected, within(expected * 1e-8)))
          .isNotEmpty();
    }
  }

  /** Stale rates of runs, and their means over the runs of a cell that count. */
  private int staleRates() throws IOException {
    List<Map<String, String>> runs = counting();
    int checked = 0;
    for (JsonNode cell : study.get("cells")) {
      List<Double> rates = new ArrayList<>();
      for (Map<String, String> run : runs) {
        String reads = run.getOrDefault("reads_judged", "");
        if (cell(run).equals(levels(cell.get("cell"))) && !reads.isEmpty() && !reads.equals("0")) {
          double rate = Double.parseDouble(run.get("stale_reads")) / Long.parseLong(reads);
          assertThat(Double.parseDouble(run.get("stale_rate")))
              .as("stale rate of run %s", run.get("run"))
              .isCloseTo(rate, within(1e-12));
          rates.add(rate);
        }
      }
      if (!rates.isEmpty()) {
        checked++;
        assertThat(cell.at("/staleRate/mean").asDouble())
            .as("stale rate of %s in study.json", cell.get("label").asText())
            .isCloseTo(mean(rates), within(1e-12));
      }
    }
    return checked;
  }

  /**
   * The geometric mean of ratios of pairs of runs, for claims on numbers that {@code runs.csv} has.
   * Which cells a part has is not told there, so claims on parts are left out.
   */
  private int claims() throws IOException {
    List<Map<String, String>> runs = counting();
    int checked = 0;
    for (JsonNode verdict : study.path("claimVerdicts")) {
      JsonNode expects = verdict.at("/claim/expects");
      if (!verdict.hasNonNull("ratio") || expects.at("/where").has("part")) {
        continue;
      }
      List<Double> logarithms = new ArrayList<>();
      for (Map<String, String> run : runs) {
        Double number = number(expects.get("measure").asText(), run);
        if (number == null
            || !run.entrySet().containsAll(levels(expects.get("of")).entrySet())
            || !isWhere(run, expects.get("where"))) {
          continue;
        }
        Map<String, String> partner = new LinkedHashMap<>(cell(run));
        partner.putAll(levels(expects.get("against")));
        runs.stream()
            .filter(other -> cell(other).equals(partner))
            .filter(other -> other.get("repetition").equals(run.get("repetition")))
            .map(other -> number(expects.get("measure").asText(), other))
            .forEach(other -> logarithms.add(Math.log(number / other)));
      }
      if (!logarithms.isEmpty()) {
        checked++;
        assertThat(verdict.at("/ratio/mean").asDouble())
            .as("ratio for the claim: %s", verdict.at("/claim/text").asText())
            .isCloseTo(Math.exp(mean(logarithms)), OF_SUMS);
        assertThat(verdict.get("pairs").asInt()).isEqualTo(logarithms.size());
      }
    }
    return checked;
  }

  private static boolean isWhere(Map<String, String> run, JsonNode where) {
    return where.properties().stream()
        .allMatch(
            factor ->
                factor
                    .getValue()
                    .valueStream()
                    .anyMatch(level -> level.asText().equals(run.get(factor.getKey()))));
  }

  /** Null where the line does not have it, or this class does not know how to find it there. */
  private static Double number(String measure, Map<String, String> run) {
    String joules = run.getOrDefault("energy_joules", "");
    return switch (measure) {
      case "THROUGHPUT" -> Double.valueOf(run.get("achieved_per_second"));
      case "RUN_TIME" -> Double.valueOf(run.get("seconds"));
      case "ENERGY" -> joules.isEmpty() ? null : Double.valueOf(joules);
      case "ENERGY_PER_OPERATION" ->
          joules.isEmpty()
              ? null
              : Double.valueOf(Double.parseDouble(joules) / Long.parseLong(run.get("succeeded")));
      default -> null;
    };
  }

  /** The levels of a run's cell, which may lack factors of other parts. */
  private Map<String, String> cell(Map<String, String> run) {
    Map<String, String> levels = new LinkedHashMap<>(run);
    List<String> factors = new ArrayList<>();
    study.get("factors").fieldNames().forEachRemaining(factors::add);
    levels.keySet().retainAll(factors);
    levels.values().removeIf(String::isEmpty);
    return levels;
  }

  private static Map<String, String> levels(JsonNode cell) {
    Map<String, String> levels = new LinkedHashMap<>();
    cell.properties().forEach(level -> levels.put(level.getKey(), level.getValue().asText()));
    return levels;
  }

  private static double mean(List<Double> numbers) {
    return numbers.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
  }

  /** The lines of runs that count. */
  private List<Map<String, String>> counting() throws IOException {
    int dropped = study.at("/design/dropped").asInt();
    return csv(directory.resolve("runs.csv")).stream()
        .filter(run -> Integer.parseInt(run.get("repetition")) > dropped)
        .toList();
  }

  /** Lines as maps from column to value; RFC 4180 without line breaks in values. */
  private static List<Map<String, String>> csv(Path file) throws IOException {
    List<String> lines = Files.readAllLines(file);
    List<String> columns = values(lines.get(0));
    List<Map<String, String>> rows = new ArrayList<>();
    for (String line : lines.subList(1, lines.size())) {
      List<String> values = values(line);
      Map<String, String> row = new LinkedHashMap<>();
      for (int i = 0; i < columns.size(); i++) {
        row.put(columns.get(i), values.get(i));
      }
      rows.add(row);
    }
    return rows;
  }

  private static List<String> values(String line) {
    List<String> values = new ArrayList<>();
    for (String value : line.split(",(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)", -1)) {
      values.add(value.replaceAll("^\"|\"$", "").replace("\"\"", "\""));
    }
    return values;
  }
}
