package org.quorate.lab.backend;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.quorate.lab.counter.CounterDifference;
import org.quorate.lab.counter.CounterReader;
import org.quorate.lab.counter.CounterSnapshot;
import org.quorate.lab.counter.MachineMeter;
import org.quorate.lab.counter.MachineReading;
import org.quorate.study.result.Counter;
import org.quorate.study.result.LinkResult;
import org.quorate.study.result.MachineResult;
import org.quorate.study.result.NodeResult;

/**
 * Everything that is read before and after one run, and differenced: the servers' counters, their
 * and this process's processor time, the machine, the links.
 *
 * <p>Processor times and links are read the moment the load has ended. Servers go on applying
 * mutations that were acknowledged before, so their counters are read once they stand still.
 */
final class RunMeters implements AutoCloseable {
  /** What was read over one run. */
  record Readings(
      List<NodeResult> nodes, MachineResult machine, List<LinkResult> links, List<String> notes) {}

  /** Share of processor time that a host may give to others without being told of. */
  private static final double MUCH_STOLEN = 0.05;

  private static final int MOST_READINGS = 20;
  private static final long BETWEEN_READINGS_MILLIS = 50;

  private final CounterReader counters;
  private final MachineMeter machine;
  private final MeasuredServers servers;
  private final CounterSnapshot countersBefore;
  private final MachineReading machineBefore;

  private RunMeters(MeasuredServers servers, CounterReader counters) throws InterruptedException {
    this.servers = servers;
    this.machine = servers.machine();
    this.counters = counters;
    this.countersBefore = standingStill();
    servers.resetLinks();
    this.machineBefore = machine.read();
  }

  /**
   * Waits until the servers have finished with what came before, and reads everything.
   *
   * @param counters of the run's table; closed with the result
   */
  static RunMeters begin(MeasuredServers servers, CounterReader counters)
      throws InterruptedException {
    return new RunMeters(servers, counters);
  }

  /** Reads everything again; to be called as soon as the load has ended. */
  Readings end() throws InterruptedException {
    MachineReading machineAfter = machine.read();
    List<LinkResult> links = servers.links();
    CounterSnapshot atEnd = counters.read();
    CounterDifference processors = CounterDifference.between(countersBefore, atEnd);
    CounterDifference counted = CounterDifference.between(countersBefore, standingStill());
    List<NodeResult> nodes = new ArrayList<>();
    @Nullable Double serverSeconds = 0.0;
    for (int i = 0; i < counted.nodes().size(); i++) {
      NodeResult node = counted.nodes().get(i);
      Double seconds = processors.nodes().get(i).processorSeconds();
      serverSeconds = seconds == null || serverSeconds == null ? null : serverSeconds + seconds;
      nodes.add(new NodeResult(node.node(), seconds, node.counters(), node.up()));
    }
    List<String> notes = new ArrayList<>(counters.notes());
    notes.addAll(counted.notes());
    double stolen = MachineMeter.stolenShare(machineBefore, machineAfter);
    if (stolen > MUCH_STOLEN) {
      notes.add(
          String.format(
              Locale.ROOT,
              "The host of this virtual machine gave %.0f %% of the processor time to others.",
              100 * stolen));
    }
    return new Readings(
        nodes, MachineMeter.between(machineBefore, machineAfter, serverSeconds), links, notes);
  }

  /** Reads the counters until no replica has written anything since the reading before. */
  private CounterSnapshot standingStill() throws InterruptedException {
    CounterSnapshot snapshot = counters.read();
    for (int i = 0; i < MOST_READINGS; i++) {
      TimeUnit.MILLISECONDS.sleep(BETWEEN_READINGS_MILLIS);
      CounterSnapshot next = counters.read();
      long written =
          CounterDifference.between(snapshot, next).nodes().stream()
              .mapToLong(node -> node.counters().getOrDefault(Counter.REPLICA_WRITES, 0L))
              .sum();
      snapshot = next;
      if (written == 0) {
        break;
      }
    }
    return snapshot;
  }

  @Override
  public void close() {
    counters.close();
  }
}
