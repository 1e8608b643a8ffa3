package org.quorate.lab.backend.hbase;

import java.util.List;
import java.util.Map;
import org.quorate.lab.counter.CounterReader;
import org.quorate.lab.counter.CounterSnapshot;
import org.quorate.lab.counter.ServerReading;

/**
 * Leaves out what servers count for regions while regions may move: a region counts from zero where
 * it comes to, and what it had counted before is gone with its server. The difference would be
 * neither what the server did nor visibly wrong. The rest is as it was read.
 */
final class MovingRegions implements CounterReader {
  private final CounterReader counters;

  /**
   * @param counters closed with this
   */
  MovingRegions(CounterReader counters) {
    this.counters = counters;
  }

  @Override
  public CounterSnapshot read() throws InterruptedException {
    return new CounterSnapshot(
        counters.read().nodes().stream().map(MovingRegions::withoutCounts).toList());
  }

  private static CounterSnapshot.Node withoutCounts(CounterSnapshot.Node node) {
    ServerReading reading = node.reading();
    return reading == null
        ? node
        : CounterSnapshot.Node.here(
            node.name(),
            new ServerReading(reading.startedAtMillis(), Map.of(), reading.levels()),
            node.process());
  }

  @Override
  public List<String> notes() {
    return List.of(
        "Regions may have moved during the run, and a region that moves counts from zero; what"
            + " servers read and wrote is not known.");
  }

  @Override
  public void close() {
    counters.close();
  }
}
