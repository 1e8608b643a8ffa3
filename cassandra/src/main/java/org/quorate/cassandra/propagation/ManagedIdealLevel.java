package org.quorate.cassandra.propagation;

import java.io.IOException;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.RuntimeMBeanException;
import org.quorate.cassandra.jmx.CassandraBeans;
import org.quorate.cassandra.jmx.ManagementConnection;
import org.quorate.core.level.Level;

/**
 * The ideal consistency level of one server over JMX. The exact sums are the counters {@code
 * IdealCLWriteTotalLatency} of the keyspace and {@code TotalLatency} of {@code ClientRequest
 * Write-LEVEL}, in microseconds, beside the counts of the timers of the same names without {@code
 * Total} (checked against the source of 5.0.9, {@code LatencyMetrics}). The second is about all
 * keyspaces.
 */
final class ManagedIdealLevel implements IdealLevelServer {
  private static final String STORAGE_PROXY = "org.apache.cassandra.db:type=StorageProxy";
  private static final String LEVEL = "IdealConsistencyLevel";
  private static final String SET = "setIdealConsistencyLevel";

  private final ManagementConnection connection;
  private final String keyspace;
  private final Level writeLevel;

  /**
   * @param connection closed with this
   * @param keyspace without quotes
   * @param writeLevel at which the application writes
   */
  ManagedIdealLevel(ManagementConnection connection, String keyspace, Level writeLevel) {
    this.connection = connection;
    this.keyspace = keyspace;
    this.writeLevel = writeLevel;
  }

  @Override
  public long startedAt() throws IOException {
    return connection.ask(
        server -> (long) server.getAttribute(CassandraBeans.RUNTIME, "StartTime"));
  }

  @Override
  public String idealLevel() throws IOException {
    return connection.ask(ManagedIdealLevel::level);
  }

  private static String level(MBeanServerConnection server) throws JMException, IOException {
    return (String) server.getAttribute(new ObjectName(STORAGE_PROXY), LEVEL);
  }

  @Override
  public void setIdealLevel(String wanted) throws IOException {
    String inForce =
        connection.ask(
            server -> {
              try {
                server.invoke(
                    new ObjectName(STORAGE_PROXY),
                    SET,
                    new Object[] {wanted},
                    new String[] {String.class.getName()});
              } catch (RuntimeMBeanException failedToAnswer) {
                // Where there was no level before, 5.0.9 sets the new one and then fails to tell
                // the old one; whether it has been set is asked next.
                if (!(failedToAnswer.getTargetException() instanceof NullPointerException)) {
                  throw new IOException("The server did not take the level.", failedToAnswer);
                }
              }
              return level(server);
            });
    if (!wanted.equals(inForce)) {
      throw new IOException(
          "The ideal consistency level was set to " + wanted + ", but it is " + inForce + ".");
    }
  }

  @Override
  public WriteTotals totals() throws IOException {
    return connection.ask(
        server ->
            new WriteTotals(
                count(server, ideal("IdealCLWriteLatency")),
                count(server, ideal("IdealCLWriteTotalLatency")),
                count(server, CassandraBeans.served("Write", writeLevel)),
                count(server, CassandraBeans.requests("Write-" + writeLevel, "TotalLatency")),
                count(server, ideal("WriteFailedIdealCL"))));
  }

  private ObjectName ideal(String measure) {
    return CassandraBeans.metric("type=Keyspace,keyspace=" + keyspace + ",name=" + measure);
  }

  private static long count(MBeanServerConnection server, ObjectName name)
      throws JMException, IOException {
    Long count = CassandraBeans.count(server, name);
    if (count == null) {
      throw new IOException("The server has no bean " + name + ".");
    }
    return count;
  }

  @Override
  public void close() {
    connection.close();
  }
}
