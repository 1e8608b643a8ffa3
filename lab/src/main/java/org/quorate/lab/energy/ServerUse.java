package org.quorate.lab.energy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
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
 * was started anew starts at zero again; sums here never fall. What a server uses while it is on
 * another host is that one's. Thread-safe.
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
  private final Predicate<RunningProcess> here;
  private final double cores;
  private final LinkBytes network;
  private final Map<Long, Newest> processors = new HashMap<>();
  private final Map<Long, Newest> disks = new HashMap<>();
  private final Map<Integer, Newest> links = new HashMap<>();
  private final Map<ControlGroup, Double> newestOfGroups = new HashMap<>();

  /** Those that were on the host at the last look. */
  private final Set<RunningProcess> seen = Collections.newSetFromMap(new IdentityHashMap<>());

  /** Seconds or bytes that were counted up to the last look, and of these the host's. */
  private record Newest(double counted, double used) {
    /** What has ended counts nothing any more; what it had used stays used. */
    Newest with(double now) {
      double more = Math.max(0, now - counted);
      return new Newest(counted + more, used + more);
    }
  }

  /**
   * @param servers nodes, and services of their cluster, that may be on the host
   * @param here whether such a server is on it now
   * @param cores that the servers may use together
   */
  ServerUse(
      List<RunningProcess> servers,
      Predicate<RunningProcess> here,
      double cores,
      LinkBytes network) {
    this.servers = List.copyOf(servers);
    this.here = here;
    this.cores = cores;
    this.network = network;
    Map<ControlGroup, Boolean> groups = new HashMap<>();
    servers.stream().filter(here).forEach(seen::add);
    for (RunningProcess server : seen) {
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
    for (RunningProcess server : servers) {
      // Asked first: one that moves meanwhile would else be on this host and in another's group,
      // and
      // all that its process ever used would be this host's.
      Optional<ControlGroup> group = server.group();
      if (!here.test(server)) {
        seen.remove(server);
        continue;
      }
      // What a server that has just come used before is another host's.
      boolean came = seen.add(server);
      if (group.filter(newestOfGroups::containsKey).isEmpty()) {
        count(processors, server.processId(), seconds(server.processorTime()), came);
      }
      count(disks, server.processId(), diskBytes(server.processId()), came);
      if (server instanceof RunningNode node) {
        count(links, node.index(), network.of(node.index()), came);
      }
    }
    newestOfGroups.replaceAll(ServerUse::newestOf);
    double inGroups = newestOfGroups.values().stream().mapToDouble(each -> each).sum();
    return new HostUse(inGroups + used(processors), used(disks), used(links));
  }

  private static <K> void count(Map<K, Newest> all, K of, double now, boolean came) {
    Newest known = all.getOrDefault(of, new Newest(0, 0));
    all.put(of, came ? new Newest(now, known.used()) : known.with(now));
  }

  private static double used(Map<?, Newest> all) {
    return all.values().stream().mapToDouble(Newest::used).sum();
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
