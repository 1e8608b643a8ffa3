package org.quorate.cli.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.cassandra.metric.PrometheusText;
import org.quorate.cassandra.observe.ClusterReport;
import org.quorate.cli.agent.Lookout.Look;
import org.quorate.cli.console.GracefulShutdown;
import org.quorate.cli.house.House;
import org.quorate.cli.observe.EnergyMetrics;
import org.quorate.cli.observe.EnergySamples;
import org.quorate.cli.observe.Reports;
import org.quorate.study.file.Entry;
import org.quorate.study.file.Section;
import org.quorate.study.file.YamlReader;

/** What is handed to Prometheus, Grafana and systemd is about what the agent really exports. */
final class OpsFilesTest {
  private static final Pattern LINE =
      Pattern.compile("^(quorate_\\w+)(?:\\{(.*)})? ", Pattern.MULTILINE);
  private static final Pattern LABEL = Pattern.compile("(\\w+)(?:=~?|!=)\"");
  private static final Pattern SELECTED =
      Pattern.compile("\\b(quorate_\\w+|up\\b)(?:\\{([^}]*)})?");
  private static final Pattern GROUPED = Pattern.compile("\\bby \\(([^)]*)\\)");
  private static final Pattern LISTED = Pattern.compile("label_values\\(.*, *(\\w+)\\)");
  private static final Pattern OF_A_LEGEND = Pattern.compile("\\{\\{ *(\\w+) *}}");
  private static final Pattern OF_AN_ALERT = Pattern.compile("\\$labels\\.(\\w+)");

  /**
   * Which options Grafana's schema wants of a panel of each kind. They are those that the strict
   * reader of grafana-foundation-sdk 0.0.22 misses; it takes the board as it is.
   */
  private static final Map<String, List<String>> OPTIONS =
      Map.of(
          "stat",
          List.of(
              "reduceOptions",
              "orientation",
              "textMode",
              "colorMode",
              "graphMode",
              "justifyMode",
              "wideLayout",
              "showPercentChange",
              "percentChangeColorMode"),
          "timeseries",
          List.of(
              "legend/showLegend",
              "legend/displayMode",
              "legend/placement",
              "legend/calcs",
              "tooltip/mode",
              "tooltip/sort"));

  private static final String RULES = "quorate-rules.yaml";
  private static final String RULES_TEST = "quorate-rules-test.yaml";
  private static final String BOARD = "quorate-board.json";

  /** A length of time as Prometheus writes it. */
  private static final String TIME = "[0-9]+[smhd]";

  /** What Prometheus itself has of whatever it scrapes. */
  private static final Set<String> OF_THE_SCRAPER = Set.of("instance", "job");

  @TempDir private Path folder;

  /** Every metric of the agent's page, and Prometheus's own of the page, with its labels. */
  private final Map<String, Set<String>> exported = exported();

  @Test
  void everyRuleIsAboutAMetricOfThePage() throws Exception {
    Entry document = YamlReader.read(ops(RULES), "file of rules");
    List<String> names = new ArrayList<>();
    for (Entry group : document.section("groups").required("groups").mappings()) {
      Section rules = group.section("name", "rules");
      for (Entry each : rules.required("rules").mappings()) {
        Section rule = each.section("alert", "expr", "for", "labels", "annotations");
        names.add(rule.required("alert").value().text());
        Set<String> labels = labelsOf(rule.required("expr").value().text());
        assertThat(rule.value("for", "0s").text()).matches(TIME);
        assertThat(rule.required("labels").section("severity").value("severity", "").text())
            .isIn("warning", "critical");
        String summary =
            rule.required("annotations").section("summary").required("summary").value().text();
        assertThat(summary).endsWith(".");
        assertThat(labels).as(summary).containsAll(named(OF_AN_ALERT, summary));
      }
    }
    assertThat(names).hasSizeGreaterThan(5).doesNotHaveDuplicates();
  }

