package org.quorate.lab.energy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.quorate.lab.engine.RunningNode;
import org.quorate.lab.engine.RunningProcess;
import org.quorate.power.model.HostUse;
import org.quorate.power.model.UseSource;

/**
 * What the servers of one host have used: processor time of their processes (to one hundredth of a
 * second), what these read from and wrote to disk ({@code /proc/PID/io}), and what went over their
 * links: with Cassandra what they sent one another, with HBase what they and clients did. What
 * clients of Cassandra sent them is not counted: it is about a kilobyte for each operation, which
 * docs/energy.md weighs. A server that was started anew starts at zero again; sums here never fall.
 * Thread-safe.
 */
public final class ServerUse implements UseSource {
  private final List<RunningProcess> servers;
  private final double cores;
  private final LinkBytes network;
  private final Map<Long, double[]> newest = new HashMap<>();

  /**
   * @param servers nodes, and services of their cluster
   * @param cores that the servers may use together
   */
  ServerUse(List<RunningProcess> servers, double cores, LinkBytes network) {
    this.servers = List.copyOf(servers);
    this.cores = cores;
    this.network = network;
  }

  @Override
  public double cores() {
    return cores;
  }

  @Override
  public synchronized HostUse read() {
    double sent = 0;
    for (RunningProcess server : servers) {
      double[] known = newest.computeIfAbsent(server.processId(), process -> new double[2]);
      // A process that has ended tells nothing any more; what it had used stays used.
      known[0] = Math.max(known[0], server.processorTime().toNanos() / 1e9);
      known[1] = Math.max(known[1], diskBytes(server.processId()));
      if (server instanceof RunningNode node) {
        sent += network.of(node.index());
      }
    }
    double processor = 0;
    double disk = 0;
    for (double[] ofProcess : newest.values()) {
      processor += ofProcess[0];
      disk += ofProcess[1];
    }
    return new HostUse(processor, disk, sent);
  }

  /** 0 where the process has ended, or this user may not look. */
  private static double diskBytes(long processId) {
    Path file = Path.of("/proc", Long.toString(processId), "io");
    try {
      double bytes = 0;
      for (String line : Files.readAllLines(file, StandardCharsets.ISO_8859_1)) {
        if (line.startsWith("read_bytes: ") || line.startsWith("write_bytes: ")) {
          bytes += Long.parseLong(line.substring(line.indexOf(' ') + 1));
        }
      }
      return bytes;
    } catch (IOException | NumberFormatException e) {
      return 0;
    }
  }
}
