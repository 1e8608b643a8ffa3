package org.quorate.cassandra.propagation;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;
import org.quorate.core.staleness.Propagation;

/** A propagation time that somebody knows from elsewhere. Measures nothing; thread-safe. */
public final class GivenPropagation implements PropagationSource {
  /** The name of this source in reports. */
  public static final String NAME = "given";

  private final double seconds;
  private final LongSupplier clock;

  /**
   * @param seconds at least 0
   * @param clock nanoseconds, as {@link System#nanoTime()}
   */
  public GivenPropagation(double seconds, LongSupplier clock) {
    this.seconds = Propagation.exactly(seconds).seconds();
    this.clock = clock;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String meaning() {
    return "Stated by whoever asked, and taken as exact.";
  }

  @Override
  public CompletionStage<PropagationReading> measure() {
    return CompletableFuture.completedFuture(
        new PropagationReading(
            Propagation.exactly(seconds), NAME, 0, clock.getAsLong(), List.of()));
  }

  @Override
  public void close() {}
}
