package org.quorate.study.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.quorate.study.directory.StudyDirectory;
import org.quorate.study.plan.ClusterSettings;
import org.quorate.study.plan.RemoteSettings;
import org.quorate.study.plan.Study;

final class RemoteStudyTest {
  private static final String STUDY =
      """
      title: Elsewhere
      workload: {properties: {recordcount: 10}}
      backend: remote
      """;

  @SuppressWarnings("NullAway.Init")
  @TempDir
  private Path folder;

  @Test
  void saysWhereTheClusterIsAndWhatIsExpectedOfIt() throws Exception {
    Study study =
        load(
            """
            cluster: {nodes: 6, replication-factor: 5}
            remote:
              contact-points: [10.0.0.1:9042, 10.0.0.2]
              local-data-center: east
              driver-config: ../application.conf
              management: {10.0.0.1: "localhost:7101", 10.0.0.2: "localhost:7102"}
              management-login: jmx.txt
              management-encryption: true
              keyspace: mine
              keep-tables: false
              hot-nodes: [10.0.0.1]
              hosts: {web1: [10.0.0.1, 10.0.0.2], web2: 10.0.0.3}
            """);
    ClusterSettings cluster = study.cells().values().iterator().next().cluster();

    assertThat(study.isRemote()).isTrue();
    assertThat(cluster.dataCenters()).containsExactly(Map.entry("east", 6));
    assertThat(cluster.replicationFactor()).isEqualTo(5);
    assertThat(cluster.remote())
        .isEqualTo(
            new RemoteSettings(
                List.of("10.0.0.1:9042", "10.0.0.2"),
                "east",
                folder.resolve("../application.conf").toAbsolutePath().normalize(),
                "10.0.0.1=localhost:7101,10.0.0.2=localhost:7102",
                folder.resolve("jmx.txt").toAbsolutePath(),
                true,
                "mine",
                false,
                false,
                List.of("10.0.0.1"),
                Map.of("web1", List.of("10.0.0.1", "10.0.0.2"), "web2", List.of("10.0.0.3")),
                Map.of()));
    assertThat(study.settings())
        .containsEntry("contact points", "10.0.0.1:9042, 10.0.0.2")
        .containsEntry("tables afterwards", "dropped")
        .doesNotContainKeys("heap per node", "tokens per node");
  }

  @Test
  void touchesNothingThatIsThereUnlessToldTo() throws Exception {
    RemoteSettings remote =
        Objects.requireNonNull(
            load("remote: {contact-points: [a], local-data-center: dc1}\n")
                .cells()
                .values()
                .iterator()
                .next()
                .cluster()
                .remote());

    assertThat(remote.keepTables()).isTrue();
    assertThat(remote.keyspace()).isEqualTo("quorate_study");
    assertThat(remote.management()).isNull();
  }

  @Test
  void filesAreNamedFromWhereTheStudyFileWasAlsoWhenItsDirectoryIsOpenedAgain() throws Exception {
    Path path = folder.resolve("study.yaml");
    Files.writeString(
        path, STUDY + "remote: {local-data-center: dc1, driver-config: conf/application.conf}\n");
    StudyFile file = StudyFile.load(path, StudyOverrides.NONE);
    Path directory = Files.createDirectory(folder.resolve("results"));
    StudyDirectory.create(directory, file);
    Study again = StudyDirectory.open(directory).study();

    assertThat(again.cells()).isEqualTo(file.study().cells());
    assertThat(again.cells().values().iterator().next().cluster().remote())
        .extracting(RemoteSettings::driverConfiguration)
        .isEqualTo(folder.toAbsolutePath().resolve("conf/application.conf"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          cluster: {nodes: 3}                                   | needs to know where the cluster is | local-data-center
          remote: {contact-points: [a]}                         | remote: the key local-data-center is missing | missing
          remote: {local-data-center: dc1}                      | line 4, remote: it does not say where the cluster is | driver-config
          remote: {local-data-center: dc1, password: x}         | line 4, remote.password: a study file holds no logins | driver-config
          remote: {local-data-center: dc1, contactpoints: [a]}  | line 4, remote.contactpoints: this key is not known | Did you mean contact-points?
          remote: {local-data-center: dc1, contact-points: [a], keyspace: "Mine; DROP"} | line 4, remote.keyspace: "Mine; DROP" is no name of a keyspace | small letters
          remote: {local-data-center: dc1, contact-points: [a], keep-tables: perhaps}   | line 4, remote.keep-tables: "perhaps" is neither true nor false | true
          remote: {local-data-center: dc1, contact-points: [a], management-login: x}    | line 4, remote.management-login: it belongs to management | does not have
          remote: {local-data-center: dc1, contact-points: [a], hosts: {}}              | line 4, remote.hosts: there is no host | write one
          remote: {local-data-center: dc1, contact-points: [a], hosts: {x: [a], y: [a]}} | line 4, remote.hosts.y: the node a is on x already | already
          remote: {local-data-center: dc1, contact-points: [a]}\\ncluster: {heap: 1GiB}  | line 5, cluster.heap: a study cannot set this on a remote cluster | remove
          remote: {local-data-center: dc1, contact-points: [a]}\\ncluster: {pools: hot-cold} | line 5, cluster.pools: a study cannot set this | remove
          remote: {local-data-center: dc1, contact-points: [a]}\\ncluster: {processor-quota: 1} | line 5, cluster.processor-quota: a study cannot | remove
          """)
  void refusesWithPlaceAndAdvice(String line, String place, String advice) {
    assertThatThrownBy(() -> load(line.replace("\\n", "\n") + "\n"))
        .isInstanceOf(StudyFileException.class)
        .hasMessageContaining(place)
        .hasMessageContaining(advice);
  }

  @Test
  void aStudyThatStartsItsClustersHasNoRemoteOne() throws Exception {
    Path path = folder.resolve("study.yaml");
    Files.writeString(
        path,
        STUDY.replace("remote", "local") + "remote: {contact-points: [a], local-data-center: b}\n");

    assertThatThrownBy(() -> StudyFile.load(path, StudyOverrides.NONE))
        .hasMessageContaining("line 4, remote: the backend local starts its clusters");
  }

  private Study load(String more) throws Exception {
    Path path = folder.resolve("study.yaml");
    Files.writeString(path, STUDY + more);
    return StudyFile.load(path, StudyOverrides.NONE).study();
  }
}
