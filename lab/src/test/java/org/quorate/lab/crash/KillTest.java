package org.quorate.lab.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** With shells in the place of writers. */
@Timeout(120)
class KillTest {
  private static final Path LOG = Path.of("writer.log");
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final Duration SHORT = Duration.ofMillis(200);

  private final AcceptedWrites accepted = new AcceptedWrites(1);
  private @Nullable Process process;

  @AfterEach
  void end() {
    if (process != null) {
      process.destroyForcibly();
    }
  }

  @Test
  void aWriterThatSaysNothingIsGivenUpAndDoesNotLiveOn() throws Exception {
    Process silent = start("exec sleep 600");

    assertThatThrownBy(() -> new Kill(SHORT, SHORT).of(silent, accepted, LOG))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("accepted nothing")
        .hasMessageContaining("writer.log");
    assertThat(silent.waitFor(60, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void aTrialThatIsInterruptedLeavesNoWriterBehind() throws Exception {
    Process silent = start("exec sleep 600");
    Thread.currentThread().interrupt();

    assertThatThrownBy(() -> new Kill(LONG, SHORT).of(silent, accepted, LOG))
        .isInstanceOf(InterruptedException.class);
    assertThat(silent.waitFor(60, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void whatWasAcceptedBeforeTheKillIsKnown() throws Exception {
    Process writer = start("printf 'accepted 0 0.\\naccepted 0 1.\\n'; exec sleep 600");

    assertThat(new Kill(LONG, SHORT).of(writer, accepted, LOG)).isGreaterThanOrEqualTo(SHORT);
    assertThat(accepted.count()).isEqualTo(2);
    assertThat(writer.isAlive()).isFalse();
  }

  @Test
  void aWriterThatEndsByItselfIsNoKill() throws Exception {
    Process writer = start("echo 'accepted 0 0.'");

    assertThatThrownBy(() -> new Kill(LONG, LONG).of(writer, accepted, LOG))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("it ended by itself");
  }

  private Process start(String script) throws IOException {
    Process started = new ProcessBuilder("sh", "-c", script).start();
    process = started;
    return started;
  }
}