  @Test
  void everyAlertIsSeenToFireInATestThatNamesOnlyWhatThePageExports() throws Exception {
    Set<String> fired = new TreeSet<>();
    Entry document = YamlReader.read(ops(RULES_TEST), "file of tests of rules");
    Section file = document.section("rule_files", "evaluation_interval", "tests");
    assertThat(file.required("rule_files").values().get(0).text()).isEqualTo(RULES);
    for (Entry each : file.required("tests").mappings()) {
      Section test =
          each.section("name", "interval", "input_series", "alert_rule_test", "promql_expr_test");
      for (Entry series : test.required("input_series").mappings()) {
        labelsOf(series.section("series", "values").required("series").value().text());
      }
      Entry alerts = test.find("alert_rule_test");
      for (Entry alert : alerts == null ? List.<Entry>of() : alerts.mappings()) {
        Section expected = alert.section("alertname", "eval_time", "exp_alerts");
        if (expected.find("exp_alerts") != null) {
          fired.add(expected.required("alertname").value().text());
        }
      }
    }
    Set<String> alerts = new TreeSet<>();
    for (String line : Files.readAllLines(ops(RULES))) {
      if (line.strip().startsWith("- alert: ")) {
        alerts.add(line.substring(line.indexOf(':') + 1).strip());
      }
    }
    assertThat(fired).isEqualTo(alerts);
  }

  @Test
  void prometheusTakesTheRulesAndEachAlertFiresWhenItsTestSaysSo() throws Exception {
    promtool("check", "rules", ops(RULES).toString());
    promtool("test", "rules", ops(RULES_TEST).toString());
  }

  /** Rules that record what the panels ask are checked as rules that alert are. */
  @Test
  void prometheusUnderstandsEveryQueryOfTheBoard() throws Exception {
    JsonMapper mapper = JsonMapper.builder().build();
    List<Map<String, String>> rules = new ArrayList<>();
    for (String query : mapper.readTree(ops(BOARD).toFile()).findValuesAsText("expr")) {
      rules.add(Map.of("record", "board:query" + rules.size(), "expr", query));
    }
    assertThat(rules).hasSizeGreaterThan(10);
    Path file = folder.resolve("board.yaml");
    mapper.writeValue(
        file.toFile(), Map.of("groups", List.of(Map.of("name", "board", "rules", rules))));
    promtool("check", "rules", file.toString());
  }

