package org.quorate.lab.counter;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
import org.quorate.core.level.Level;
import org.quorate.study.result.Counter;

/**
 * Which of Cassandra's own counts each {@link Counter} is, for one table. Checked against the
 * source of 5.0.9 (package {@code org.apache.cassandra.metrics}) and by trial. All count from the
 * server's start; those of a table, from its creation where that was later.
 *
 * <ul>
 *   <li>{@code REPLICA_READS}: {@code Table ReadLatency}, one for each data or digest read that the
 *       replica executed, the second round after a digest mismatch and speculative reads included.
 *   <li>{@code REPLICA_SCANS}: {@code Table RangeLatency}, likewise for range reads.
 *   <li>{@code REPLICA_WRITES}: {@code Table WriteLatency}, one for each mutation applied: by a
 *       client's write, a hint or a read repair.
 *   <li>{@code DIGEST_MISMATCHES}: {@code ReadRepair RepairedBlocking} and {@code ReconcileRead},
 *       one for each single-partition read whose digests differed, under {@code read_repair} {@code
 *       BLOCKING} and {@code NONE}; of all tables of the node.
 *   <li>{@code READ_REPAIRS}: {@code Table ReadRepairRequests}, one for each repair mutation sent
 *       to one replica, those that an impatient coordinator sends in addition not included.
 *   <li>{@code SPECULATIVE_RETRIES}: {@code Table SpeculativeRetries}, at the coordinator.
 *   <li>{@code HINTS}: {@code Storage TotalHints}, one for each replica that a hint was written
 *       for; of all tables.
 *   <li>{@code TIMEOUTS}, {@code UNAVAILABLES}: of {@code ClientRequest} {@code Read}, {@code
 *       Write} and {@code RangeSlice}, at the coordinator, of all tables. The scopes by level
 *       ({@code Read-ONE}) count the same requests once more, so they are left out. A write refused
 *       as overloaded counts as unavailable.
 *   <li>{@code DROPPED_MESSAGES}: the sum of {@code MessagingService.DroppedMessages}, which has
 *       each verb once. The {@code DroppedMessage} beans have nine of the verbs twice, under an old
 *       and a new name.
 * </ul>
 */
final class CassandraMeasures {
  private static final String METRICS = "org.apache.cassandra.metrics:";
  private static final List<String> REQUESTS = List.of("Read", "Write", "RangeSlice");

  /** Whose attribute {@code DroppedMessages} has the dropped messages by verb. */
  static final ObjectName MESSAGING = name("org.apache.cassandra.net:type=MessagingService");

  /** Whose attribute {@code StartTime} tells when the server was started. */
  static final ObjectName RUNTIME = name("java.lang:type=Runtime");

  private CassandraMeasures() {}

  /** The beans whose attribute {@code Count} together make each counter. */
  static Map<Counter, List<ObjectName>> counters(String keyspace, String table) {
    Map<Counter, List<ObjectName>> counters = new EnumMap<>(Counter.class);
    counters.put(Counter.REPLICA_READS, List.of(table(keyspace, table, "ReadLatency")));
    counters.put(Counter.REPLICA_SCANS, List.of(table(keyspace, table, "RangeLatency")));
    counters.put(Counter.REPLICA_WRITES, List.of(table(keyspace, table, "WriteLatency")));
    counters.put(
        Counter.DIGEST_MISMATCHES,
        List.of(
            name(METRICS + "type=ReadRepair,name=RepairedBlocking"),
            name(METRICS + "type=ReadRepair,name=ReconcileRead")));
    counters.put(Counter.READ_REPAIRS, List.of(table(keyspace, table, "ReadRepairRequests")));
    counters.put(
        Counter.SPECULATIVE_RETRIES, List.of(table(keyspace, table, "SpeculativeRetries")));
    counters.put(Counter.HINTS, List.of(name(METRICS + "type=Storage,name=TotalHints")));
    counters.put(Counter.TIMEOUTS, requests("Timeouts"));
    counters.put(Counter.UNAVAILABLES, requests("Unavailables"));
    return counters;
  }

  /** Requests that a coordinator finished at this level, successfully or not, all tables. */
  static ObjectName served(String kind, Level level) {
    return name(METRICS + "type=ClientRequest,scope=" + kind + "-" + level + ",name=Latency");
  }

  private static List<ObjectName> requests(String measure) {
    List<ObjectName> names = new ArrayList<>();
    for (String request : REQUESTS) {
      names.add(name(METRICS + "type=ClientRequest,scope=" + request + ",name=" + measure));
    }
    return List.copyOf(names);
  }

  private static ObjectName table(String keyspace, String table, String measure) {
    return name(
        METRICS + "type=Table,keyspace=" + keyspace + ",scope=" + table + ",name=" + measure);
  }

  private static ObjectName name(String text) {
    try {
      return new ObjectName(text);
    } catch (MalformedObjectNameException e) {
      throw new IllegalArgumentException("\"" + text + "\" cannot name a bean.", e);
    }
  }
}
