package org.quorate.study.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every fault is refused with the file, the line, the key and what to do. */
final class StudyFileErrorsTest {
  @SuppressWarnings("NullAway.Init")
  @TempDir
  private Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          clutser: {nodes: 3}                       | line 2, clutser: this key is not known | Did you mean cluster?
          cluster: {nods: 3}                        | line 2, cluster.nods: this key is not known | Did you mean nodes?
          cluster: {nodes: three}                   | line 2, cluster.nodes: "three" is not a whole number | from 1 to 1000
          cluster: {nodes: 3, replication-factor: 4}| line 2, cluster.replication-factor: the replication factor 4 is above the 3 nodes | lower it
          cluster: {nodes: 2, data-centers: {a: 2}} | line 2, cluster.nodes: data-centers says | remove one
          cluster: {racks: 0}                       | line 2, cluster.racks: "0" is not a whole number | from 1
          cluster: {engine: hbase, racks: 2}        | line 2, cluster.racks: | remove
          cluster: {racks: 3, pools: hot-cold}      | line 2, cluster.pools: pools have nodes own ranges by their place | leave the pools or the racks out
          cluster: {engine: hbse}                   | line 2, cluster.engine: "hbse" is no engine; write | Did you mean hbase?
          cluster: {heap: 10 cows}                  | line 2, cluster.heap: "10 cows" is not a size | MiB
          cluster: {processor-quota: 0}             | line 2, cluster.processor-quota: "0" is not a number of cores | 0.5
          cluster: 3                                | line 2, cluster: expected keys and values | not a single value
          levels: {read: QORUM}                     | line 2, levels.read: "QORUM" is no policy | Did you mean QUORUM?
          levels: {read: EACH_QUORUM}               | line 2, levels.read: EACH_QUORUM is a level of writes here | LOCAL_QUORUM
          levels: {write: }                         | line 2, levels.write: the value is missing | missing
          cluster: {replication-factor: 2}\\nlevels: {read: THREE} | line 3, levels.read: the level THREE needs 3 replicas | factor is 2
          coordinators: randm                       | line 2, coordinators: "randm" is not known here; choose among hot, random, token-aware | Did you mean random?
          factors: {coordinators: [hot, cold]}      | line 2, factors.coordinators: "cold" is not known here | choose among
          cluster: {engine: hbase}\\ncoordinators: random | line 3, coordinators: HBase's clients ask | remove it
          links: {delay: 5 parsecs}                 | line 2, links.delay: "5 parsecs" is not a delay | uniform
          load: {threads: 0}                        | line 2, load.threads: "0" is not a whole number | from 1
          load: {arrivals: poison 5/s}              | line 2, load.arrivals: "poison 5/s" is not an arrival schedule | Did you mean poisson?
          load: {arrivals: poisson 5/s, threads: 4} | line 2, load.threads: it belongs to a closed loop | remove
          load: {threads: 4, max-in-flight: 5}      | line 2, load.max-in-flight: it belongs to an open loop | arrivals
          load: {target: 5/s}                       | line 2, load: the key threads is missing | threads
          runs: {duration: 8 sec}                   | line 2, runs.duration: "8 sec" is not a duration | such as
          runs: {duration: 0s}                      | line 2, runs.duration: it must be longer than 0 | longer
          runs: {duration: 9d}                      | line 2, runs.duration: "9d" is longer than 7 days | 7
          runs: {history: maybe}                    | line 2, runs.history: "maybe" is neither true nor false | true
          scales: {quick: {repetitions: none}}      | line 2, scales.quick.repetitions: "none" is not a whole number | from 1
          factors: {colour: [red]}                  | line 2, factors.colour: this is no factor | choose among
          factors: {read-levels: [ONE]}             | line 2, factors.read-levels: this is no factor | Did you mean read-level?
          factors: {read-level: []}                 | line 2, factors.read-level: the list is empty | empty
          factors: {read-level: [ONE, ONE]}         | line 2, factors.read-level: the level ONE is there twice | twice
          factors: {read-level:\\n  [ONE,\\n  TOO]} | line 4, factors.read-level: "TOO" is not a level | Did you mean TWO?
          factors: {replication-factor: [1, 5]}     | line 2, factors.replication-factor: the replication factor 5 is above | add nodes
          factors: {threads: [1], arrivals: [poisson 5/s]} | line 2, factors.threads: it belongs to a closed loop | schedule
          baseline: {read-level: ONE}               | line 2, baseline.read-level: the study does not vary read-level | it varies nothing
          expects: [{stale-read: {}}]               | line 2, expects.stale-read: this is no expectation | Did you mean stale-reads?
          factors: {read-level: [ONE]}\\nexpects: [{stale-reads: {read-level: ALL}}] | line 3, expects.stale-reads.read-level: "ALL" is not a level of read-level in this study | it has ONE
          factors: {read-level: [ONE]}\\nexpects: [{throughput-falls: {read-level: ONE}}] | line 3, expects.throughput-falls: write the levels of one factor | fastest
          runs: {history: false}\\nexpects: [{no-stale-reads: {}}] | line 3, expects.no-stale-reads: stale reads are found in histories | set runs.history
          pilot: {delay: [5ms]}                     | line 2, pilot: a pilot looks for a delay | write expects
          factors: {nodes: [3, 4]}\\nexpects: [{stale-reads: {}}]\\npilot: {delay: [5ms]} | line 4, pilot: the study varies the cluster | studies of its own
          cluster: {settings: {concurrent-reads: 1}} | line 2, cluster.settings.concurrent-reads: an option of a server is made of small letters | correct
          cluster:\\n  settings: {concurrent_reads: "1\\x0aseed_provider: x"} | line 3, cluster.settings.concurrent_reads: a setting of a server is one number | such as 16
          cluster: {settings: {concurrent_reads: "!!java.net.URL x"}} | line 2, cluster.settings.concurrent_reads: a setting of a server is one | such as 16
          cluster: {settings: {listen_address: 0.0.0.0}} | line 2, cluster.settings.listen_address: this is chosen by whoever starts the servers | remove it
          cluster: {settings: {authenticator: AllowAllAuthenticator}} | line 2, cluster.settings.authenticator: a study cannot choose the classes | remove it
          workload: {file: nosuch}                  | line 2, workload.file: there is no workload file "nosuch" | looked for in
          workload: {properties: {threadcount: 3}}  | line 2, workload.properties.threadcount: a study file says this by load.threads | use that key
          levels: {read: harmony 120%}              | line 2, levels.read: The tolerance "120%" is above 1 | from 0% to 100%
          factors: {read-level: [ONE, harmony 20%]} | line 2, factors.read-level: "harmony 20%" is not a level | factor policy
          factors: {policy: [ONE, harmny 20%]}      | line 2, factors.policy: "harmny 20%" is no policy | Did you mean harmony?
          cluster: {replication-factor: 2}\\nfactors: {policy: [THREE]} | line 3, factors.policy: the level THREE needs 3 replicas | factor is 2
          factors: {policy: [ONE], read-level: [ALL]} | line 2, factors.read-level: the study varies policy as well | keep policy
          parts:\\n  a: {factors: {policy: [ONE]}}\\n  b: {factors: {read-level: [ONE]}} | line 4, parts.b.factors.read-level: the study varies policy as well | keep policy
          parts: {a: {factors: {threads: [1]}}}\\nfactors: {threads: [2]} | line 3, factors: the study has parts | move these
          parts: {a: {runs: {duration: 1s}}}        | line 2, parts.a: the key factors is missing | factors
          parts: {a: {factors: {threads: [1]}, runs: {seed: 1}}} | line 2, parts.a.runs.seed: this key is not known | has repetitions
          parts: {a b: {factors: {threads: [1]}}}   | line 2, parts.a b: the name of a part | letters
          parts: {}                                 | line 2, parts: there is no part | factors instead
          parts: {a: {factors: {threads: [1]}}}\\nscales: {quick: {parts: {b: {duration: 1s}}}} | line 3, scales.quick.parts.b: the study has no part of this name | it has a
          parts: {a: {factors: {threads: [0]}}}     | line 2, parts.a.factors.threads: "0" is not a whole number | from 1
          factors: {second-read: [SOME]}            | line 2, factors.second-read: "SOME" is not a level | choose
          cluster: {replication-factor: 2}\\nruns: {second-read: THREE} | line 3, runs.second-read: the level THREE needs 3 replicas | factor is 2
          power: {meters: {host1: {kind: snmp, auth-password: x}}} | line 2, power.meters.host1.auth-password: a study file holds no secrets | QUORATE_NAME_AUTH_PASSWORD
          power: {meters: {host1: {kind: snmp, snmp-community: x}}} | line 2, power.meters.host1.snmp-community: a study file holds no secrets | credentials: NAME
          power: {meters: {host1: [{kind: scrape, bearer_token: x}]}} | bearer_token: a study file holds no secrets | QUORATE_NAME_BEARER_TOKEN
          power: {meters: {host1: {kind: scrape, url: "http://me:pw@h/x"}}} | line 2, power.meters.host1.url: the address holds a login | credentials: NAME
          scales: {full: {workload: {file: workloada}}} | line 2, scales.full.workload.file: here stand properties alone | recordcount: 1000
          scales: {full: {workload: {threadcount: 3}}} | line 2, scales.full.workload.threadcount: a study file says this by load.threads | use that key
          monitor: {intervall: 1s}                  | line 2, monitor.intervall: this key is not known | Did you mean interval?
          monitor: {interval: 1ms}                  | line 2, monitor.interval: "1ms" is too short | 50ms
          monitor: {propagation: canarry}           | line 2, monitor.propagation: "canarry" is no source | Did you mean canary?
          monitor: {propagation: canary, bandwidth: 1Gbit/s} | line 2, monitor.bandwidth: only the propagation time of the sources network and traces | remove
          monitor: {bandwidth: fast}                | line 2, monitor.bandwidth: "fast" is not a bandwidth | 1Gbit/s
          factors: {threads: [1, 2]}\\nbaseline: [{threads: 1}, {threads: 3}] | line 3, baseline.threads: "3" is not a level of threads | it has 1, 2
          factors: {threads: [1, 2]}\\nbaseline: [{threads: 1}, {threads: 1}] | line 3, baseline: the same baseline | twice
          parts: {a: {factors: {threads: [1], policy: [ONE]}}, b: {factors: {threads: [2], policy: [ALL]}}}\\nbaseline: {threads: 1, policy: ALL} | line 3, baseline: no cell of the study has these levels together | change
          parts: {a: {factors: {threads: [1], policy: [ONE]}}, b: {factors: {threads: [2], policy: [ALL]}}}\\nexpects: [{stale-reads: {threads: 1, policy: ALL}}] | line 3, expects.stale-reads: no cell of the study has these levels together | change
          factors: {threads: [1]}\\nfigures:\\n  - {title: f, measure: troughput, x: threads} | line 4, figures.measure: "troughput" is no measure | Did you mean throughput?
          factors: {threads: [1]}\\nfigures:\\n  - {title: f, measure: throughput, x: treads} | line 4, figures.x: the study does not vary treads | Did you mean threads?
          factors: {threads: [1]}\\nfigures:\\n  - {title: f, measure: throughput, x: threads, series: policy} | line 4, figures.series: the study does not vary policy | it varies threads
          factors: {threads: [1]}\\nfigures:\\n  - {title: f, measure: throughput, x: threads, series: threads} | line 4, figures: x and series are the same factor | another
          factors: {threads: [1], policy: [ALL]}\\nfigures:\\n  - {title: f, measure: throughput, x: threads, where: {policy: ONE}} | line 4, figures.where.policy: "ONE" is not a level of policy | it has ALL
          factors: {threads: [1]}\\nfigures:\\n  - {title: f, measure: throughput, x: threads, where: {part: a}} | line 4, figures.where.part: "a" is not a part | it has none
          factors: {threads: [1], policy: [ONE, ALL]}\\nfigures:\\n  - {title: f, measure: throughput, x: threads} | line 4, figures: two cells of this figure have the same place | say by where
          factors: {threads: [1, 2]}\\nfigures:\\n  - {title: f, measure: throughput, x: threads, relative-to: {threads: 3}} | line 4, figures.relative-to.threads: "3" is not a level of threads | it has 1, 2
          factors: {threads: [1, 2]}\\nfigures:\\n  - {title: f, measure: throughput, x: threads, relative-to: {threads: [1, 2]}} | line 4, figures.relative-to.threads: expected one value | list
          parts: {a: {factors: {threads: [1, 2]}}, b: {factors: {policy: [ONE, ALL]}}}\\nfigures:\\n  - {title: f, measure: throughput, x: threads, relative-to: {policy: ONE}} | line 4, figures.relative-to: no cell of the figure has a partner with these levels | vary
          factors: {threads: [1]}\\nfigures:\\n  - {title: f, x: threads} | line 4, figures: the key measure is missing | measure
          claims: [{text: x}]                       | line 2, claims: the key source is missing | source
          factors: {policy: [ONE, ALL], threads: [1]}\\nclaims: [{text: x, source: y, expects: {measure: troughput, of: {policy: ONE}, against: {policy: ALL}, change: lower}}] | line 3, claims.expects.measure: "troughput" is no measure | Did you mean throughput?
          factors: {policy: [ONE, ALL], threads: [1]}\\nclaims: [{text: x, source: y, expects: {of: {policy: ONE}, against: {policy: ALL}, change: lower}}] | line 3, claims.expects: the key measure is missing | measure
          factors: {policy: [ONE, ALL], threads: [1]}\\nclaims: [{text: x, source: y, expects: {measure: throughput, of: {polcy: ONE}, against: {policy: ALL}, change: lower}}] | line 3, claims.expects.of.polcy: the study does not vary polcy | Did you mean policy?
          factors: {policy: [ONE, ALL], threads: [1]}\\nclaims: [{text: x, source: y, expects: {measure: throughput, of: {policy: TWO}, against: {policy: ALL}, change: lower}}] | line 3, claims.expects.of.policy: "TWO" is not a level of policy | it has ONE, ALL
          factors: {policy: [ONE, ALL], threads: [1]}\\nclaims: [{text: x, source: y, expects: {measure: throughput, of: {policy: ONE}, against: {threads: 1}, change: lower}}] | line 3, claims.expects.against: of and against must name the same factors | other levels
          factors: {policy: [ONE, ALL], threads: [1]}\\nclaims: [{text: x, source: y, expects: {measure: throughput, of: {policy: ONE}, against: {policy: ONE}, change: lower}}] | line 3, claims.expects.against: it is the same as of | other levels
          factors: {policy: [ONE, ALL], threads: [1]}\\nclaims: [{text: x, source: y, expects: {measure: throughput, of: {policy: ONE}, against: {policy: ALL}, where: {policy: ONE}, change: lower}}] | line 3, claims.expects.where.policy: of and against decide | remove
          factors: {policy: [ONE, ALL], threads: [1]}\\nclaims: [{text: x, source: y, expects: {measure: throughput, of: {policy: ONE}, against: {policy: ALL}, where: {part: a}, change: lower}}] | line 3, claims.expects.where.part: "a" is not a part | it has none
          factors: {policy: [ONE, ALL], threads: [1]}\\nclaims: [{text: x, source: y, expects: {measure: throughput, of: {policy: ONE}, against: {policy: ALL}, change: 62}}] | line 3, claims.expects.change: "62" is no change | such as -62%
          factors: {policy: [ONE, ALL], threads: [1]}\\nclaims: [{text: x, source: y, expects: {measure: throughput, of: {policy: ONE}, against: {policy: ALL}, change: -120%}}] | line 3, claims.expects.change: "-120%" is no change | such as -62%
          factors: {policy: [ONE, ALL], threads: [1]}\\nclaims: [{text: x, source: y, expects: {measure: throughput, of: {policy: ONE}, against: {policy: ALL}, chnge: lower}}] | line 3, claims.expects.chnge: this key is not known | Did you mean change?
          title: twice                              | title | twice
          links: {delay: 5ms                        | this is not YAML | expected
          - a list                                  | this is not YAML | expected
          """)
  void refusesWithPlaceAndAdvice(String line, String place, String advice) {
    String text =
        "title: x\n"
            + line.replace("\\n", "\n")
            + (line.startsWith("workload") ? "\n" : "\nworkload: {properties: {recordcount: 1}}\n");

    assertThatThrownBy(() -> load(text, StudyOverrides.NONE))
        .isInstanceOf(StudyFileException.class)
        .hasMessageStartingWith(folder.resolve("study.yaml") + "")
        .hasMessageContaining(place)
        .hasMessageContaining(advice);
  }

  @Test
  void refusesAFileThatIsNotThere() {
    assertThatThrownBy(() -> StudyFile.load(folder.resolve("none.yaml"), StudyOverrides.NONE))
        .isInstanceOf(StudyFileException.class)
        .hasMessage(folder.resolve("none.yaml") + ": there is no such file.");
  }

  @Test
  void refusesAnEmptyFile() {
    assertThatThrownBy(() -> load("", StudyOverrides.NONE))
        .isInstanceOf(StudyFileException.class)
        .hasMessageContaining("the file is empty");
  }

  @Test
  void namesThePlaceOfAFaultInAWorkloadFile() throws Exception {
    Files.writeString(folder.resolve("w"), "recordcount=10\nreadproportoin=1\n");

    assertThatThrownBy(() -> load("title: x\nworkload: {file: w}\n", StudyOverrides.NONE))
        .isInstanceOf(StudyFileException.class)
        .hasMessageStartingWith("w:2: readproportoin")
        .hasMessageContaining("Did you mean readproportion?");
  }

  @Test
  void namesThePlaceOfAFaultInAStudysOwnProperty() {
    assertThatThrownBy(
            () ->
                load(
                    "title: x\nworkload:\n  properties: {recordcount: 10,\n   fieldlenth: 3}\n",
                    StudyOverrides.NONE))
        .isInstanceOf(StudyFileException.class)
        .hasMessageStartingWith(folder.resolve("study.yaml") + ":4: fieldlenth");
  }

  @Test
  void refusesAScaleThatTheStudyHasNot() {
    String text = "title: x\nworkload: {properties: {recordcount: 1}}\nscales: {quick: {}}\n";

    assertThatThrownBy(() -> load(text, new StudyOverrides(List.of(), Map.of(), "fast", Map.of())))
        .hasMessage("the command line, scale: the study has no scale \"fast\"; it has quick.");
    assertThatThrownBy(
            () -> load(text, new StudyOverrides(List.of(), Map.of(), null, Map.of("length", "3s"))))
        .hasMessageStartingWith("the command line, runs.length: this key is not known");
  }

  @Test
  void refusesTextsThatAreTooDeepTooLongOrTooSelfReferring() {
    assertThatThrownBy(() -> load("a: " + "[".repeat(100_000), StudyOverrides.NONE))
        .isInstanceOf(StudyFileException.class)
        .hasMessageContaining("nested deeper than 16");
    assertThatThrownBy(() -> load("#".repeat(300 * 1024), StudyOverrides.NONE))
        .isInstanceOf(StudyFileException.class)
        .hasMessageContaining("larger than 256 KiB");
    assertThatThrownBy(
            () -> load("a: &x [1]\nb: [" + "*x, ".repeat(60) + "*x]\n", StudyOverrides.NONE))
        .isInstanceOf(StudyFileException.class)
        .hasMessageContaining("more than 50 aliases");
  }

  @Test
  void tagsCreateNothing() {
    assertThatThrownBy(() -> load("title: !!java.lang.ProcessBuilder [ls]\n", StudyOverrides.NONE))
        .isInstanceOf(StudyFileException.class);
  }

  private void load(String text, StudyOverrides overrides) throws Exception {
    Path path = folder.resolve("study.yaml");
    Files.writeString(path, text);
    assertThat(StudyFile.load(path, overrides).study().title()).isNotEmpty();
  }
}
