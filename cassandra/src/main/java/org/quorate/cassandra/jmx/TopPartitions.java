package org.quorate.cassandra.jmx;

import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.management.AttributeNotFoundException;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.RuntimeMBeanException;
import javax.management.openmbean.CompositeData;

/**
 * The partitions of one table that replicas have read most for some time, as their own samplers
 * count ({@code READS}, what {@code nodetool toppartitions} shows; alike in Cassandra 4.0, 4.1 and
 * 5.0). A sampler counts {@value #CAPACITY} partitions by the Space-Saving algorithm (Metwally,
 * Agrawal and El Abbadi, ICDT 2005); its counts are taken less their errors here, so that they are
 * those that a partition has at least. It drops what it cannot keep up with, and does not count
 * reads that found nothing. Immutable.
 *
 * @param reads of single partitions that the replicas executed meanwhile, whatever they found
 * @param counts of reads, by the partition's key as the server writes it: {@value #TOLD} of each
 *     replica, at most
 */
public record TopPartitions(long reads, Map<String, Long> counts) {
  /** Of no replica. */
  public static final TopPartitions NONE = new TopPartitions(0, Map.of());

  private static final String SAMPLER = "READS";
  private static final int CAPACITY = 1_024;
  private static final int TOLD = 128;

  public TopPartitions {
    counts = Map.copyOf(counts);
  }

  /**
   * What a server samples by a schedule, as {@code nodetool profileload --interval} has it: of
   * which a sampling by anybody else would take the counts, or which would never be begun again.
   * Empty where there is none, or where the server knows no schedules.
   */
  public static List<String> scheduled(MBeanServerConnection server)
      throws JMException, IOException {
    try {
      return server.getAttribute(CassandraBeans.service(), "SampleTasks") instanceof List<?> tasks
          ? tasks.stream().map(String::valueOf).toList()
          : List.of();
    } catch (AttributeNotFoundException | InstanceNotFoundException older) {
      return List.of();
    }
  }

  /**
   * Has a server begin to sample.
   *
   * @param longest after which it counts no more, if it is not {@linkplain #finish finished}
   *     before; in 5.0 each read costs as before until it is
   * @return false where it does so already for somebody else
   * @throws JMException if the server has no such table or sampler
   * @throws SecurityException if the login may read, and not call
   */
  public static boolean begin(
      MBeanServerConnection server, String keyspace, String table, Duration longest)
      throws JMException, IOException {
    try {
      server.invoke(
          bean(keyspace, table),
          "beginLocalSampling",
          new Object[] {SAMPLER, CAPACITY, (int) longest.toMillis()},
          new String[] {String.class.getName(), int.class.getName(), int.class.getName()});
      return true;
    } catch (RuntimeMBeanException refused) {
      if (String.valueOf(refused.getTargetException().getMessage()).contains("in progress")) {
        return false;
      }
      throw new JMException(String.valueOf(refused.getTargetException()));
    }
  }

  /**
   * Ends a sampling that {@link #begin} began.
   *
   * @param reads of the table that this server executed meanwhile
   */
  public static TopPartitions finish(
      MBeanServerConnection server, String keyspace, String table, long reads)
      throws JMException, IOException {
    Object told =
        server.invoke(
            bean(keyspace, table),
            "finishLocalSampling",
            new Object[] {SAMPLER, TOLD},
            new String[] {String.class.getName(), int.class.getName()});
    Map<String, Long> counts = new HashMap<>();
    if (told instanceof List<?> partitions) {
      for (Object each : partitions) {
        if (each instanceof CompositeData data
            && data.get("count") instanceof Long count
            && data.get("error") instanceof Long error
            && count > error) {
          counts.merge(String.valueOf(data.get("value")), count - error, Long::sum);
        }
      }
    }
    return new TopPartitions(Math.max(0, reads), counts);
  }

  private static ObjectName bean(String keyspace, String table) {
    return CassandraBeans.operations(keyspace, table);
  }

  /** Those of two replicas, or of several. */
  public TopPartitions plus(TopPartitions other) {
    Map<String, Long> sums = new HashMap<>(counts);
    other.counts.forEach((partition, count) -> sums.merge(partition, count, Long::sum));
    return new TopPartitions(reads + other.reads, sums);
  }
}
