package org.quorate.cassandra.jmx;

import java.io.IOException;
import java.util.List;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;
import org.quorate.core.level.Level;

/**
 * Names of Cassandra's beans, and how a count is read from them. Checked against the source of
 * 5.0.9 (package {@code org.apache.cassandra.metrics}) and by trial. All count from the server's
 * start; those of a table, from its creation where that was later. Stateless.
 */
public final class CassandraBeans {
  private static final String METRICS = "org.apache.cassandra.metrics:";

  /** Whose attribute {@code DroppedMessages} has the dropped messages by verb, each once. */
  public static final ObjectName MESSAGING = name("org.apache.cassandra.net:type=MessagingService");

  /** Whose attribute {@code PendingHints} lists the hints kept for other nodes; since 4.1. */
  public static final ObjectName HINTS = name("org.apache.cassandra.hints:type=HintsService");

  /**
   * Whose attribute {@code ScoresWithPort} has the score of each node that this one has asked, by
   * its address, and {@code BadnessThreshold} by how much the nearest one's may be worse; since
   * 4.0, and only while the dynamic snitch is on.
   */
  public static final ObjectName DYNAMIC_SNITCH =
      name("org.apache.cassandra.db:type=DynamicEndpointSnitch");

  /** Whose attribute {@code StartTime} tells when the server was started. */
  public static final ObjectName RUNTIME = name("java.lang:type=Runtime");

  /**
   * Whose counts together are the single-partition reads whose digests differed, under {@code
   * read_repair} {@code BLOCKING} and {@code NONE}; of all tables of the node.
   */
  public static final List<ObjectName> DIGEST_MISMATCHES =
      List.of(
          metric("type=ReadRepair,name=RepairedBlocking"),
          metric("type=ReadRepair,name=ReconcileRead"));

  private CassandraBeans() {}

  /**
   * A measure of one table.
   *
   * @param keyspace as the server keeps it, without quotes
   * @param table likewise
   * @param measure such as {@code ReadLatency}
   */
  public static ObjectName table(String keyspace, String table, String measure) {
    return metric("type=Table,keyspace=" + keyspace + ",scope=" + table + ",name=" + measure);
  }

  /**
   * What a server does with a table when it is told to.
   *
   * @param keyspace as the server keeps it, without quotes
   * @param table likewise
   */
  public static ObjectName operations(String keyspace, String table) {
    return name("org.apache.cassandra.db:type=Tables,keyspace=" + keyspace + ",table=" + table);
  }

  /** What a server does that is of no one table. */
  public static ObjectName service() {
    return name("org.apache.cassandra.db:type=StorageService");
  }

  /**
   * A measure of a coordinator's requests, all tables.
   *
   * @param scope such as {@code Read}
   * @param measure such as {@code Timeouts}
   */
  public static ObjectName requests(String scope, String measure) {
    return metric("type=ClientRequest,scope=" + scope + ",name=" + measure);
  }

  /**
   * Requests that a coordinator finished at this level, successfully or not, all tables.
   *
   * @param kind {@code Read} for single-partition reads, or {@code Write}
   */
  public static ObjectName served(String kind, Level level) {
    return requests(kind + "-" + level, "Latency");
  }

  /** Any other of the server's metrics, by its properties. */
  public static ObjectName metric(String properties) {
    return name(METRICS + properties);
  }

  /** The {@code Count} of a bean, or null where there is no such bean. */
  public static @Nullable Long count(MBeanServerConnection server, ObjectName name)
      throws JMException, IOException {
    try {
      return (Long) server.getAttribute(name, "Count");
    } catch (InstanceNotFoundException absent) {
      return null;
    }
  }

  /** The sum of counts, or null where one of the beans is missing. */
  public static @Nullable Long sum(MBeanServerConnection server, List<ObjectName> names)
      throws JMException, IOException {
    long sum = 0;
    for (ObjectName name : names) {
      Long count = count(server, name);
      if (count == null) {
        return null;
      }
      sum += count;
    }
    return sum;
  }

  private static ObjectName name(String text) {
    try {
      return new ObjectName(text);
    } catch (MalformedObjectNameException e) {
      throw new IllegalArgumentException("\"" + text + "\" cannot name a bean.", e);
    }
  }
}
