package org.quorate.lab.crash;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.quorate.hbase.spill.ConnectionTarget;
import org.quorate.hbase.spill.DrainSettings;
import org.quorate.hbase.spill.FolderDrain;
import org.quorate.hbase.spill.folder.SpillDirectory;

/**
 * Has processes write and kills them, drains what they left behind, and reads back what they had
 * accepted. Trials of one table may follow each other; each needs a name of its own.
 */
public final class KillTrial {
  private static final int THREADS = 4;

  /** With a process that has to start, and to find its table. */
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final Connection connection;
  private final Map<String, String> clientProperties;
  private final TableName table;
  private final Path directory;
  private final String classPath;

  /**
   * @param connection reads back and drains; stays the caller's
   * @param clientProperties settings by which the process finds the cluster
   * @param table one that {@link #createTable} made
   * @param directory where spills, and what the processes write to standard error, are put
   * @param classPath of the process, with this class and HBase's client
   */
  public KillTrial(
      Connection connection,
      Map<String, String> clientProperties,
      TableName table,
      Path directory,
      String classPath) {
    this.connection = connection;
    this.clientProperties = Map.copyOf(clientProperties);
    this.table = table;
    this.directory = directory;
    this.classPath = classPath;
  }

  /** Makes a table of three regions that trials write to. */
  public static void createTable(Connection connection, TableName table) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(table)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of(ScriptedWrite.FAMILY))
              .build(),
          new byte[][] {Bytes.toBytes("55"), Bytes.toBytes("aa")});
    }
  }

  /**
   * One trial of one process or several, each of which finds what the one before left behind, and
   * goes on with the same rows.
   *
   * @param buffer where writes wait
   * @param run names the trial: letters, digits and hyphens
   * @param ahead by how much the processes' clock is ahead of this machine's, which may be negative
   * @param after how long after its first accepted write each process is killed
   * @throws IOException if a process did not start, failed, or ended by itself, or the servers do
   *     not answer
   */
  public KillOutcome run(WriteBuffer buffer, String run, Duration ahead, List<Duration> after)
      throws IOException, InterruptedException {
    Files.createDirectories(directory);
    Path spill = directory.resolve("spill-" + run);
    Path log = directory.resolve("writer-" + run + ".log");
    AcceptedWrites accepted = new AcceptedWrites(THREADS);
    Duration lived = Duration.ZERO;
    for (Duration each : after) {
      List<String> arguments =
          KilledWriter.arguments(buffer, table, spill, run, ahead.toMillis(), accepted);
      accepted = new AcceptedWrites(accepted);
      lived = lived.plus(new Kill(PATIENCE, each).of(start(arguments, log), accepted, log));
    }
    return readBack(buffer, run, after.size(), spill, lived, accepted);
  }

  private KillOutcome readBack(
      WriteBuffer buffer,
      String run,
      int kills,
      Path spill,
      Duration lived,
      AcceptedWrites accepted)
      throws IOException {
    try (Table rows = connection.getTable(table)) {
      ReadBack servers = new ReadBack(rows, run);
      long unsent = servers.missing(accepted);
      List<String> notes = new ArrayList<>();
      long applied = 0;
      if (buffer.spills()) {
        for (FolderDrain drained :
            SpillDirectory.at(spill)
                .drain(new ConnectionTarget(connection), DrainSettings.usual())) {
          applied += drained.applied();
          notes.addAll(drained.notes());
          if (drained.outcome() != FolderDrain.Outcome.DRAINED) {
            notes.add(drained.folder() + ": " + drained.outcome());
          }
        }
      }
      return new KillOutcome(
          buffer,
          kills,
          lived,
          accepted.count(),
          unsent,
          applied,
          servers.missing(accepted),
          notes);
    }
  }

  private Process start(List<String> arguments, Path log) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx256m", "-XX:TieredStopAtLevel=1"));
    // ZooKeeper's client would ask the machine's name service for the names of addresses.
    command.add("-Dzookeeper.sasl.client=false");
    command.addAll(List.of("-cp", classPath, KilledWriter.class.getName()));
    command.addAll(arguments);
    clientProperties.forEach((name, value) -> command.add(name + "=" + value));
    return new ProcessBuilder(command)
        .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
        .start();
  }
}
