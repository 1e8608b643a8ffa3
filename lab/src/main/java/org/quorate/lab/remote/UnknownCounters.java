package org.quorate.lab.remote;

import com.datastax.oss.driver.api.core.metadata.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.quorate.cassandra.access.KnownCluster;
import org.quorate.lab.counter.CounterReader;
import org.quorate.lab.counter.CounterSnapshot;
import org.quorate.lab.counter.LevelsServed;
import org.quorate.lab.counter.ServerReading;

/**
 * The counters of servers that tell none: of each it is known only whether it is up, and even that
 * only as the driver sees it. Immutable.
 */
record UnknownCounters(Map<String, Node> nodes) implements CounterReader {
  /** A server that is up and of which nothing is known. */
  static final ServerReading NOTHING = new ServerReading(0, Map.of(), LevelsServed.NONE);

  @Override
  public CounterSnapshot read() {
    List<CounterSnapshot.Node> read = new ArrayList<>();
    nodes.forEach(
        (name, node) ->
            read.add(
                CounterSnapshot.Node.elsewhere(name, KnownCluster.isDown(node) ? null : NOTHING)));
    return new CounterSnapshot(read);
  }

  @Override
  public void close() {}
}
