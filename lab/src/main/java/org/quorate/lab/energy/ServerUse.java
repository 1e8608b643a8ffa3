package org.quorate.lab.energy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.quorate.lab.engine.RunningNode;
import org.quorate.lab.engine.RunningProcess;
import org.quorate.lab.process.ControlGroup;
import org.quorate.lab.process.ProcessStatistics;
import org.quorate.power.model.HostUse;
import org.quorate.power.model.UseSource;

/**
 * What the servers of one host have used: processor time, what their processes read from and wrote
 * to disk ({@code /proc/PID/io}), and what went over their links: with Cassandra what they sent one
 * another, with HBase what they and clients did. What clients of Cassandra sent them is not
 * counted: it is about a kilobyte for each operation, which docs/energy.md weighs. A server that
 * was started anew starts at zero again; sums here never fall. Thread-safe.
 *
 * <p>Processor time of servers that have a quota is what the kernel counts of their {@linkplain
 * RunningProcess#group() control group}, to the nanosecond or microsecond: with it that of programs
 * that a server has started, ended ones too, and of the shell that became the server. Servers
 * without a quota, and those of a group that an earlier version did not have counted, are looked at
 * as processes, to one hundredth of a second: {@code /proc/PID/schedstat} has nanoseconds, but of
 * one thread, so that a sum over threads would fall whenever one ends.
 */
public final class ServerUse implements UseSource {
  private final List<RunningProcess> servers;
  private final double cores;
  private final LinkBytes network;
  private final Map<Long, double[]> newest = new HashMap<>();
  private final Map<ControlGroup, Double> newestOfGroups = new HashMap<>();

  /**
   * @param servers nodes, and services of their cluster
   * @param cores that the servers may use together
   */
  ServerUse(List<RunningProcess> servers, double cores, LinkBytes network) {
    this.servers = List.copyOf(servers);
    this.cores = cores;
    this.network = network;
    Map<ControlGroup, Boolean> groups = new HashMap<>();
    for (RunningProcess server : servers) {
      server
          .group()
          .ifPresent(
              group -> groups.merge(group, counts(group, server.processId()), Boolean::logicalAnd));
    }
    groups.forEach(
        (group, whole) -> {
          if (whole) {
            newestOfGroups.put(group, 0.0);
          }
        });
  }

  /** Whether a group counts a process's time; one that has ended joins when it starts again. */
  private static boolean counts(ControlGroup group, long processId) {
    try {
      group.processorTime();
      return group.counts(processId) || ProcessStatistics.read(processId).isEmpty();
    } catch (IOException e) {
      return false;
    }
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
      if (server.group().filter(newestOfGroups::containsKey).isEmpty()) {
        known[0] = Math.max(known[0], seconds(server.processorTime()));
      }
      known[1] = Math.max(known[1], diskBytes(server.processId()));
      if (server instanceof RunningNode node) {
        sent += network.of(node.index());
      }
    }
    newestOfGroups.replaceAll(ServerUse::newestOf);
    double processor = newestOfGroups.values().stream().mapToDouble(each -> each).sum();
    double disk = 0;
    for (double[] ofProcess : newest.values()) {
      processor += ofProcess[0];
      disk += ofProcess[1];
    }
    return new HostUse(processor, disk, sent);
  }

  /** A group that ends with its cluster tells nothing any more. */
  private static double newestOf(ControlGroup group, double known) {
    try {
      return Math.max(known, seconds(group.processorTime()));
    } catch (IOException gone) {
      return known;
    }
  }

  private static double seconds(Duration duration) {
    return duration.toNanos() / 1e9;
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
