package org.quorate.cli.power;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.cli.Call;
import org.quorate.cli.console.ExitStatus;

@Timeout(60)
final class CapProcessorsTest {
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

  private Call call(String... arguments) {
    return machine.call(arguments);
  }

  @Test
  void processorsAreCappedAndFreed() throws Exception {
    Call on = call("cap", "--share", "0.6");
    assertThat(on.status()).as(on.error()).isEqualTo(ExitStatus.OK);
    assertThat(on.output())
        .isEqualTo("Capped to 60 %: at most 2160 MHz on 1 frequency domain (read back).\n");
    assertThat(on.error()).contains("./quorate power uncap");
    assertThat(machine.highestFrequency()).isEqualTo(2_160_000);
    assertThat(call("uncap").output()).contains("set as they were before");
    assertThat(machine.highestFrequency()).isEqualTo(3_600_000);
    assertThat(call("uncap").output()).contains("were not capped");
  }

  @Test
  void aMachineThatScalesNoFrequencyIsTold() {
    Call call = call("cap", "--share", "0.6", "--root", folder.resolve("state").toString());
    assertThat(call.status()).isEqualTo(ExitStatus.ENVIRONMENT);
    assertThat(call.error()).contains("scales no frequency");
  }

  @Test
  void aShareBeyondTheWholeIsWrongInput() {
    assertThat(call("cap", "--share", "1.5").status()).isEqualTo(ExitStatus.WRONG_INPUT);
    assertThat(call("cap").status()).isEqualTo(ExitStatus.WRONG_INPUT);
  }
}
