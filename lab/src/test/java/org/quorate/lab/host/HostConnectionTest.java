package org.quorate.lab.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a coordinator makes of processes that are hosts of a kind. */
@Timeout(60)
final class HostConnectionTest {
  private static final HostMessage.Begin BEGIN = new HostMessage.Begin(0, 0);

  @TempDir private Path folder;
  private @Nullable HostConnection host;

  @AfterEach
  void end() {
    if (host != null) {
      host.lose("the test is over");
      host.close();
    }
  }

  @Test
  void aHostIsNotSilentBeforeItsLoadBegins() throws Exception {
    HostConnection waiting = started("sleep 60");

    long before = System.nanoTime();
    waiting.begin(BEGIN, new HostShare(null));

    assertThat(waiting.silentNanos()).isLessThanOrEqualTo(System.nanoTime() - before);
  }

  @Test
  void whatAHostStillTellsCountsWhereItDoesNotListenAnyMore() throws Exception {
    HostConnection deaf =
        started(
            "exec 0<&-; echo '{\"is\":\"ready\",\"protocol\":1}'; sleep 0.3;"
                + " echo '{\"is\":\"second\",\"second\":0,\"whole\":true,\"ok\":5,\"failed\":0,"
                + "\"p50\":1,\"p99\":2}'; exit 3");
    assertThat(deaf.awaitReady(System.nanoTime() + TimeUnit.SECONDS.toNanos(30))).isTrue();
    HostShare share = new HostShare(null);

    deaf.begin(BEGIN, share);

    assertThat(share.lostWhy()).isEqualTo("its process ended with status 3");
    assertThat(share.ok()).isEqualTo(5);
  }

  @Test
  void whyAHostWasLostCannotSteerATerminal() throws Exception {
    HostConnection rude = started("sleep 60");

    rude.lose("\u001b[2J one\ntwo " + "x".repeat(10_000));

    assertThat(rude.lost()).startsWith(" [2J one two xxx").hasSizeLessThan(600);
  }

  @Test
  void aHostWhoseClockShowsWhatNoneDoesIsLost() throws Exception {
    HostConnection wrong =
        started(
            "read ask; echo '{\"is\":\"clock\",\"number\":1,\"heardNanos\":-9223372036854775808,"
                + "\"answeredNanos\":-9223372036854775808}'; sleep 60");

    assertThat(wrong.compare()).isNull();

    assertThat(wrong.lost()).isEqualTo("it told an instant that no clock shows");
  }

  @Test
  void secondsThatHaveNotPassedAreNotTaken() throws Exception {
    HostShare share = new HostShare(null);
    share.take(new HostMessage.Passed(0, true, 1, 0, 1, 1));

    assertThatThrownBy(
            () -> {
              for (int second = 1; second < 10_000; second++) {
                share.take(new HostMessage.Passed(second, true, 1, 0, 1, 1));
              }
            })
        .isInstanceOf(IOException.class);
    assertThat(share.ok()).isPositive().isLessThan(1_000);
  }

  private HostConnection started(String script) throws Exception {
    HostConnection started =
        HostConnection.start("one", List.of("sh", "-c", script), folder.resolve("log"));
    host = started;
    return started;
  }
}
