package org.quorate.lab.counter;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import javax.management.ObjectName;
import org.quorate.cassandra.jmx.CassandraBeans;
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
 *   <li>{@code COORDINATED}: {@code Latency} of the requests below; the driver's own few questions
 *       to system tables are among them.
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
  private static final List<String> REQUESTS = List.of("Read", "Write", "RangeSlice");

  private CassandraMeasures() {}

  /** The beans whose attribute {@code Count} together make each counter. */
  static Map<Counter, List<ObjectName>> counters(String keyspace, String table) {
    Map<Counter, List<ObjectName>> counters = new EnumMap<>(Counter.class);
    counters.put(
        Counter.REPLICA_READS, List.of(CassandraBeans.table(keyspace, table, "ReadLatency")));
    counters.put(
        Counter.REPLICA_SCANS, List.of(CassandraBeans.table(keyspace, table, "RangeLatency")));
    counters.put(
        Counter.REPLICA_WRITES, List.of(CassandraBeans.table(keyspace, table, "WriteLatency")));
    counters.put(Counter.COORDINATED, requests("Latency"));
    counters.put(Counter.DIGEST_MISMATCHES, CassandraBeans.DIGEST_MISMATCHES);
    counters.put(
        Counter.READ_REPAIRS, List.of(CassandraBeans.table(keyspace, table, "ReadRepairRequests")));
    counters.put(
        Counter.SPECULATIVE_RETRIES,
        List.of(CassandraBeans.table(keyspace, table, "SpeculativeRetries")));
    counters.put(Counter.HINTS, List.of(CassandraBeans.metric("type=Storage,name=TotalHints")));
    counters.put(Counter.TIMEOUTS, requests("Timeouts"));
    counters.put(Counter.UNAVAILABLES, requests("Unavailables"));
    return counters;
  }

  private static List<ObjectName> requests(String measure) {
    List<ObjectName> names = new ArrayList<>();
    for (String request : REQUESTS) {
      names.add(CassandraBeans.requests(request, measure));
    }
    return List.copyOf(names);
  }
}
