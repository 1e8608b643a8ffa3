package org.quorate.lab.counter;

import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import org.jspecify.annotations.Nullable;
import org.quorate.core.level.Level;
import org.quorate.study.result.Counter;

/** Reads one server's counts over JMX. Keeps its connection. Not thread-safe; calls may block. */
final class ManagementConnection implements AutoCloseable {
  private final int port;
  private final Map<Counter, List<ObjectName>> counters;
  private @Nullable JMXConnector connector;

  ManagementConnection(int port, String keyspace, String table) {
    this.port = port;
    this.counters = CassandraMeasures.counters(keyspace, table);
  }

  /**
   * Reads all counts; where the connection of an earlier reading is broken, over a new one.
   *
   * @throws IOException when the server does not answer
   */
  ServerReading read() throws IOException {
    if (connector != null) {
      try {
        return read(connector.getMBeanServerConnection());
      } catch (IOException broken) {
        close();
      }
    }
    connector = connect();
    return read(connector.getMBeanServerConnection());
  }

  @SuppressWarnings("BanJNDI") // The other side is a process that the lab itself started.
  private JMXConnector connect() throws IOException {
    return JMXConnectorFactory.connect(
        new JMXServiceURL("service:jmx:rmi:///jndi/rmi://127.0.0.1:" + port + "/jmxrmi"));
  }

  private ServerReading read(MBeanServerConnection server) throws IOException {
    try {
      long startedAt = (long) server.getAttribute(CassandraMeasures.RUNTIME, "StartTime");
      Map<Counter, Long> counts = new EnumMap<>(Counter.class);
      for (Map.Entry<Counter, List<ObjectName>> counter : counters.entrySet()) {
        Long sum = sum(server, counter.getValue());
        if (sum != null) {
          counts.put(counter.getKey(), sum);
        }
      }
      counts.put(Counter.DROPPED_MESSAGES, dropped(server));
      return new ServerReading(
          startedAt, counts, new LevelsServed(served(server, "Read"), served(server, "Write")));
    } catch (JMException | RuntimeException e) {
      throw new IOException("The server's counts cannot be read.", e);
    }
  }

  private static @Nullable Long sum(MBeanServerConnection server, List<ObjectName> names)
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

  private static @Nullable Long count(MBeanServerConnection server, ObjectName name)
      throws JMException, IOException {
    try {
      return (Long) server.getAttribute(name, "Count");
    } catch (InstanceNotFoundException absent) {
      return null;
    }
  }

  private static long dropped(MBeanServerConnection server) throws JMException, IOException {
    Map<?, ?> byVerb =
        (Map<?, ?>) server.getAttribute(CassandraMeasures.MESSAGING, "DroppedMessages");
    return byVerb.values().stream().mapToLong(count -> ((Number) count).longValue()).sum();
  }

  private static Map<Level, Long> served(MBeanServerConnection server, String kind)
      throws JMException, IOException {
    Map<Level, Long> served = new EnumMap<>(Level.class);
    for (Level level : Level.values()) {
      Long count = count(server, CassandraMeasures.served(kind, level));
      if (count != null) {
        served.put(level, count);
      }
    }
    return served;
  }

  @Override
  public void close() {
    JMXConnector open = connector;
    connector = null;
    if (open != null) {
      try {
        open.close();
      } catch (IOException gone) {
        // The server has ended, and the connection with it.
      }
    }
  }
}
