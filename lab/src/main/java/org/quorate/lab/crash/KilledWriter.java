package org.quorate.lab.crash;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.BufferedMutatorParams;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Table;
import org.jspecify.annotations.Nullable;
import org.quorate.hbase.Deferral;
import org.quorate.hbase.setting.DeferralSettings;
import org.quorate.hbase.spill.CrashDurability;

/**
 * The program of a process that writes until it is killed, some thousand writes a second from each
 * thread, and prints a line for every write whose call has returned.
 */
public final class KilledWriter {
  /** How a line begins that says that a write was accepted. */
  static final String ACCEPTED = "accepted ";

  /** How a line begins that says why there will be no more. */
  static final String FAILED = "failed ";

  /** How a line ends that is whole. */
  static final String END = ".";

  private static final long BETWEEN_WRITES = TimeUnit.MICROSECONDS.toNanos(50);
  private static final long STOCK_BYTES = 12L << 20;
  private static final int FIXED_ARGUMENTS = 6;

  private KilledWriter() {}

  /**
   * @param arguments a {@link WriteBuffer}, the table, the spill directory, the name of the run,
   *     how many milliseconds its clock is ahead, the last write that is known to be accepted of
   *     each thread (-1 for none) with commas between them, and settings of HBase's client as
   *     {@code NAME=VALUE}
   */
  public static void main(String[] arguments) throws Exception {
    WriteBuffer buffer = WriteBuffer.valueOf(arguments[0]);
    TableName table = TableName.valueOf(arguments[1]);
    Path spill = Path.of(arguments[2]);
    String run = arguments[3];
    long aheadMillis = Long.parseLong(arguments[4]);
    String[] accepted = arguments[5].split(",", -1);
    Configuration configuration = HBaseConfiguration.create();
    for (String setting : Arrays.asList(arguments).subList(FIXED_ARGUMENTS, arguments.length)) {
      int equals = setting.indexOf('=');
      configuration.set(setting.substring(0, equals), setting.substring(equals + 1));
    }
    Connection connection = ConnectionFactory.createConnection(configuration);
    Deferral deferral = deferral(buffer, connection, spill, aheadMillis);
    for (int thread = 0; thread < accepted.length; thread++) {
      BufferedMutator mutator =
          deferral == null
              ? connection.getBufferedMutator(
                  new BufferedMutatorParams(table).writeBufferSize(STOCK_BYTES))
              : deferral.mutator(table);
      Table rows = deferral == null ? connection.getTable(table) : deferral.session().table(table);
      ScriptedWrite first =
          new ScriptedWrite(run, thread, Long.parseLong(accepted[thread]) + 1).resumed();
      new Thread(() -> write(mutator, rows, first), "writer-" + thread).start();
    }
  }

  /** Arguments of {@link #main}. */
  static List<String> arguments(
      WriteBuffer buffer,
      TableName table,
      Path spill,
      String run,
      long aheadMillis,
      AcceptedWrites accepted) {
    return List.of(
        buffer.name(),
        table.getNameAsString(),
        spill.toString(),
        run,
        Long.toString(aheadMillis),
        IntStream.range(0, accepted.threads())
            .mapToObj(thread -> Long.toString(accepted.last(thread)))
            .collect(Collectors.joining(",")));
  }

  private static @Nullable Deferral deferral(
      WriteBuffer buffer, Connection connection, Path spill, long aheadMillis) throws Exception {
    CrashDurability durability = buffer.durability().orElse(null);
    if (durability == null) {
      return null;
    }
    DeferralSettings.Builder settings = DeferralSettings.builder();
    if (buffer.spills()) {
      settings.survive(durability, spill);
    }
    return Deferral.open(
        connection,
        ConnectionFactory.createAsyncConnection(connection.getConfiguration()).get(),
        settings.build(),
        () -> System.currentTimeMillis() + aheadMillis);
  }

  private static void write(BufferedMutator mutator, Table rows, ScriptedWrite first) {
    try {
      for (long number = first.number(); true; number++) {
        new ScriptedWrite(first.run(), first.thread(), number)
            .write(mutator, rows, number == first.number());
        say(ACCEPTED + first.thread() + " " + number);
        LockSupport.parkNanos(BETWEEN_WRITES);
      }
    } catch (IOException | RuntimeException e) {
      say(FAILED + first.thread() + " " + e);
    }
  }

  /** One call of the system, so that a line is in the pipe whole or not at all. */
  private static void say(String line) {
    byte[] bytes = (line + END + "\n").getBytes(StandardCharsets.UTF_8);
    synchronized (System.out) {
      System.out.write(bytes, 0, bytes.length);
      System.out.flush();
    }
  }
}
