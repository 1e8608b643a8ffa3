package org.quorate.cassandra.monitor.jmx;

import java.io.IOException;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.management.AttributeNotFoundException;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.access.NodeAddress;
import org.quorate.cassandra.jmx.CassandraBeans;
import org.quorate.cassandra.monitor.NodeHealth;
import org.quorate.cassandra.monitor.SnitchScores;
import org.quorate.cassandra.monitor.TableCounts;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.level.Level;

/**
 * What one node's beans say, read bean by bean. Blocks.
 *
 * <ul>
 *   <li>Counts of a table: {@code Table} {@code CoordinatorReadLatency}, {@code
 *       CoordinatorWriteLatency}, {@code ReadLatency}, {@code WriteLatency}.
 *   <li>Conditional writes: whether {@code Table} {@code CasCommitLatency} has counted any.
 *   <li>Pending hints: files, {@code total_files} of each entry of {@code HintsService}'s {@code
 *       PendingHints}.
 *   <li>Dropped mutations: {@code MUTATION_REQ}, {@code COUNTER_MUTATION_REQ}, {@code
 *       READ_REPAIR_REQ} and {@code HINT_REQ} of {@code MessagingService}'s {@code
 *       DroppedMessages}, whose verbs had no {@code _REQ} before 4.0.
 *   <li>Digest mismatches: {@link CassandraBeans#DIGEST_MISMATCHES}.
 *   <li>Average write: {@code Mean} of {@code ClientRequest} {@code Write} {@code
 *       MutationSizeHistogram}, over the last minutes; null before the first write. It has all
 *       tables, and batches as one.
 *   <li>Scores of other nodes: {@link CassandraBeans#DYNAMIC_SNITCH}.
 *   <li>Levels: {@code ClientRequest} {@code Read-LEVEL} and {@code Write-LEVEL} {@code Latency}.
 * </ul>
 */
final class BeanReading {
  private static final Set<String> MUTATIONS =
      Set.of("MUTATION_REQ", "COUNTER_MUTATION_REQ", "READ_REPAIR_REQ", "HINT_REQ");
  private static final ObjectName WRITE_SIZE =
      CassandraBeans.requests("Write", "MutationSizeHistogram");

  private final MBeanServerConnection server;

  BeanReading(MBeanServerConnection server) {
    this.server = server;
  }

  Map<TableName, TableCounts> tables(Set<TableName> wanted) throws JMException, IOException {
    Map<TableName, TableCounts> tables = new HashMap<>();
    for (TableName table : wanted) {
      Long replicaWrites = count(table, "WriteLatency");
      if (replicaWrites != null) {
        tables.put(
            table,
            new TableCounts(
                known(count(table, "CoordinatorReadLatency")),
                known(count(table, "CoordinatorWriteLatency")),
                known(count(table, "ReadLatency")),
                replicaWrites));
      }
    }
    return tables;
  }

  /** Those of the tables that have been written conditionally since the server's start. */
  Set<TableName> conditionallyWritten(Set<TableName> tables) throws JMException, IOException {
    Set<TableName> found = new HashSet<>();
    for (TableName table : tables) {
      Long commits = count(table, "CasCommitLatency");
      if (commits != null && commits > 0) {
        found.add(table);
      }
    }
    return found;
  }

  NodeHealth health(Set<TableName> conditionallyWritten, @Nullable SnitchScores snitch)
      throws JMException, IOException {
    return new NodeHealth(
        pendingHints(),
        droppedMutations(),
        CassandraBeans.sum(server, CassandraBeans.DIGEST_MISMATCHES),
        averageWriteBytes(),
        served("Read"),
        served("Write"),
        conditionallyWritten,
        snitch);
  }

  /** Null where the server has none, or no dynamic snitch. */
  @Nullable SnitchScores snitch() throws JMException, IOException {
    if (!(attribute(CassandraBeans.DYNAMIC_SNITCH, "ScoresWithPort") instanceof Map<?, ?> scores)
        || !(attribute(CassandraBeans.DYNAMIC_SNITCH, "BadnessThreshold")
            instanceof Number threshold)) {
      return null;
    }
    Map<String, Double> byAddress = new HashMap<>();
    scores.forEach(
        (address, score) -> {
          if (score instanceof Number known && known.doubleValue() >= 0) {
            NodeAddress.parse(String.valueOf(address))
                .ifPresent(node -> byAddress.put(node.toString(), known.doubleValue()));
          }
        });
    return new SnitchScores(byAddress, Math.max(0, threshold.doubleValue()));
  }

  private @Nullable Long count(TableName table, String measure) throws JMException, IOException {
    return CassandraBeans.count(
        server, CassandraBeans.table(table.keyspace(), table.table(), measure));
  }

  private static long known(@Nullable Long count) {
    return count == null ? TableCounts.UNKNOWN : count;
  }

  private @Nullable Long pendingHints() throws JMException, IOException {
    if (!(attribute(CassandraBeans.HINTS, "PendingHints") instanceof List<?> entries)) {
      return null;
    }
    long files = 0;
    for (Object entry : entries) {
      if (entry instanceof Map<?, ?> hints) {
        files += Long.parseLong(String.valueOf(hints.get("total_files")));
      }
    }
    return files;
  }

  private @Nullable Long droppedMutations() throws JMException, IOException {
    if (!(attribute(CassandraBeans.MESSAGING, "DroppedMessages") instanceof Map<?, ?> verbs)) {
      return null;
    }
    long dropped = 0;
    for (Map.Entry<?, ?> verb : verbs.entrySet()) {
      String name = String.valueOf(verb.getKey());
      if (MUTATIONS.contains(name.endsWith("_REQ") ? name : name + "_REQ")) {
        dropped += ((Number) verb.getValue()).longValue();
      }
    }
    return dropped;
  }

  private @Nullable Double averageWriteBytes() throws JMException, IOException {
    Object mean = attribute(WRITE_SIZE, "Mean");
    return mean instanceof Number bytes && bytes.doubleValue() > 0 ? bytes.doubleValue() : null;
  }

  private Map<Level, Long> served(String kind) throws JMException, IOException {
    Map<Level, Long> served = new EnumMap<>(Level.class);
    for (Level level : Level.values()) {
      Long count = CassandraBeans.count(server, CassandraBeans.served(kind, level));
      if (count != null) {
        served.put(level, count);
      }
    }
    return served;
  }

  private @Nullable Object attribute(ObjectName bean, String attribute)
      throws JMException, IOException {
    try {
      return server.getAttribute(bean, attribute);
    } catch (InstanceNotFoundException | AttributeNotFoundException absent) {
      return null;
    }
  }
}
