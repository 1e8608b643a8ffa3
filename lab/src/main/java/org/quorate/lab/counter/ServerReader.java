package org.quorate.lab.counter;

import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import org.quorate.cassandra.jmx.CassandraBeans;
import org.quorate.cassandra.jmx.ManagementConnection;
import org.quorate.core.level.Level;
import org.quorate.study.result.Counter;

/** Reads one server's counts over JMX. Keeps its connection. Calls may block. */
final class ServerReader implements AutoCloseable {
  private final ManagementConnection connection;
  private final Map<Counter, List<ObjectName>> counters;

  ServerReader(ManagementConnection connection, String keyspace, String table) {
    this.connection = connection;
    this.counters = CassandraMeasures.counters(keyspace, table);
  }

  /**
   * Reads all counts; where the connection of an earlier reading is broken, over a new one.
   *
   * @throws IOException when the server does not answer
   */
  ServerReading read() throws IOException {
    try {
      return connection.ask(this::read);
    } catch (RuntimeException e) {
      throw new IOException("The server's counts cannot be read.", e);
    }
  }

  private ServerReading read(MBeanServerConnection server) throws JMException, IOException {
    long startedAt = (long) server.getAttribute(CassandraBeans.RUNTIME, "StartTime");
    Map<Counter, Long> counts = new EnumMap<>(Counter.class);
    for (Map.Entry<Counter, List<ObjectName>> counter : counters.entrySet()) {
      Long sum = CassandraBeans.sum(server, counter.getValue());
      if (sum != null) {
        counts.put(counter.getKey(), sum);
      }
    }
    counts.put(Counter.DROPPED_MESSAGES, dropped(server));
    return new ServerReading(
        startedAt, counts, new LevelsServed(served(server, "Read"), served(server, "Write")));
  }

  private static long dropped(MBeanServerConnection server) throws JMException, IOException {
    Map<?, ?> byVerb = (Map<?, ?>) server.getAttribute(CassandraBeans.MESSAGING, "DroppedMessages");
    return byVerb.values().stream().mapToLong(count -> ((Number) count).longValue()).sum();
  }

  private static Map<Level, Long> served(MBeanServerConnection server, String kind)
      throws JMException, IOException {
    Map<Level, Long> served = new EnumMap<>(Level.class);
    for (Level level : Level.values()) {
      Long count = CassandraBeans.count(server, CassandraBeans.served(kind, level));
      if (count != null) {
        served.put(level, count);
      }
    }
    return served;
  }

  @Override
  public void close() {
    connection.close();
  }
}
