package org.quorate.lab.counter;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.quorate.lab.process.ProcessStatistics;

/**
 * The counts of all servers at one moment. Two of them make a {@link CounterDifference}.
 *
 * @param nodes one entry per server, in their order
 */
public record CounterSnapshot(List<Node> nodes) {
  public CounterSnapshot {
    nodes = List.copyOf(nodes);
  }

  /**
   * One server.
   *
   * @param reading its counts, or null where it did not answer
   * @param process what the kernel tells of its process, or null where there is none
   * @param here whether its process would be one of this machine
   */
  public record Node(
      String name,
      @Nullable ServerReading reading,
      @Nullable ProcessStatistics process,
      boolean here) {
    /** A server on this machine. */
    public static Node here(
        String name, @Nullable ServerReading reading, @Nullable ProcessStatistics process) {
      return new Node(name, reading, process, true);
    }

    /** A server on another machine, of whose process nothing can be known. */
    public static Node elsewhere(String name, @Nullable ServerReading reading) {
      return new Node(name, reading, null, false);
    }
  }

  /** How many servers answered. */
  public long answered() {
    return nodes.stream().filter(node -> node.reading() != null).count();
  }
}
