package org.quorate.cli.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.cli.Call;
import org.quorate.cli.console.ExitStatus;
import org.quorate.cli.house.House;

/** What {@code study list}, {@code study validate} and {@code study show} say of study files. */
final class StudyFilesTest {
  private static final String STUDY =
      """
      title: Two levels
      question: Which is slower?
      backend: still
      workload: {properties: {recordcount: 10}}
      load: {threads: 2}
      runs: {repetitions: 2, warm-up: 1s, settle: 0s, duration: 2s, history: false}
      factors: {read-level: [ONE, ALL]}
      scales:
        long: {duration: 10s}
        wide: {factors: {read-level: [ONE, QUORUM, ALL]}}
      claims:
        - text: ALL is slower.
          source: A paper
          expects: {measure: throughput, of: {read-level: ALL}, against: {read-level: ONE}, change: lower}
      figures:
        - {title: Throughput by level, measure: throughput, x: read-level}
      does-not-show: [Anything else.]
      """;

  @SuppressWarnings("NullAway.Init")
  @TempDir
  private Path folder;

  @Test
  void theListNamesEveryStudyWithItsSizeAndScales() {
    String list = Call.of("study", "list").output();

    assertThat(list)
        .contains("demo ")
        .contains("What does Quorate gain over the best fixed level")
        .contains("12 cells, 28 runs; scales quick, thorough")
        .contains("scales small, bars, full");
    assertThat(list.lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
    assertThat(Call.of("study", "list", "--json").output())
        .contains("\"scales\" : [ \"quick\", \"thorough\" ]");
  }

  @Test
  void aRightFileIsToldWithWhatItTakes() throws Exception {
    Call call = call(StillBackend.of(1000), "validate", file(STUDY));

    assertThat(call.error()).isEmpty();
    assertThat(call.status()).isEqualTo(ExitStatus.OK);
    assertThat(words(call.output()))
        .contains("study.yaml is right, also at its scales long, wide.")
        .contains(
            "2 cells, 4 runs on 1 cluster; about 10 s of warming up and measuring, besides"
                + " starting the cluster and loading rows; at most 68")
        .contains("MiB of disk. Energy is not accounted for.")
        .contains("This machine can run it.");
  }

  @Test
  void theSizeIsThatOfTheChosenScale() throws Exception {
    Call call = call(StillBackend.of(1000), "validate", file(STUDY), "--scale", "long");

    assertThat(words(call.output()))
        .contains("is right at the scale long.")
        .contains("about 42 s of warming up");
  }

  @Test
  void aFaultIsToldWithFileLineAndKey() throws Exception {
    Call call =
        call(StillBackend.of(1000), "validate", file(STUDY.replace("ONE, ALL", "ONE, ALI")));

    assertThat(call.status()).isEqualTo(ExitStatus.WRONG_INPUT);
    assertThat(call.output()).isEmpty();
    assertThat(call.error()).contains("study.yaml, line 7, factors.read-level: ");
  }

  @Test
  void aFaultThatOnlyAScaleHasIsFoundToo() throws Exception {
    Call call =
        call(StillBackend.of(1000), "validate", file(STUDY.replace("QUORUM, ALL", "QUORUN, ALL")));

    assertThat(call.status()).isEqualTo(ExitStatus.WRONG_INPUT);
    assertThat(call.error()).contains("QUORUN").contains("This is so at --scale wide.");
  }

  @Test
  void aMachineThatCannotRunARightFileIsToldApart() throws Exception {
    Call call =
        call(StillBackend.lacking("There is no memory; add some."), "validate", file(STUDY));

    assertThat(call.status()).isEqualTo(ExitStatus.ENVIRONMENT);
    assertThat(words(call.output())).contains("is right").doesNotContain("can run it");
    assertThat(call.error())
        .isEqualTo(
            "quorate: The file is right, but the study cannot be run here: There is no memory; add"
                + " some.\n");
  }

  @Test
  void aDiskThatIsTooSmallIsAMatterOfTheMachine() throws Exception {
    String long7 =
        STUDY.replace("history: false", "history: true").replace("duration: 2s", "duration: 7d");
    Call call = call(StillBackend.of(1000), "validate", file(long7));

    assertThat(call.status()).isEqualTo(ExitStatus.ENVIRONMENT);
    assertThat(call.error()).contains("this study may need");
  }

  @Test
  void metersAndModelsAreNamed() throws Exception {
    String metered =
        "power: {profile: desktop-2014, meters: {host1: [{kind: snmp}, {kind: ipmi}]}}\n";

    assertThat(words(call(StillBackend.of(1), "validate", file(STUDY + metered)).output()))
        .contains(
            "Energy is measured: host1 by snmp and ipmi; that of the other hosts is estimated by"
                + " the power model desktop-2014.");
    assertThat(
            words(
                call(StillBackend.of(1), "validate", file(STUDY + "power: {idle: 0s}\n")).output()))
        .contains("Energy is estimated by the power model server-2010; no host has a meter.");
  }

  @Test
  void itIsToldWhichLoginsWouldGoWhere() throws Exception {
    String metered =
        """
        power:
          meters:
            host1: [{kind: scrape, url: "http://evil.example/x", credentials: GITHUB}]
            host2: [{kind: snmp, address: pdu1, credentials: PDU}, {kind: ipmi}]
            host3: [{kind: redfish, address: b, credentials: X, insecure-certificate: true}]
        """;

    assertThat(words(call(StillBackend.of(1), "validate", file(STUDY + metered)).output()))
        .contains("The credentials GITHUB go to evil.example (scrape, unencrypted).")
        .contains("The credentials PDU go to pdu1 (snmp).")
        .contains("The credentials X go to b (redfish, whose certificate is not checked).");
    Call run = call(StillBackend.of(1), "run", file(STUDY + metered), "--out", folder + "/results");
    assertThat(run.error()).contains("The credentials PDU go to pdu1 (snmp).");
  }

  @Test
  void aStudyIsRunElsewhereAndGoneOnWithThere() throws Exception {
    Path venue =
        Files.writeString(
            folder.resolve("rack7.yaml"), "cluster: {nodes: 5}\nfactors: {read-level: [ALL]}\n");
    String results = folder + "/results";
    Call validated = call(StillBackend.of(9), "validate", file(STUDY), "--on", venue.toString());
    assertThat(words(validated.output()))
        .as(validated.error())
        .contains("1 cell, 2 runs")
        .contains("rack7.yaml says, whose cluster, factors replace the study's own.");

    Call run =
        call(
            StillBackend.of(9).failingAfter(1),
            "run",
            file(STUDY),
            "--on",
            venue.toString(),
            "--out",
            results);
    assertThat(run.status()).as(run.error()).isEqualTo(ExitStatus.ENVIRONMENT);
    Files.delete(venue);
    Call resumed = call(StillBackend.of(9), "run", "--resume", results);
    assertThat(resumed.status()).as(resumed.error()).isEqualTo(ExitStatus.OK);
    assertThat(resumed.error()).contains("1 of 2 runs were measured before");

    Call missing = call(StillBackend.of(9), "run", file(STUDY), "--on", venue.toString());
    assertThat(missing.status()).isEqualTo(ExitStatus.WRONG_INPUT);
    assertThat(missing.error()).contains("rack7.yaml: there is no such file.");
  }

  @Test
  void runsThatEndWithTheirOperationsAreReckonedAtAStatedRate() throws Exception {
    Call call =
        call(
            StillBackend.of(1000),
            "validate",
            file(STUDY.replace("settle: 0s", "settle: 0s, operations: 500")));

    assertThat(words(call.output()))
        .contains(
            "about 6 s of warming up and measuring (at 500 operations/s, or what the load allows,"
                + " in the 4 runs that end with a number of operations), besides starting the"
                + " cluster");
  }

  @Test
  void everyShippedStudyIsRight() throws Exception {
    for (String name :
        new String[] {"demo", "harmony", "hot-n-cold", "pools-why", "insert-scaling"}) {
      Call call = Call.in(House.root(), Backends.standard(), "study", "validate", name);
      assertThat(words(call.output())).as(call.error()).contains(name + ".yaml is right");
    }
  }

  @Test
  void aStudyIsShownInEightyColumns() throws Exception {
    Call call = call(StillBackend.of(1000), "show", file(STUDY));

    assertThat(call.status()).isEqualTo(ExitStatus.OK);
    assertThat(call.output())
        .contains("Two levels\n", "Which is slower?\n")
        .contains("What varies (2 cells, 2 runs of each)")
        .containsPattern("read-level +ONE, ALL")
        .containsPattern("long +2 cells, 4 runs on 1 cluster, about 42 s")
        .containsPattern("wide +3 cells, 6 runs on 1 cluster, about 15 s")
        .contains("Throughput by level", "throughput over read-level")
        .contains("\"ALL is slower.\" (A paper)")
        .contains("throughput of read-level ALL against read-level ONE: lower")
        .contains("Anything else.");
    assertThat(call.output().lines())
        .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
  }

  @Test
  void partsAreShownOneByOne() {
    Call call = Call.of("study", "show", "harmony");

    assertThat(call.status()).isEqualTo(ExitStatus.OK);
    assertThat(call.output())
        .contains("Part near (25 cells, 3 runs of each)")
        .contains("Part ramp");
    assertThat(call.output().lines())
        .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
  }

  private Call call(StillBackend backend, String command, String... arguments) {
    String[] all = new String[arguments.length + 2];
    all[0] = "study";
    all[1] = command;
    System.arraycopy(arguments, 0, all, 2, arguments.length);
    return Call.in(House.root(), backend.alone(), all);
  }

  private String file(String text) throws IOException {
    Path file = folder.resolve("study.yaml");
    Files.writeString(file, text);
    return file.toString();
  }

  /** Without line breaks. */
  private static String words(String text) {
    return text.replaceAll("\\s+", " ");
  }
}
