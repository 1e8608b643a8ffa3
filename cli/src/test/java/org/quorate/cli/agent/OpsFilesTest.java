package org.quorate.cli.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.quorate.cassandra.metric.PrometheusText;
import org.quorate.cassandra.observe.ClusterReport;
import org.quorate.cli.agent.Lookout.Look;
import org.quorate.cli.console.GracefulShutdown;
import org.quorate.cli.house.House;
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

  /** A length of time as Prometheus writes it. */
  private static final String TIME = "[0-9]+[smhd]";

  /** What Prometheus itself has of whatever it scrapes. */
  private static final Set<String> OF_THE_SCRAPER = Set.of("instance", "job");

  /** Every metric of the agent's page, and Prometheus's own of the page, with its labels. */
  private final Map<String, Set<String>> exported = exported();

  @Test
  void everyRuleIsAboutAMetricOfThePage() throws Exception {
    Entry document = YamlReader.read(ops("quorate-rules.yaml"), "file of rules");
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
  void everyPanelOfTheBoardIsAboutAMetricOfThePage() throws Exception {
    JsonNode board = JsonMapper.builder().build().readTree(ops("quorate-board.json").toFile());
    assertThat(board.get("schemaVersion").asInt()).isEqualTo(42);
    Set<Integer> numbers = new HashSet<>();
    for (JsonNode panel : board.get("panels")) {
      assertThat(numbers.add(panel.get("id").asInt())).isTrue();
      assertThat(panel.get("description").asText()).isNotEmpty();
      JsonNode place = panel.get("gridPos");
      assertThat(place.get("x").asInt() + place.get("w").asInt()).isLessThanOrEqualTo(24);
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
        LINE.matcher(PrometheusText.of(AgentMetrics.of(seen.metrics(0), true, 5, history)));
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
