package org.quorate.lab.remote;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.quorate.study.backend.BackendException;
import org.quorate.study.file.StudyFile;
import org.quorate.study.file.StudyOverrides;
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
