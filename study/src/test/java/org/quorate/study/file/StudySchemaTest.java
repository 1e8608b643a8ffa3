package org.quorate.study.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import com.networknt.schema.ValidationMessage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.quorate.core.level.Level;
import org.quorate.core.policy.Policies;
import org.quorate.core.pool.PoolLayout;
import org.quorate.study.measure.Measure;
import org.quorate.study.plan.Coordinators;
import org.quorate.study.plan.Durability;
import org.quorate.study.plan.Figure;
import org.quorate.study.plan.MonitorSettings;
import org.quorate.study.plan.Rest;
import org.quorate.study.plan.StoreEngine;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.schema.CoreSchema;

/**
 * The published schema says what the readers of study files say. What the readers know is asked of
 * themselves: they name all keys where they refuse one.
 */
final class StudySchemaTest {
  private static final Path HOME = Path.of("..");
  private static final Path FILE = HOME.resolve("studies/study.schema.json");
  private static final Pattern KNOWN =
      Pattern.compile("this key is not known; [\\w.-]+(?: file)? has ([a-z, -]+)\\.");

  private static final String WORKLOAD = "workload: {properties: {recordcount: 10}}\n";
  private static final String BASE =
      "title: A study\n" + WORKLOAD + "factors: {policy: [ONE, ALL], threads: [1, 2]}\n";
  private static final String LOADED = BASE + "load: {threads: 2}\n";
  private static final String CHANGE = "of: {policy: ALL}, against: {policy: ONE}, change: lower";

