package org.quorate.cli.power;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.quorate.cli.Call;
import org.quorate.cli.console.ExitStatus;
import org.quorate.power.Scope;
import org.quorate.power.model.HostProfile;
import org.quorate.power.model.ProfileFile;

@Timeout(60)
final class CalibrateMachineTest {
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

  /** However busy the machine of this test is. */
  private Call calibrate(Path out, String... more) {
    machine.withoutGapsOver(Duration.ofSeconds(1));
    return machine.call(
        Stream.concat(
                Stream.of(
                    "calibrate",
                    "powercap",
                    machine.powercapRoot(),
                    "--out",
                    out.toString(),
                    "--settle",
                    "0",
                    "--measure",
                    "300ms"),
                Stream.of(more))
            .toArray(String[]::new));
  }

  @Test
  void aProfileIsMeasuredAndWritten() throws Exception {
    Path out = folder.resolve("My node.yaml");
    Call call = calibrate(out);
    assertThat(call.status()).as(call.error()).isEqualTo(ExitStatus.OK);
    HostProfile profile = ProfileFile.find(out.toString());
    assertThat(profile.name()).isEqualTo("my-node");
    assertThat(profile.scope()).isEqualTo(Scope.PROCESSOR);
    assertThat(profile.curve().idleWatts()).isCloseTo(40, within(2.0));
    assertThat(profile.curve().watts(0.5)).isCloseTo(70, within(3.0));
    assertThat(profile.curve().busyWatts()).isCloseTo(100, within(3.0));
    assertThat(profile.source()).contains("powercap").contains("an assumption");
    assertThat(call.error()).contains("4 loads").contains("load  50 % ...");
    assertThat(call.output())
        .contains("straight line")
        .contains("./quorate power watch model profile=");
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files.filter(file -> file.toString().endsWith(".part"))).isEmpty();
    }
  }

  @Test
  void aProfileThatIsThereIsReplacedOnlyOnRequest() throws Exception {
    Path out = folder.resolve("node.yaml");
    Files.writeString(out, "mine");
    Call refused = calibrate(out, "--shares", "0,100");
    assertThat(refused.status()).isEqualTo(ExitStatus.WRONG_INPUT);
    assertThat(refused.error()).contains("--force").doesNotContain("Calibrating");
    assertThat(out).hasContent("mine");
    assertThat(calibrate(out, "--shares", "0,100", "--force").status()).isEqualTo(ExitStatus.OK);
    assertThat(ProfileFile.find(out.toString()).curve().points()).hasSize(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "node.txt|0,100|ends in .yaml",
        "no/such/folder/node.yaml|0,100|folder",
        "node.yaml|10,100|from 0 to 100",
        "node.yaml|0,some|no number"
      })
  void whatIsWrongIsToldBeforeMinutesAreSpent(String out, String shares, String message) {
    Call call = calibrate(folder.resolve(out), "--shares", shares);
    assertThat(call.status()).isEqualTo(ExitStatus.WRONG_INPUT);
    assertThat(call.error()).contains(message).doesNotContain("Calibrating");
  }

  @Test
  void aModelCalibratesNothing() {
    Call call =
        machine.call(
            "calibrate",
            "model",
            "profile=server-2010",
            "--out",
            folder.resolve("node.yaml").toString());
    assertThat(call.status()).isEqualTo(ExitStatus.WRONG_INPUT);
    assertThat(call.error()).contains("cannot calibrate a model");
  }
}
