package org.quorate.lab.backend.cassandra;

import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.quorate.cassandra.monitor.OwnReads;
import org.quorate.cassandra.propagation.PropagationReading;
import org.quorate.cassandra.propagation.PropagationSource;
import org.quorate.core.staleness.DelaySample;
import org.quorate.core.staleness.Propagation;
import org.quorate.core.staleness.RoundTrips;

/**
 * Tells all times of another source so many times as long as they are, as by a clock of another
 * speed, so that a study sees what policies make of a wrong model. What is measured, and what that
 * costs, is as ever. Thread-safe.
 */
final class BiasedPropagation implements PropagationSource {
  private final PropagationSource measured;
  private final double times;

  /**
   * @param times above 0
   */
  BiasedPropagation(PropagationSource measured, double times) {
    this.measured = measured;
    this.times = times;
  }

  @Override
  public String name() {
    return measured.name();
  }

  @Override
  public String meaning() {
    return measured.meaning()
        + " On purpose policies are told "
        + times
        + " times as much as was measured.";
  }

  @Override
  public CompletionStage<PropagationReading> measure() {
    return measured.measure().thenApply(this::biased);
  }

  @Override
  public CompletionStage<PropagationReading> measure(int mostPairs) {
    return measured.measure(mostPairs).thenApply(this::biased);
  }

  private PropagationReading biased(PropagationReading reading) {
    Propagation time = reading.propagation();
    RoundTrips trips = reading.roundTrips();
    return new PropagationReading(
        new Propagation(
            times * time.seconds(), times * time.lowSeconds(), times * time.highSeconds()),
        reading.source(),
        reading.samples(),
        reading.takenAtNanos(),
        reading.notes(),
        new RoundTrips(
            biased(trips.slowest()), biased(trips.single()), biased(trips.jitter()), trips.alone()),
        reading.unanswered());
  }

  private DelaySample biased(DelaySample delays) {
    return DelaySample.of(
        IntStream.range(0, delays.size()).mapToObj(rank -> times * delays.value(rank)).toList());
  }

  @Override
  public OwnReads readsSent() {
    return measured.readsSent();
  }

  @Override
  public void close() {
    measured.close();
  }
}