  private static void promtool(String... arguments) throws Exception {
    boolean isThere =
        Arrays.stream(System.getenv().getOrDefault("PATH", "").split(":", -1))
            .anyMatch(path -> Files.isExecutable(Path.of(path, "promtool")));
    Assumptions.assumeTrue(
        isThere, "promtool is not installed; install it with: apt-get install prometheus");
    List<String> command = new ArrayList<>(List.of("promtool"));
    command.addAll(List.of(arguments));
    Process promtool = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(promtool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(promtool.waitFor()).as(said).isZero();
  }

  @Test
  void everyPanelOfTheBoardIsAboutAMetricOfThePage() throws Exception {
    JsonNode board = JsonMapper.builder().build().readTree(ops(BOARD).toFile());
    assertThat(board.get("schemaVersion").asInt()).isEqualTo(42);
    Set<Integer> numbers = new HashSet<>();
    Set<String> taken = new HashSet<>();
    for (JsonNode panel : board.get("panels")) {
      assertThat(numbers.add(panel.get("id").asInt())).isTrue();
      String kind = panel.get("type").asText();
      assertThat(OPTIONS).containsKey(kind);
      for (String option : OPTIONS.getOrDefault(kind, List.of())) {
        assertThat(panel.at("/options/" + option).isMissingNode()).as(option).isFalse();
      }
      assertThat(panel.at("/datasource/uid").asText()).isEqualTo("${datasource}");
      assertThat(panel.get("description").asText()).isNotEmpty();
      JsonNode place = panel.get("gridPos");
      assertThat(place.get("x").asInt() + place.get("w").asInt()).isLessThanOrEqualTo(24);
      for (int x = 0; x < place.get("w").asInt(); x++) {
        for (int y = 0; y < place.get("h").asInt(); y++) {
          String square = (place.get("x").asInt() + x) + ", " + (place.get("y").asInt() + y);
          assertThat(taken.add(square)).as(square).isTrue();
        }
      }
      assertThat(panel.findValuesAsText("refId")).doesNotHaveDuplicates();
      assertThat(panel.get("targets")).isNotEmpty();
      for (JsonNode target : panel.get("targets")) {
        String legend = target.get("legendFormat").asText();
        assertThat(labelsOf(target.get("expr").asText()))
            .as(legend)
            .containsAll(named(OF_A_LEGEND, legend));
      }
    }
    for (JsonNode variable : board.get("templating").get("list")) {
      if (variable.get("type").asText().equals("query")) {
        String definition = variable.get("definition").asText();
        assertThat(variable.get("query").get("query").asText()).isEqualTo(definition);
        assertThat(named(LISTED, definition))
            .hasSize(1)
            .allSatisfy(label -> assertThat(labelsOf(definition)).contains(label));
      }
    }
  }

  @Test
  void theDocumentNamesEveryMetricOfTheAgentItself() throws IOException {
    String document = Files.readString(House.root().resolve("docs/agent.md"));
    assertThat(exported.keySet().stream().filter(name -> name.startsWith("quorate_agent")))
        .isNotEmpty()
        .allSatisfy(name -> assertThat(document).contains(name));
    MinuteRows.HEADERS
        .values()
        .forEach(
            header ->
                assertThat(List.of(header.split(",", -1)))
                    .allSatisfy(column -> assertThat(document).contains("`" + column + "`")));
  }

  @Test
  void theEnergyOfTheHostsIsExportedAsTheDocumentOfObserveSays() throws IOException {
    String document = Files.readString(House.root().resolve("docs/observe.md"));
    assertThat(named(LINE, PrometheusText.of(EnergyMetrics.of(EnergySamples.report()))))
        .isSubsetOf(exported.keySet())
        .allSatisfy(name -> assertThat(document).contains("`" + name + "`"));
  }

  @Test
  void theUnitStartsTheAgent() throws IOException {
    assertThat(Files.readAllLines(ops("quorate-agent.service")))
        .contains(
            "[Unit]",
            "[Service]",
            "[Install]",
            "Environment=\"QUORATE_JAVA_OPTIONS=-Xmx256m -XX:+ExitOnOutOfMemoryError\"",
            "ExecStart=/opt/quorate/quorate agent /etc/quorate/agent.yaml",
            "SuccessExitStatus=143");
  }

  /** Or the history's last rows are lost when the agent is stopped. */
  @Test
  void theUnitWaitsLongerThanTheAgentForItsWork() throws IOException {
    List<String> patience =
        Files.readAllLines(ops("quorate-agent.service")).stream()
            .filter(line -> line.startsWith("TimeoutStopSec="))
            .map(line -> line.substring(line.indexOf('=') + 1))
            .toList();
    assertThat(patience).hasSize(1);
    assertThat(Long.parseLong(patience.get(0))).isGreaterThan(GracefulShutdown.PATIENCE_SECONDS);
  }

  /** The labels that a query's result has; it selects and groups by nothing that there is not. */
  private Set<String> labelsOf(String query) {
    List<Set<String>> each = new ArrayList<>();
    Matcher selected = SELECTED.matcher(query);
    while (selected.find()) {
      assertThat(exported).as(query).containsKey(selected.group(1));
      Set<String> own = exported.getOrDefault(selected.group(1), Set.of());
      assertThat(own)
          .as(query)
          .containsAll(named(LABEL, selected.group(2) == null ? "" : selected.group(2)));
      each.add(own);
    }
    assertThat(each).as(query).isNotEmpty();
    Set<String> common = new HashSet<>(each.get(0));
    each.forEach(common::retainAll);
    Matcher grouped = GROUPED.matcher(query);
    if (grouped.find()) {
      List<String> by = List.of(grouped.group(1).split(", *", -1));
      assertThat(common).as(query).containsAll(by);
      return Set.copyOf(by);
    }
    return query.startsWith("absent(") ? Set.of() : Set.copyOf(common);
  }

  private static List<String> named(Pattern pattern, String text) {
    return pattern.matcher(text).results().map(found -> found.group(1)).toList();
  }

  private static Map<String, Set<String>> exported() {
    ClusterReport report = Reports.full(2);
    ReadingMetrics seen = new ReadingMetrics();
    seen.seen(List.of(Look.of(report.keyspace(), report, true)), 0);
    History.Counts history = new History.Counts(false, 0, 0, 0);
    Map<String, Set<String>> labels = new TreeMap<>();
    Matcher lines =
        LINE.matcher(
            PrometheusText.of(
                AgentMetrics.of(
                    seen.metrics(0), Optional.of(EnergySamples.report()), true, 5, history)));
    while (lines.find()) {
      Set<String> own = labels.computeIfAbsent(lines.group(1), any -> new HashSet<>());
      own.addAll(OF_THE_SCRAPER);
      own.addAll(named(LABEL, lines.group(2) == null ? "" : lines.group(2)));
    }
    labels.put("up", OF_THE_SCRAPER);
    return new HashMap<>(labels);
  }

  private static Path ops(String name) {
    return House.root().resolve("ops").resolve(name);
  }
}
