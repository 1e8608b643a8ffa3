package org.quorate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.quorate.cli.console.ExitStatus;

/** What a wrong call gets: one sentence, a way on, status 2, and nothing on standard output. */
final class UsageTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "clusster",
        "cluster",
        "cluster stat",
        "study",
        "study run",
        "study run nosuchstudy",
        "study run nosuch/study.yaml",
        "study run demo -p novalue",
        "study run demo --scale enormous",
        "study run demo --seed many",
        "study run demo --resume results/old",
        "study run --resume no/such/folder",
        "study validate",
        "study validate nosuchstudy",
        "study validate demo --scale enormous",
        "study show",
        "study show nosuchstudy",
        "study show no/such/folder",
        "study show docs",
        "study compare",
        "study compare no/such/folder",
        "study compare no/such/folder no/other/folder",
        "study predict",
        "study predict no/such/folder",
        "study predict no/such/folder --hold-out nodes=6",
        "demo --repetitions 0",
        "report no/such/folder",
        "report",
        "cluster up --nods 3",
        "cluster up --nodes",
        "cluster up --nodes 0",
        "cluster up --nodes three",
        "cluster up --nodes 2 --replication-factor 3",
        "cluster up --nodes 3 --dc dc1:3",
        "cluster up --dc dc1",
        "cluster up --heap 1X",
        "cluster up --delay soon",
        "cluster up --processor-quota 0",
        "cluster up --name a/b",
        "cluster logs",
        "cluster rest",
        "cluster rest node4 --low-mark 0.3",
        "cluster rest node4 --by-load",
        "cluster rest node4 --by-load much",
        "cluster rest node4 --by-load 0/s",
        "cluster rest node4 --by-load 2000/s --low-mark 1.2",
        "cluster rest node4 --by-load 2000/s --shortest-stay 2h",
        "cluster rest node4 --by-load 2000/s --interval 1ms",
        "observe",
        "observe --keyspace shop",
        "observe --contact-point 127.0.0.1",
        "observe --contact-point 127.0.0.1:nine --keyspace shop",
        "observe --driver-config no/such/file --keyspace shop",
        "observe --contact-point 127.0.0.1 --keyspace shop --jmx here",
        "observe --contact-point 127.0.0.1 --keyspace shop --jmx-login file",
        "observe --contact-point 127.0.0.1 --keyspace shop --jmx-encryption",
        "observe --contact-point 127.0.0.1 --keyspace shop --prometheus-login file",
        "observe --contact-point 127.0.0.1 --keyspace shop --jmx 7199 --jmx-login no/such/file",
        "observe --contact-point 127.0.0.1 --keyspace shop --prometheus ftp://{host}",
        "observe --contact-point 127.0.0.1 --keyspace shop --prometheus {host}",
        "observe --contact-point 127.0.0.1 --keyspace shop --duration soon",
        "observe --contact-point 127.0.0.1 --keyspace shop --interval 10ms",
        "observe --contact-point 127.0.0.1 --keyspace shop --duration 5s --interval 10s",
        "observe --contact-point 127.0.0.1 --keyspace shop --propagation netwrok",
        "observe --contact-point 127.0.0.1 --keyspace shop --propagation canary",
        "observe --contact-point 127.0.0.1 --keyspace shop --propagation traces",
        "observe --contact-point 127.0.0.1 --keyspace shop --propagation ideal-level",
        "observe --contact-point 127.0.0.1 --keyspace shop --propagation ideal-level --jmx 7199",
        "observe --contact-point 127.0.0.1 --keyspace shop --write-level SOME",
        "observe --contact-point 127.0.0.1 --keyspace shop --keys 0",
        "observe --contact-point 127.0.0.1 --keyspace shop --sample-keys 1000",
        "observe --contact-point 127.0.0.1 --keyspace shop --metrics 70000",
        "observe --contact-point 127.0.0.1 --keyspace shop --metrics-address 127.0.0.1",
        "rest",
        "rest --contact-point 127.0.0.1",
        "rest --dry-run",
        "rest --dry-run --contact-point 127.0.0.1 --days 0",
        "rest --dry-run --contact-point 127.0.0.1 --duration 10ms",
        "rest --dry-run --contact-point 127.0.0.1 --failures -1",
        "rest --dry-run --contact-point 127.0.0.1 --most-load 0",
        "rest --dry-run --contact-point 127.0.0.1 --low-mark 2",
        "rest --dry-run --contact-point 127.0.0.1 --shortest-stay 2h",
        "rest --dry-run --contact-point 127.0.0.1 --profile server-1066",
        "rest --dry-run --contact-point 127.0.0.1 --write-level SOME",
        "rest --dry-run --contact-point 127.0.0.1 --jmx-login file",
        "power",
        "power lst",
        "power list powrecap",
        "power watch",
        "power watch powrecap",
        "power watch snmp adress=pdu1",
        "power watch csv path",
        "power watch model profile=server-2010 --interval 1us",
        "power calibrate powercap",
        "power calibrate powercap --out profile",
        "power cap",
        "power cap --share 2",
        "spill",
        "spill lst",
        "spill list",
        "spill list no/such/folder",
        "spill drain no/such/folder --quorum zk1",
        "spill drain src",
        "spill drain src --set noname",
        "spill drain src --config no/such/file",
        "spill drain src --quorum zk1 --discard-table a:b:c",
        "completion fish",
        "manual"
      })
  void aWrongCallIsToldInOneSentence(String line) {
    Call call = Call.of(line.isEmpty() ? new String[0] : line.split(" ", -1));
    assertThat(call.status()).as(call.error()).isEqualTo(ExitStatus.WRONG_INPUT);
    assertThat(call.output()).isEmpty();
    assertThat(call.error().lines().findFirst().orElse("")).matches("quorate: .+[.:?]?");
    assertThat(call.error()).doesNotContain("\tat ").doesNotContain("Exception");
  }

  @ParameterizedTest
  @CsvSource({
    "clusster, cluster",
    "cluster up --nods 3, --nodes",
    "cluster upp, up",
    "study run demo --sede 3, --seed",
    "power watch powrecap, powercap",
    "power watch snmp adress=pdu1, address",
    "study validat demo, validate",
    "observe --contact-point 127.0.0.1 --keyspace shop --propagation netwrok, network"
  })
  void aSlipOfTheFingerGetsASuggestion(String line, String meant) {
    assertThat(Call.of(line.split(" ", -1)).error()).contains("Did you mean " + meant + "?");
  }

  @Test
  void whatWouldChangeAClusterNeedsConsent() {
    String observe = "observe --contact-point 127.0.0.1 --keyspace shop --propagation ";
    assertThat(Call.of((observe + "canary").split(" ", -1)).error())
        .contains("writes to the cluster")
        .contains("--allow-changes");
    assertThat(Call.of((observe + "traces").split(" ", -1)).error())
        .contains("to system_traces")
        .contains("--allow-changes");
    assertThat(Call.of((observe + "ideal-level --jmx 7199").split(" ", -1)).error())
        .contains("changes a setting of every server")
        .contains("--allow-changes");
  }

  @Test
  void aClusterThatDoesNotAnswerIsAMatterOfTheMachine() {
    Call call = Call.of("observe", "--contact-point", "127.0.0.1:1", "--keyspace", "shop");
    assertThat(call.status()).isEqualTo(ExitStatus.ENVIRONMENT);
    assertThat(call.error()).contains("No Cassandra node answers at 127.0.0.1:1");
  }

  @Test
  void aStackTraceIsPrintedOnlyOnRequest() {
    assertThat(Call.of("cluster", "up", "--heap", "1X", "--verbose").error()).contains("\tat ");
  }

  @Test
  void theVersionIsOneLine() {
    Call call = Call.of("--version");
    assertThat(call.status()).isZero();
    assertThat(call.output()).matches("quorate \\S.*\\R");
  }

  @Test
  void theStudiesAreListed() {
    Call call = Call.of("study", "list");
    assertThat(call.status()).isZero();
    assertThat(call.error()).isEmpty();
    assertThat(call.output()).contains("demo ").contains("cells, ");
    assertThat(Call.of("study", "list", "--json").output()).contains("\"name\" : \"demo\"");
  }

  @Test
  void aStudyThatNamesAnUnknownBackendIsRefused() {
    Call call = Call.of("study", "run", "demo");
    assertThat(call.status()).isEqualTo(ExitStatus.WRONG_INPUT);
    assertThat(call.error()).contains("There is no backend \"local\"");
  }
}
