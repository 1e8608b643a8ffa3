package org.quorate.lab.backend;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.quorate.lab.energy.EnergyRecorder;
import org.quorate.study.progress.Progress;

/** With servers whose work is told in advance, look by look. */
class AfterRunTest {
  private final List<String> asked = new ArrayList<>();

  @Test
  void serversAreWaitedForUntilNothingHasBeenLeftForTwoSeconds() throws Exception {
    long begun = System.nanoTime();
    EnergyRecorder.Settled settled =
        Objects.requireNonNull(after(60, "node1 has 2 compactions to do"));
    assertThat(settled.left()).isNull();
    assertThat(asked.get(0)).as("memory is written first").isEqualTo("flush");
    assertThat(asked).as("then looks, one a second").hasSizeBetween(4, 5);
    assertThat(settled.at() - begun).isBetween(2_000_000_000L, 30_000_000_000L);
  }

  @Test
  void whatIsLeftWhenPatienceIsOverIsTold() throws Exception {
    String hints = "node1 has hints to deliver";
    EnergyRecorder.Settled settled = Objects.requireNonNull(after(1, hints, hints, hints, hints));
    assertThat(settled.left()).isEqualTo(hints);
    assertThat(asked).hasSizeBetween(2, 3);
  }

  @Test
  void nothingIsAskedWhereNobodyWaits() throws Exception {
    assertThat(after(0)).isNull();
    assertThat(asked).isEmpty();
  }

  private EnergyRecorder.@Nullable Settled after(int seconds, String... work) throws Exception {
    Queue<String> looks = new ArrayDeque<>(List.of(work));
    Backlog backlog =
        new Backlog() {
          @Override
          public Optional<String> left() {
            asked.add("left");
            return Optional.ofNullable(looks.poll());
          }

          @Override
          public void close() {
            // Nothing is held.
          }
        };
    MeasuredTable table =
        (MeasuredTable)
            Proxy.newProxyInstance(
                MeasuredTable.class.getClassLoader(),
                new Class<?>[] {MeasuredTable.class},
                (self, method, arguments) -> {
                  if (method.getName().equals("backlog")) {
                    return backlog;
                  }
                  asked.add(method.getName());
                  return null;
                });
    try (AfterRun after = AfterRun.of(Duration.ofSeconds(seconds), table)) {
      return after.await(Progress.silent());
    }
  }
}
