package org.quorate.cli.power;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.quorate.cli.Call;
import org.quorate.cli.console.ExitStatus;

@Timeout(60)
final class WatchMeterTest {
  /** Less than three readings apart that are taken each tenth of a second. */
  private static final Duration WITHIN_A_GAP = Duration.ofMillis(250);

  @TempDir Path folder;

  @SuppressWarnings("NullAway.Init")
  private FixtureMachine machine;

  @BeforeEach
  void startTheMachine() throws Exception {
    machine = FixtureMachine.in(folder);
  }

  @AfterEach
  void stopTheMachine() {
    machine.close();
  }

  /** For two seconds, with readings each tenth of one, however busy the machine of this test is. */
  private Call watchCounter(String... more) {
    machine.withoutGapsOver(WITHIN_A_GAP);
    List<String> arguments = new ArrayList<>(List.of("powercap", machine.powercapRoot()));
    arguments.addAll(List.of("--interval", "100ms", "--duration", "2s"));
    arguments.addAll(List.of(more));
    return watch(arguments.toArray(String[]::new));
  }

  private Call watch(String... arguments) {
    String[] all = new String[arguments.length + 1];
    all[0] = "watch";
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    return machine.call(all);
  }

  private Path recording() throws Exception {
    Path file = folder.resolve("old.csv");
    Files.writeString(
        file,
        """
        time,watts
        2017-05-01T10:00:00Z,100
        2017-05-01T10:00:01Z,100
        2017-05-01T10:00:02Z,200
        2017-05-01T10:00:03Z,200
        """);
    return file;
  }

  @Test
  void aCounterIsShownInWattsAndSummedUp() {
    Call call = watchCounter();
    assertThat(call.status()).as(call.error()).isEqualTo(ExitStatus.OK);
    assertThat(call.output()).contains("time  package-0").contains("measured (processors)");
    // A machine that is busy may have no reading in time for a line, which then repeats the last.
    assertThat(call.output().lines().filter(line -> line.matches(" +\\d\\.\\d s +40(\\.0)?")))
        .isNotEmpty();
    assertThat(call.output()).containsPattern("power +mean 40(\\.0)? W");
    assertThat(call.output().lines()).allSatisfy(line -> assertThat(line).hasSizeLessThan(81));
  }

  @Test
  void theSummaryIsAlsoForPrograms() throws Exception {
    Call call = watchCounter("--json");
    assertThat(call.status()).as(call.error()).isEqualTo(ExitStatus.OK);
    JsonNode summary = JsonMapper.builder().build().readTree(call.output());
    assertThat(summary.get("meanWatts").asDouble()).isCloseTo(40, within(2.0));
    assertThat(summary.get("estimated").asBoolean()).isFalse();
    assertThat(summary.get("channels").get(0).get("newReadings").asLong()).isPositive();
    assertThat(summary.has("refused")).isFalse();
    assertThat(call.error()).as("the lines are remarks").contains("package-0");
  }

  @Test
  void linesAreAlsoCsv() {
    Call call = watchCounter("--csv");
    List<String> lines = call.output().lines().toList();
    assertThat(lines.get(0)).isEqualTo("time,channel,scope,origin,counted,watts");
    assertThat(lines).hasSize(1 + 20 * 2);
    // A counter says watts from its second reading on, which a busy machine may have later.
    assertThat(lines)
        .anyMatch(line -> line.matches("\\S+Z,package-0,processor,measured,true,\\d+\\.\\d{3}"))
        .anyMatch(line -> line.matches("\\S+Z,sum,,measured,,\\d+\\.\\d{3}"));
    assertThat(call.error()).as("the summary is a remark").contains("measured (processors)");
  }

  @Test
  void aRecordedFileIsSummedUpByItsOwnTimes() throws Exception {
    Call call = watch("csv", "path=" + recording(), "value=watts", "unit=W", "--recorded");
    assertThat(call.status()).as(call.error()).isEqualTo(ExitStatus.OK);
    assertThat(call.output())
        .contains("3 s, 2017-05-01T10:00:00Z to 2017-05-01T10:00:03Z")
        .contains("450 J, measured (at the wall)")
        .contains("mean 150 W; lowest second 100 W, highest 200 W");
  }

  @Test
  void aFinishedFileThatIsWatchedLiveSaysWhatToDo() throws Exception {
    Call call =
        watch(
            "csv",
            "path=" + recording(),
            "value=watts",
            "unit=W",
            "--interval",
            "100ms",
            "--duration",
            "100ms");
    assertThat(call.status()).isEqualTo(ExitStatus.ENVIRONMENT);
    assertThat(call.error()).contains("gave no reading in this time").contains("--recorded");
  }

  @Test
  void aDeadCounterIsRefusedAndNotReadAsZero() throws Exception {
    Path zone = Files.createDirectories(folder.resolve("dead/intel-rapl:0"));
    Files.writeString(zone.resolve("name"), "package-0\n");
    Files.writeString(zone.resolve("energy_uj"), "0\n");
    Files.writeString(zone.resolve("max_energy_range_uj"), "262143328850\n");
    Call call = watch("powercap", "root=" + folder.resolve("dead"));
    assertThat(call.status()).isEqualTo(ExitStatus.ENVIRONMENT);
    assertThat(call.output()).isEmpty();
    assertThat(call.error()).contains("cannot be trusted").contains("dead counter");
  }

  @Test
  void aModelIsCalledAnEstimateEverywhere() {
    machine.withoutGapsOver(WITHIN_A_GAP);
    Call call = watch("model", "profile=server-2010", "--interval", "100ms", "--duration", "2s");
    assertThat(call.status()).as(call.error()).isEqualTo(ExitStatus.OK);
    assertThat(call.output())
        .contains("Watts, estimated by a model:")
        .containsPattern("estimated by a model, which may be off by\\s+35 %")
        .containsPattern("as busy as this machine\\s+with its 2");
  }

  @ParameterizedTest
  @CsvSource({
    "powrecap, Did you mean powercap?",
    "powercap rooot=/tmp, Did you mean root?",
    "powercap root, is no NAME=VALUE",
    "powercap zone=dram zone=package, given twice",
    "snmp password=x, credentials=",
    "snmp snmp-community=x, credentials=",
    "powercap --interval 1ms, at least 100ms",
    "powercap --duration soon, --duration",
    "powercap --json --csv, not both",
    "csv --csv --recorded, leave --csv out",
    "powercap --interval 10s --duration 1s, at least one --interval"
  })
  void whatIsWrongIsToldBeforeAnythingIsOpened(String words, String message) {
    Call call = watch(words.split(" ", -1));
    assertThat(call.status()).as(call.error()).isEqualTo(ExitStatus.WRONG_INPUT);
    assertThat(call.error()).contains(message);
    assertThat(call.output()).isEmpty();
  }

  @Test
  void aSecretIsNotRepeated() {
    assertThat(watch("snmp", "password=hunter2").error()).doesNotContain("hunter2");
  }
}
