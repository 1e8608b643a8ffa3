package org.quorate.ycsb;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.quorate.core.level.Level;
import org.quorate.lab.store.cassandra.ConnectionSettings;
import org.quorate.lab.store.cassandra.TableLayout;

/**
 * What the binding takes from YCSB's properties. Those of stock YCSB's own Cassandra binding have
 * its names and defaults; Quorate's own begin with {@code quorate.}.
 *
 * @param layout keyspace {@code cassandra.keyspace} ({@code ycsb}), table {@code table} ({@code
 *     usertable}), {@code fieldcount} (10) fields named {@code fieldnameprefix} ({@code field})
 * @param readLevel {@code cassandra.readconsistencylevel} (QUORUM), of reads and scans
 * @param writeLevel {@code cassandra.writeconsistencylevel} (QUORUM)
 * @param threads {@code threadcount} (1)
 * @param replicationFactor {@code quorate.replicationfactor}: keyspace and table are created with
 *     it, in every data centre, where they do not exist; 0 where it is not given
 * @param history {@code quorate.history}: the file to record every read and write in, or null
 */
record BindingSettings(
    ConnectionSettings connection,
    TableLayout layout,
    Level readLevel,
    Level writeLevel,
    int threads,
    int replicationFactor,
    @Nullable Path history) {
  static final String HOSTS = "hosts";
  static final String PORT = "port";
  static final String KEYSPACE = "cassandra.keyspace";
  static final String READ_LEVEL = "cassandra.readconsistencylevel";
  static final String WRITE_LEVEL = "cassandra.writeconsistencylevel";
  static final String DRIVER_CONFIGURATION = "quorate.driverconfiguration";
  static final String LOCAL_DATA_CENTER = "quorate.localdatacenter";
  static final String REPLICATION_FACTOR = "quorate.replicationfactor";

  private static final int MAXIMUM_PORT = 65_535;

  /**
   * Reads the properties.
   *
   * @throws IllegalArgumentException when one is missing or not valid; the message names it
   */
  static BindingSettings of(Properties properties) {
    PropertyReader reader = new PropertyReader(properties);
    Path configuration = reader.path(DRIVER_CONFIGURATION);
    List<InetSocketAddress> hosts =
        hosts(properties.getProperty(HOSTS, ""), reader.count(PORT, 9042, 1, MAXIMUM_PORT));
    if (hosts.isEmpty() && configuration == null) {
      throw new IllegalArgumentException(
          "The property " + HOSTS + " is missing; give Cassandra's addresses, divided by commas.");
    }
    String prefix = properties.getProperty("fieldnameprefix", "field");
    int fields = reader.count("fieldcount", 10, 1, 10_000);
    return new BindingSettings(
        ConnectionSettings.of(hosts, configuration)
            .withLocalDataCenter(properties.getProperty(LOCAL_DATA_CENTER)),
        new TableLayout(
            properties.getProperty(KEYSPACE, TableLayout.DEFAULT_KEYSPACE),
            properties.getProperty("table", "usertable"),
            IntStream.range(0, fields).mapToObj(i -> prefix + i).toList()),
        level(properties, READ_LEVEL),
        level(properties, WRITE_LEVEL),
        reader.count("threadcount", 1, 1, Integer.MAX_VALUE),
        reader.count(REPLICATION_FACTOR, 0, 0, 100),
        reader.path(RunHistory.PROPERTY));
  }

  private static List<InetSocketAddress> hosts(String text, int port) {
    List<InetSocketAddress> hosts = new ArrayList<>();
    for (String part : text.split(",", -1)) {
      String host = part.strip();
      if (!host.isEmpty()) {
        hosts.add(new InetSocketAddress(host, port));
      }
    }
    return hosts;
  }

  private static Level level(Properties properties, String name) {
    String text = properties.getProperty(name, Level.QUORUM.name()).strip();
    try {
      return Level.valueOf(text.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "The property "
              + name
              + " is "
              + text
              + ", which is not a level; use one of "
              + Arrays.toString(Level.values())
              + ".",
          e);
    }
  }
}