  private static final JsonNode SCHEMA = json(FILE);
  private static final JsonSchema VALIDATOR =
      JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012).getSchema(SCHEMA);

  @SuppressWarnings("NullAway.Init")
  @TempDir
  private Path folder;

  @Test
  void theSchemaIsOne() {
    JsonSchema meta =
        JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
            .getSchema(com.networknt.schema.SchemaLocation.of(SCHEMA.path("$schema").asText()));

    assertThat(meta.validate(SCHEMA)).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("shipped")
  void itAcceptsEveryShippedStudy(Path study) throws Exception {
    String text = Files.readString(study);

    assertThat(faults(text)).isEmpty();
    assertThat(text).startsWith("# yaml-language-server: $schema=study.schema.json\n");
  }

  @Test
  void itAcceptsEveryStudyInTheDocuments() throws Exception {
    List<String> samples = DeliveredStudiesTest.examples();

    assertThat(samples).hasSizeGreaterThan(8);
    assertThat(samples).allSatisfy(sample -> assertThat(faults(sample)).isEmpty());
  }

  /** The key {@code nonsense} stands in every section once. */
  @ParameterizedTest
  @MethodSource("sections")
  void itKnowsTheKeysThatTheReadersKnow(String pointer, String text) throws Exception {
    String refusal = catchThrowable(() -> read(text)).getMessage();
    Matcher known = KNOWN.matcher(refusal);

    assertThat(known.find()).as(refusal).isTrue();
    assertThat(names(SCHEMA.at(pointer).path("properties")))
        .containsExactlyInAnyOrder(known.group(1).split(", "));
    assertThat(SCHEMA.at(pointer).path("additionalProperties").asBoolean(true)).isFalse();
    assertThat(faults(text)).isNotEmpty();
    assertThat(faults(text.replace("nonsense: 1", ""))).as(text).isEmpty();
  }

  /** In a table or a sentence, or in a sample. */
  @Test
  void theDocumentHasEveryKey() throws Exception {
    String document = Files.readString(HOME.resolve("docs/studies.md"));
    Set<String> keys = new TreeSet<>();
    addKeys(SCHEMA, keys);

    assertThat(keys).hasSizeGreaterThan(100);
    assertThat(keys)
        .allSatisfy(
            key ->
                assertThat(document)
                    .containsPattern("`[^`\n]*\\b" + key + "\\b[^`\n]*`|[\n {,]" + key + ": "));
  }

  private static void addKeys(JsonNode schema, Set<String> keys) {
    schema.path("properties").fieldNames().forEachRemaining(keys::add);
    schema
        .properties()
        .forEach(
            part -> {
              if (part.getKey().equals("properties")) {
                part.getValue().forEach(each -> addKeys(each, keys));
              } else {
                addKeys(part.getValue(), keys);
              }
            });
    if (schema.isArray()) {
      schema.forEach(each -> addKeys(each, keys));
    }
  }

  static List<String[]> sections() {
    String part = "title: A study\n" + WORKLOAD + "parts: {a: {";
    String scale = LOADED + "scales: {small: {";
    String partOfScale = part + "factors: {policy: [ONE]}}}\nload: {threads: 2}\nscales: {small: ";
    String figure = LOADED + "figures: {title: A, measure: throughput, x: threads, ";
    return Stream.of(
            new String[] {"", LOADED + "nonsense: 1"},
            new String[] {"/properties/cluster", LOADED + "cluster: {nonsense: 1}"},
            new String[] {
              "/properties/workload", "title: A study\nworkload: {nonsense: 1}\nfactors: {}"
            },
            new String[] {
              "/properties/remote",
              LOADED
                  + "backend: remote\nremote: {contact-points: a, local-data-center: b, nonsense: 1}"
            },
            new String[] {"/properties/load", BASE + "load: {threads: 1, nonsense: 1}"},
            new String[] {"/properties/levels", LOADED + "levels: {nonsense: 1}"},
            new String[] {"/properties/links", LOADED + "links: {nonsense: 1}"},
            new String[] {
              "/properties/offload",
              "title: A study\ncluster: {engine: hbase}\n"
                  + WORKLOAD
                  + "load: {threads: 2}\noffload: {capacity: 9/s, nonsense: 1}"
            },
            new String[] {
              "/$defs/fault-event", LOADED + "faults: [{at: 1s, kill: node3, nonsense: 1}]"
            },
            new String[] {"/properties/monitor", LOADED + "monitor: {nonsense: 1}"},
            new String[] {"/properties/power", LOADED + "power: {nonsense: 1}"},
            new String[] {
              "/properties/power/properties/price",
              LOADED + "power: {price: {per-kilowatt-hour: 1, currency: EUR, nonsense: 1}}"
            },
            new String[] {
              "/properties/power/properties/carbon",
              LOADED + "power: {carbon: {grams-per-kilowatt-hour: 1, source: a, nonsense: 1}}"
            },
            new String[] {"/properties/runs", LOADED + "runs: {nonsense: 1}"},
            new String[] {"/$defs/part", part + "factors: {policy: [ONE]}, nonsense: 1}}"},
            new String[] {
              "/$defs/part-runs",
              part + "factors: {policy: [ONE]}, runs: {nonsense: 1}}}\nload: {threads: 1}"
            },
            new String[] {"/$defs/scale", scale + "nonsense: 1}}"},
            new String[] {"/$defs/scale-of-part", partOfScale + "{parts: {a: {nonsense: 1}}}}"},
            new String[] {
              "/properties/pilot",
              LOADED + "expects: [{no-stale-reads: {}}]\npilot: {delay: 1ms, nonsense: 1}"
            },
            new String[] {"/$defs/claim", LOADED + "claims: {text: a, source: b, nonsense: 1}"},
            new String[] {
              "/$defs/claimed-change",
              LOADED
                  + "claims: {text: a, source: b, expects: {measure: energy, "
                  + CHANGE
                  + ", nonsense: 1}}"
            },
            new String[] {"/$defs/figure", figure + "nonsense: 1}"},
            new String[] {
              "/$defs/figure-claim", figure + "claims: {text: a, source: b, nonsense: 1}}"
            },
            new String[] {
              "/$defs/claimed-change",
              figure + "claims: {text: a, source: b, expects: {" + CHANGE + ", nonsense: 1}}}"
            })
        .toList();
  }

  @Test
  void itKnowsTheFactorsThatTheReadersKnow() {
    List<String> withPart = new ArrayList<>(Factor.names());
    withPart.add(Figure.PART);

    for (String cells : List.of("factors", "cells", "cell")) {
      assertThat(names(definition(cells).path("properties")))
          .as(cells)
          .containsExactlyElementsOf(Factor.names());
    }
    assertThat(names(definition("cells-of-parts").path("properties")))
        .containsExactlyElementsOf(withPart);
    assertThat(words("factor")).containsExactlyElementsOf(Factor.names());
  }

  @Test
  void itKnowsTheWordsThatTheReadersKnow() throws Exception {
    List<String> levels = Arrays.stream(Level.values()).map(Level::name).toList();
    String refusal = catchThrowable(() -> read(LOADED + "expects: [{nonsense: {}}]")).getMessage();

    assertThat(words("measure")).containsExactlyElementsOf(Measure.names());
    assertThat(words("level")).containsExactlyElementsOf(levels);
    assertThat(texts(SCHEMA.at("/properties/cluster/properties/engine/enum")))
        .containsExactlyElementsOf(StoreEngine.names());
    assertThat(words("level-of-coordinators"))
        .containsExactlyElementsOf(
            Arrays.stream(Coordinators.values()).map(Coordinators::text).toList());
    assertThat(words("level-of-durability"))
        .containsExactlyElementsOf(
            Arrays.stream(Durability.values()).map(Durability::text).toList());
    assertThat(words("level-of-offload"))
        .containsExactlyElementsOf(Arrays.stream(Rest.values()).map(Rest::text).toList());
    assertThat(texts(SCHEMA.at("/properties/monitor/properties/propagation/enum")))
        .containsExactlyElementsOf(MonitorSettings.PROPAGATION_SOURCES);
    assertThat(texts(definition("level-of-pools").at("/anyOf/0/enum")))
        .containsExactlyInAnyOrderElementsOf(PoolLayout.names());
    assertThat(refusal)
        .contains(
            "choose among "
                + String.join(", ", names(definition("expectation").path("properties")))
                + ".");
    for (String policy : Policies.names()) {
      assertThat(faults(LOADED.replace("ALL", policy + " 20%"))).as(policy).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("shipped")
  void itRejectsEveryMisspeltKeyOfAShippedStudy(Path study) throws Exception {
    JsonNode document = document(Files.readString(study));
    List<String> misspelt = new ArrayList<>();
    List<String> accepted = new ArrayList<>();
    misspell(document, document, "", misspelt, accepted);

    assertThat(misspelt).hasSizeGreaterThan(40);
    assertThat(accepted).isEmpty();
  }

  /** Misspells each key in turn but those that a study is free to choose. */
  private static void misspell(
      JsonNode document, JsonNode at, String path, List<String> misspelt, List<String> accepted) {
    if (at instanceof ObjectNode mapping) {
      for (String name : names(mapping)) {
        JsonNode value = mapping.get(name);
        misspell(document, value, path + "/" + name, misspelt, accepted);
        if (!path.matches(
            "/(workload/properties|cluster/(settings|data-centers)|parts|faults|scales"
                + "|scales/[^/]*/(parts|workload|faults))")) {
          mapping.remove(name);
          mapping.set(name + "x", value);
          misspelt.add(path + "/" + name);
          if (VALIDATOR.validate(document).isEmpty()) {
            accepted.add(path + "/" + name);
          }
          mapping.remove(name + "x");
          mapping.set(name, value);
        }
      }
    } else if (at.isArray()) {
      for (JsonNode item : at) {
        misspell(document, item, path + "/-", misspelt, accepted);
      }
    }
  }

  /** What is left of {@code =>} stands in a study file; right of it whether it may. */
  @ParameterizedTest
  @CsvSource(
      delimiterString = "=>",
      value = {
        "runs: {duration: 1m30s} => true",
        "runs: {duration: 0s} => false",
        "runs: {duration: 5} => false",
        "runs: {settle: 0} => true",
        "runs: {settle: 2 parsecs} => false",
        "runs: {repetitions: 0} => false",
        "runs: {repetitions: many} => false",
        "runs: {history: maybe} => false",
        "runs: {history: no} => true",
        "runs: {order: abab} => false",
        "runs: {order: abba, clusters: in-turn, drop-first: 1} => true",
        "runs: {restart-every: 3} => true",
        "power: {at-equal: {p99: 1.5, stale-rate: 0.01}} => true",
        "power: {at-equal: {p99: 0.5}} => false",
        "power: {until-quiet: 60s} => true",
        "power: {until-quiet: soon} => false",
        "power: {at-equal: {stale-rate: 2}} => false",
        "runs: {restart-every: -1} => false",
        "scales: {x: {restart-every: 2}} => true",
        "runs: {warm-up-cut: detect} => true",
        "runs: {warm-up-cut: half} => false",
        "scales: {x: {warm-up-cut: none}} => true",
        "runs: {second-read: EACH_QUORUM} => false",
        "runs: {second-read: none} => true",
        "links: {delay: 0} => true",
        "links: {delay: uniform 2ms..8ms} => true",
        "links: {delay: uniform 2ms} => false",
        "links: {delay: lognormal 5ms 0.5} => true",
        "links: {delay: lognormal 5ms} => false",
        "links: {delay: normal 5ms 0.5} => false",
        "levels: {read: harmony 20%} => true",
        "levels: {read: harmony} => false",
        "levels: {read: harmonie 20%} => false",
        "levels: {read: EACH_QUORUM} => false",
        "levels: {write: EACH_QUORUM} => true",
        "levels: {write: as-read} => false",
        "cluster: {nodes: 3, data-centers: {a: 3}} => false",
        "cluster: {data-centers: {a: 3, b: 3}} => true",
        "cluster: {data-centers: {1a: 3}} => false",
        "cluster: {processor-quota: 0.2, host-quota: 0.4} => false",
        "cluster: {processor-quota: 0} => false",
        "cluster: {heap: 64MiB, version: 5.0, tokens: 16} => true",
        "cluster: {heap: 64Mb} => false",
        "cluster: {hdfs-data-nodes: 3} => false",
        "cluster: {pools: hot-cold 3:1} => true",
        "cluster: {pools: hot 1 of 3} => true",
        "cluster: {pools: lukewarm} => false",
        "cluster: {settings: {concurrent_reads: 16}} => true",
        "cluster: {settings: {compaction_throughput: 64MiB/s, auto_snapshot: true}} => true",
        "cluster: {settings: {concurrent-reads: 16}} => false",
        "cluster: {settings: {concurrent_reads: '{a: b}'}} => false",
        "cluster: {settings: {concurrent_reads: /bin/true}} => false",
        "faults: [{at: 5s, kill: node3}, {at: 6s, start: node3}] => true",
        "faults: [{at: 5s, cut: node1 -> node3}, {at: 6s, heal: node3}] => true",
        "faults: [{at: 5s, cut: node3}] => false",
        "faults: [{at: 5s, isolate: node3}, {at: 5s, hints: off}] => true",
        "faults: [{at: 5s, slow: node1 <-> node2, delay: 100ms}] => true",
        "faults: [{at: 5s, slow: node1}] => false",
        "faults: [{at: 5s, kill: node3, delay: 5ms}] => false",
        "faults: [{at: 5s, kill: node3, pause: node1}] => false",
        "faults: [{at: 5s, kill: third}] => false",
        "faults: [{at: 5s}] => false",
        "faults: [{kill: node3}] => false",
        "faults: {at: 5s, kill: node3} => false",
        "faults: [{at: 5s, hints: throttled 64KiB/s}, {at: 5s, hint-window: 5s}] => true",
        "faults: [{at: 5s, hints: throttled}] => false",
        "faults: [{at: 5s, hint-window: 0s}] => false",
        "faults: [] => false",
        "faults: {none: [{at: 5s, kill: node3}]} => false",
        "buffering: none => true",
        "buffering: bounded => false",
        "durability: process => false",
        "coordinators: hot => true",
        "coordinators: random => true",
        "coordinators: warm => false",
        "monitor: {bandwidth: 1Gbit/s} => true",
        "monitor: {bandwidth: 1Gbit} => false",
        "monitor: {bandwidth: 1Gbit/s, propagation: canary} => false",
        "monitor: {bandwidth: 1Gbit/s, propagation: traces} => true",
        "monitor: {interval: 0s} => false",
        "power: {gaps: bridge} => false",
        "scales: {full: {workload: {recordcount: 2000000}}} => true",
        "scales: {full: {workload: {file: workloada}}} => false",
        "scales: {full: {workload: {properties: {recordcount: 1}}}} => false",
        "power: {meters: {host1: [{kind: snmp, host: pdu, outlet: 3}]}} => true",
        "power: {meters: {host1: {host: pdu}}} => false",
        "power: {meters: {host1: {kind: snmp, community: public}}} => false",
        "power: {meters: {host1: {kind: snmp, snmp-community: public}}} => false",
        "power: {meters: {host1: {kind: snmp, auth-password: a}}} => false",
        "power: {meters: {host1: {kind: snmp, auth-protocol: SHA}}} => true",
        "power: {price: {per-kilowatt-hour: 0.25}} => false",
        "power: {carbon: {grams-per-kilowatt-hour: 300, source: a, overhead: 0.5}} => false",
        "power: {carbon: {grams-per-kilowatt-hour: 300, source: a, zone: FR}} => false",
        "power: {carbon: {factors: grids.csv}} => false",
        "power: {carbon: {hours: hours.csv}} => false",
        "power: {carbon: {hours: hours.csv, source: a, grams-per-kilowatt-hour: 300}} => false",
        "power: {price: {hours: hours.csv, per-kilowatt-hour: 0.25, currency: EUR}} => false",
        "power: {carbon: {factors: grids.csv, zone: FR, source: a}} => false",
        "baseline: {policy: ONE} => true",
        "baseline: [{policy: ONE}, {policy: ALL}] => true",
        "baseline: {polcy: ONE} => false",
        "expects: {no-stale-reads: {policy: ALL}} => false",
        "expects: [{no-stale-reads: {policy: ALL}}] => true",
        "pilot: {delay: 5ms} => false",
        "scales: {small: {factors: {threads: [1]}}} => true",
        "scales: {small: {factors: {thread: [1]}}} => false",
        "scales: {small: {parts: {}}} => true",
        "does-not-show: One sentence. => true",
        "does-not-show: [] => false",
        "claims: {text: a, source: b} => true",
        "claims: {text: a} => false",
        "claims: {text: a, source: b, expects: {of: {policy: ALL}, against: {policy: ONE},"
            + " change: lower}} => false",
        "figures: {title: a, measure: speed, x: threads} => false",
        "figures: {title: a, measure: energy, x: thread} => false",
        "figures: {title: a, measure: energy, x: threads, where: {policy: ONE}} => true",
        "figures: {title: a, measure: energy, x: threads, where: {policy: ONE}, relative-to:"
            + " {threads: 1}} => true",
        "figures: {title: a, measure: energy, x: threads, where: {policy: ONE}, relative-to: {}}"
            + " => false",
        "figures: {title: a, measure: energy, x: threads, where: {policy: ONE}, relative-to:"
            + " {thread: 1}} => false",
        "figures: {title: a, measure: energy, x: threads, where: {policy: ONE}, relative-to:"
            + " {threads: [1, 2]}} => false"
      })
  void itAcceptsTheValuesThatTheReadersAccept(String lines, boolean accepted) {
    String text = LOADED + lines + "\n";

    assertThat(catchThrowable(() -> read(text)) == null).as("the readers").isEqualTo(accepted);
    assertThat(faults(text).isEmpty()).as("the schema: %s", faults(text)).isEqualTo(accepted);
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = "=>",
      value = {
        "threads: [0] => false",
        "threads: 4 => true",
        "threads: [4, 4] => false",
        "target: [2000/s, 1.5k/s] => true",
        "target: [2000] => false",
        "arrivals: [poisson 2000/s] => true",
        "arrivals: [2000/s] => false",
        "arrivals: ['step 500/s 10s, 1000/s 10s'] => true",
        "arrivals: [poisson ramp 1/s to 20/s over 1m, constant 5/s for 10s] => true",
        "arrivals: [poisson poisson 20/s] => false",
        "cold-cap: [none, 0.5] => true",
        "cold-cap: [0] => false",
        "write-level: [ONE, as-read] => true",
        "read-proportion: [0, 0.5, 1] => true",
        "read-proportion: [1.5] => false",
        "distribution: [zipfian-exact, hotspot] => true",
        "distribution: [zipf] => false",
        "record-count: [0] => false",
        "nodes: [3, 4] => true",
        "delay: [none, 5ms] => true",
        "second-read: [none, ALL] => true",
        "pools: [balanced, hot-cold] => true",
        "replication-factor: [1, 2] => true",
        "field-length: [10] => true",
        "reads: [1] => false"
      })
  void itAcceptsTheLevelsThatTheReadersAccept(String factor, boolean accepted) {
    String text = "title: A study\n" + WORKLOAD + "load: {threads: 2}\nfactors: {" + factor + "}\n";

    assertThat(catchThrowable(() -> read(text)) == null).as("the readers").isEqualTo(accepted);
    assertThat(faults(text).isEmpty()).as("the schema: %s", faults(text)).isEqualTo(accepted);
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = "=>",
      value = {
        "buffering: [none, stock, stock 1s, bounded 1s] => true",
        "buffering: [stock 12MiB flush 1s, stock 1 s] => true",
        "buffering: [bounded 1s 12MiB 500 writes fixed 1MiB] => true",
        "buffering: [bounded 1s 12MiB adaptive] => false",
        "buffering: [bounded] => false",
        "buffering: [stock 12Mb] => false",
        "buffering: [none, none] => false",
        "buffering: [bounded 1s], durability: [none, process-crash, machine-crash] => true",
        "buffering: [bounded 1s], durability: [disk] => false"
      })
  void itAcceptsTheBufferingsThatTheReadersAccept(String factor, boolean accepted) {
    String text =
        "title: A study\ncluster: {engine: hbase}\n"
            + WORKLOAD
            + "load: {threads: 2}\nfactors: {"
            + factor
            + "}\n";

    assertThat(catchThrowable(() -> read(text)) == null).as("the readers").isEqualTo(accepted);
    assertThat(faults(text).isEmpty()).as("the schema: %s", faults(text)).isEqualTo(accepted);
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = "=>",
      value = {
        "{capacity: 300/s} => true",
        "{capacity: 300/s, rest: stop, low: 0.3, high: 0.6, shortest-stay: 0s} => true",
        "{capacity: 300/s, awake: 2, interval: 1s, window: 3s} => true",
        "{capacity: 300/s, awake: 0.5} => true",
        "{rest: idle} => false",
        "{capacity: 300} => false",
        "{capacity: 300/s, rest: sleep} => false",
        "{capacity: 300/s, low: 0} => false",
        "{capacity: 300/s, high: 1.5} => false",
        "{capacity: 300/s, awake: 0} => false",
        "{capacity: 300/s, awake: 1.5} => false",
        "{capacity: 300/s, interval: 0s} => false",
        "{capacity: 300/s, window: 0s} => false"
      })
  void itAcceptsTheOffloadingsThatTheReadersAccept(String offload, boolean accepted) {
    String text =
        "title: A study\ncluster: {engine: hbase}\n"
            + WORKLOAD
            + "load: {threads: 2}\noffload: "
            + offload
            + "\nfactors: {offload: [none, idle, stop]}\n";

    assertThat(catchThrowable(() -> read(text)) == null).as("the readers").isEqualTo(accepted);
    assertThat(faults(text).isEmpty()).as("the schema: %s", faults(text)).isEqualTo(accepted);
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = "=>",
      value = {
        "cluster: {engine: hbase} => true",
        "cluster: {engine: hbase, tokens: 1} => false",
        "cluster: {engine: hbase, hdfs-data-nodes: 3} => true",
        "cluster: {engine: hbase, hdfs-data-nodes: 5} => false",
        "cluster: {engine: hbase, replication-factor: 1} => false",
        "cluster: {engine: hbase, settings: {hbase.wal.hsync: true}} => true",
        "cluster: {engine: hbase, settings: {hfile.block.cache.size: 0.3}} => true",
        "cluster: {engine: hbase, settings: {hbase.rootdir: /tmp}} => false",
        "cluster: {engine: hbase, settings: {concurrent_reads: 16}} => true",
        "cluster: {engine: hbase, settings: {handlers: 16}} => false"
      })
  void itAcceptsTheClustersOfHBaseThatTheReadersAccept(String cluster, boolean accepted) {
    String text = "title: A study\n" + cluster + "\n" + WORKLOAD + "load: {threads: 2}\n";

    assertThat(catchThrowable(() -> read(text)) == null).as("the readers").isEqualTo(accepted);
    assertThat(faults(text).isEmpty()).as("the schema: %s", faults(text)).isEqualTo(accepted);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "load: {threads: 2, arrivals: poisson 10/s}",
        "load: {arrivals: poisson 10/s, target: 5/s}",
        "load: {threads: 2, max-in-flight: 10}",
        "load: {target: 5/s}",
        "load: {threads: 2}\nfactors: {policy: [ONE], read-level: [ONE]}",
        "load: {threads: 2}\nfactors: {policy: [ONE]}\nparts: {a: {factors: {policy: [ONE]}}}"
      })
  void itRejectsWhatContradictsItself(String lines) {
    String text = "title: A study\n" + WORKLOAD + lines + "\n";

    assertThat(catchThrowable(() -> read(text))).isInstanceOf(StudyFileException.class);
    assertThat(faults(text)).isNotEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = "=>",
      value = {
        "contact-points: [a, 'b:9043'] => true",
        "contact-points: [] => false",
        "driver-config: application.conf, management: 7199, management-login: jmx => true",
        "management: 7199 => false",
        "contact-points: a, management: {a: 'b:7199'}, management-encryption: yes => true",
        "contact-points: a, management-login: jmx => false",
        "contact-points: a, keyspace: Mine => false",
        "contact-points: a, keep-tables: no, hot-nodes: [a], hosts: {h: [a, b]} => true",
        "contact-points: a, hosts: {} => false",
        "contact-points: a, password: a => false"
      })
  void itAcceptsTheClustersThatTheReadersAccept(String remote, boolean accepted) {
    String text = LOADED + "backend: remote\nremote: {local-data-center: dc1, " + remote + "}\n";

    assertThat(catchThrowable(() -> read(text)) == null).as("the readers").isEqualTo(accepted);
    assertThat(faults(text).isEmpty()).as("the schema: %s", faults(text)).isEqualTo(accepted);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "backend: remote",
        "remote: {contact-points: a, local-data-center: b}",
        "backend: local\nremote: {contact-points: a, local-data-center: b}"
      })
  void aRemoteClusterIsDescribedIfAndOnlyIfItIsUsed(String lines) {
    String text = LOADED + lines + "\n";

    assertThat(catchThrowable(() -> read(text))).isInstanceOf(StudyFileException.class);
    assertThat(faults(text)).isNotEmpty();
  }

  static List<Path> shipped() throws IOException {
    return DeliveredStudiesTest.studies();
  }

  private void read(String text) throws IOException, StudyFileException {
    Path file = folder.resolve("study.yaml");
    Files.writeString(file, text);
    StudyFile.load(file, StudyOverrides.NONE);
  }

  private static Set<ValidationMessage> faults(String text) {
    return VALIDATOR.validate(document(text));
  }

  /** As an editor sees a file: plain numbers, true and false are no texts. */
  private static JsonNode document(String text) {
    LoadSettings settings = LoadSettings.builder().setSchema(new CoreSchema()).build();
    return JsonMapper.builder().build().valueToTree(new Load(settings).loadFromString(text));
  }

  private static JsonNode definition(String name) {
    return SCHEMA.path("$defs").path(name);
  }

  private static List<String> words(String definition) {
    return texts(definition(definition).path("enum"));
  }

  private static List<String> texts(JsonNode list) {
    List<String> texts = new ArrayList<>();
    list.forEach(item -> texts.add(item.asText()));
    return texts;
  }

  private static List<String> names(JsonNode mapping) {
    return mapping.properties().stream().map(Map.Entry::getKey).toList();
  }

  private static JsonNode json(Path file) {
    try {
      return JsonMapper.builder().build().readTree(file.toFile());
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
