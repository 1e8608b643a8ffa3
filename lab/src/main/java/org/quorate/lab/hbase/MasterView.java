package org.quorate.lab.hbase;

import java.net.InetSocketAddress;
import java.time.Instant;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.ServerMetrics;
import org.apache.hadoop.hbase.ServerName;

/**
 * The region servers that a master, which has assigned the regions that HBase itself needs, gives
 * regions to: those that have told it of their load since they reported for service. Until then it
 * passes them over, and a new table would be on the others alone.
 *
 * @param regionServers by name, which has the time of their start in it
 */
record MasterView(Set<ServerName> regionServers) {
  MasterView {
    regionServers = Set.copyOf(regionServers);
  }

  /** What the master told of the servers that it takes for alive. */
  static MasterView of(Collection<ServerMetrics> alive) {
    return new MasterView(
        alive.stream()
            .filter(server -> server.getLastReportTimestamp() > 0)
            .map(ServerMetrics::getServerName)
            .collect(Collectors.toSet()));
  }

  /**
   * What a region server still misses, or nothing when the master knows it.
   *
   * @param address that it is known by
   * @param started when its process did, which tells it from the server that was there before it
   */
  Optional<String> missing(InetSocketAddress address, Instant started) {
    long earliest = started.minus(HBaseReadiness.ERROR_OF_START).toEpochMilli();
    return regionServers.stream()
            .anyMatch(server -> Regions.is(server, address) && server.getStartCode() >= earliest)
        ? Optional.empty()
        : Optional.of("the master does not count on it yet");
  }
}
