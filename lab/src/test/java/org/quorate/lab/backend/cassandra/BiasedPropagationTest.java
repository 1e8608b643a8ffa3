package org.quorate.lab.backend.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.quorate.cassandra.propagation.PropagationReading;
import org.quorate.cassandra.propagation.PropagationSource;
import org.quorate.core.staleness.DelaySample;
import org.quorate.core.staleness.Propagation;
import org.quorate.core.staleness.RoundTrips;

final class BiasedPropagationTest {
  private static final PropagationReading READING =
      reading(new Propagation(0.004, 0.002, 0.008), delays(1), delays(2), delays(3));

  private static PropagationReading reading(
      Propagation time, DelaySample slowest, DelaySample single, DelaySample jitter) {
    return new PropagationReading(
        time,
        "network",
        3,
        7,
        List.of("A note."),
        new RoundTrips(slowest, single, jitter, delays(16)),
        1);
  }

  private static DelaySample delays(double times) {
    return DelaySample.of(List.of(times * 0.5, times * 0.25));
  }

  /** Answers what it is given. */
  private static final class Known implements PropagationSource {
    private int mostPairs;
    private boolean isClosed;

    @Override
    public String name() {
      return "network";
    }

    @Override
    public String meaning() {
      return "Known.";
    }

    @Override
    public CompletionStage<PropagationReading> measure() {
      return measure(Integer.MAX_VALUE);
    }

    @Override
    public CompletionStage<PropagationReading> measure(int most) {
      mostPairs = most;
      return CompletableFuture.completedFuture(READING);
    }

    @Override
    public void close() {
      isClosed = true;
    }
  }

  @Test
  void itTellsAllTimesWrongByTheSameFactorAndNothingElse() {
    Known known = new Known();
    BiasedPropagation biased = new BiasedPropagation(known, 4);

    assertThat(biased.measure(9).toCompletableFuture().join())
        .isEqualTo(reading(new Propagation(0.016, 0.008, 0.032), delays(4), delays(8), delays(12)));
    assertThat(known.mostPairs).isEqualTo(9);
    assertThat(biased.measure().toCompletableFuture().join().propagation().seconds())
        .isEqualTo(0.016);
    assertThat(biased.name()).isEqualTo("network");
    assertThat(biased.meaning())
        .isEqualTo("Known. On purpose policies are told 4.0 times as much as was measured.");
    biased.close();
    assertThat(known.isClosed).isTrue();
  }
}
