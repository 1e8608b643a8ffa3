package org.quorate.lab.remote;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.quorate.study.backend.BackendException;
import org.quorate.study.file.StudyFile;
import org.quorate.study.file.StudyOverrides;
import org.quorate.study.file.Venue;
import org.quorate.study.plan.Plan;

/** What is refused before anything is connected to. */
final class RemoteCheckTest {
  private static final String REMOTE = "contact-points: [10.0.0.1], local-data-center: dc1";

  @TempDir private Path folder;

  @Test
  void whatARemoteClusterCanDoIsAccepted() {
    assertThatCode(
            () ->
                check(
                    REMOTE
                        + ", management: 7199, hot-nodes: [10.0.0.1], keep-tables: false, change-servers: yes",
                    """
                    coordinators: hot
                    levels: {read: ALL}
                    monitor: {propagation: ideal-level}
                    power: {meters: {10.0.0.1: {kind: powercap}}}
                    runs: {empty-table: true}
                    """))
        .doesNotThrowAnyException();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          load: {threads: 4}\\nlevels: {read: ONE}                 | .
          load: {threads: 4}\\nfactors: {policy: [ONE, quorate 1%]} | policies that adapt
          load: {threads: 4}\\nmonitor: {}                         | remove monitor
          load: {threads: 4}\\ncoordinators: random                | remove coordinators
          load: {threads: 1}                                      | too small for 2 load hosts
          load: {threads: 4, processes: 3}                        | too small for 2 load hosts
          """)
  void loadHostsSendAtFixedLevels(String more, String problem) throws Exception {
    Path study =
        Files.writeString(
            folder.resolve("hosted.yaml"),
            "title: Hosted\nworkload: {properties: {recordcount: 10}}\n"
                + more.replace("\\n", "\n")
                + "\n"
                + (more.contains("factors") ? "" : "factors: {read-level: [ONE]}\n")
                + "runs: {repetitions: 2, duration: 1s}\n");
    Path venue =
        Files.writeString(
            folder.resolve("where.yaml"),
            "backend: remote\nremote: {" + REMOTE + ", load-hosts: {one: [x], two: [x]}}\n");
    Plan plan =
        Plan.of(
            StudyFile.load(study, StudyOverrides.NONE.with(List.of(), Venue.read(venue))).study());
    if (problem.equals(".")) {
      new RemoteBackend().check(plan.runs(), false);
    } else {
      assertThatThrownBy(() -> new RemoteBackend().check(plan.runs(), false))
          .isInstanceOf(BackendException.class)
          .hasMessageContaining(problem);
    }
  }

  @Test
  void whatMayChangeServersNeedsToReachThem() {
    assertThatThrownBy(
            () -> check(REMOTE + ", change-servers: yes", "monitor: {propagation: ideal-level}\n"))
        .isInstanceOf(BackendException.class)
        .hasMessageContaining("read, and switched on, over JMX")
        .hasMessageContaining("remote: management");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          factors: {pools: [balanced, hot-cold]}      | Pools are made by the tokens       | hot-nodes
          links: {delay: 5ms}                         | links of a remote cluster cannot be delayed | remove links: delay
          factors: {delay: [none, 5ms]}               | links of a remote cluster cannot be delayed | the factor delay
          factors: {cold-cap: [none, 0.5]}            | cannot be capped                   | ./quorate power cap on the cold hosts
          factors: {nodes: [3, 4]}                    | cannot change the nodes or the replication | a study for each cluster
          factors: {replication-factor: [1, 3]}       | cannot change the nodes or the replication | remove the factors
          coordinators: hot                           | does not say which nodes are hot   | remote: hot-nodes
          runs: {empty-table: true}                   | drop that of the run before        | keep-tables: false
          monitor: {propagation: ideal-level}         | keeps the write level as its ideal one | remote: {change-servers: yes}
          power: {}                                   | no power model can stand in        | the meters of each host
          power: {meters: {web1: {kind: scrape, url: "http://evil.example", credentials: GITHUB}}} | no variable QUORATE_GITHUB_ | credentials=GITHUB
          power: {until-quiet: 60s, meters: {web1: {kind: powercap}}} | on this machine alone | remove power: until-quiet
          power: {meters: {web1: {kind: nosuch}}}     | nosuch                             | .
          power: {meters: {web1: [{kind: powercap}, {kind: wattsup, path: x}]}} | never added up | apart: yes
          """)
  void whatItCannotDoIsRefusedWithWhatToDoInstead(String more, String problem, String advice) {
    assertThatThrownBy(() -> check(REMOTE, more + "\n"))
        .isInstanceOf(BackendException.class)
        .hasMessageContaining(problem)
        .hasMessageContaining(advice);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          contact-points: [host:nine], local-data-center: dc1      | "host:nine" is no contact point
          contact-points: [a], local-data-center: dc1, hot-nodes: ["a:0"] | "a:0" is no contact point
          driver-config: nowhere.conf, local-data-center: dc1      | nowhere.conf cannot be read; correct remote: driver-config
          contact-points: [a], local-data-center: dc1, management: here | In remote: management, "here" does not say
          contact-points: [a], local-data-center: dc1, management: 7199, management-login: none | correct remote: management-login
          """)
  void howItIsReachedHasToBeUnderstood(String remote, String problem) {
    assertThatThrownBy(() -> check(remote, ""))
        .isInstanceOf(BackendException.class)
        .hasMessageContaining(problem);
  }

  @Test
  void everyHostHasAMeterAndEveryMeterAHost() {
    String hosts = REMOTE + ", hosts: {web1: [10.0.0.1], web2: [10.0.0.2]}";

    assertThatThrownBy(() -> check(hosts, "power: {meters: {web1: {kind: powercap}}}\n"))
        .hasMessageContaining("name the meters of web2 under power: meters");
    assertThatThrownBy(
            () ->
                check(
                    hosts,
                    "power: {meters: {web1: {kind: powercap}, web2: {kind: powercap}, web3: {kind: powercap}}}\n"))
        .hasMessageContaining("has meters for web3, but remote: hosts has web1, web2");
  }

  private void check(String remote, String more) throws Exception {
    Path path = folder.resolve("study.yaml");
    Files.writeString(
        path,
        "title: x\nbackend: remote\nworkload: {properties: {recordcount: 10}}\nremote: {"
            + remote
            + "}\n"
            + more);
    new RemoteBackend()
        .check(Plan.of(StudyFile.load(path, StudyOverrides.NONE).study()).runs(), false);
  }
}
