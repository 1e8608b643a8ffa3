package org.quorate.lab.crash;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.BufferedMutatorParams;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
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
  private static final int FIXED_ARGUMENTS = 5;

  private KilledWriter() {}

  /**
   * @param arguments a {@link WriteBuffer}, the table, the spill directory, the name of the run,
   *     the number of threads, and settings of HBase's client as {@code NAME=VALUE}
   */
  public static void main(String[] arguments) throws IOException {
    WriteBuffer buffer = WriteBuffer.valueOf(arguments[0]);
    TableName table = TableName.valueOf(arguments[1]);
    Path spill = Path.of(arguments[2]);
    String run = arguments[3];
    int threads = Integer.parseInt(arguments[4]);
    Configuration configuration = HBaseConfiguration.create();
    for (String setting : Arrays.asList(arguments).subList(FIXED_ARGUMENTS, arguments.length)) {
      int equals = setting.indexOf('=');
      configuration.set(setting.substring(0, equals), setting.substring(equals + 1));
    }
    Connection connection = ConnectionFactory.createConnection(configuration);
    Deferral deferral = deferral(buffer, connection, spill);
    for (int thread = 0; thread < threads; thread++) {
      BufferedMutator mutator =
          deferral == null
              ? connection.getBufferedMutator(
                  new BufferedMutatorParams(table).writeBufferSize(STOCK_BYTES))
              : deferral.mutator(table);
      int index = thread;
      new Thread(() -> write(mutator, run, index), "writer-" + thread).start();
    }
  }

  /** Arguments of {@link #main}. */
  static List<String> arguments(
      WriteBuffer buffer, TableName table, Path spill, String run, int threads) {
    return List.of(
        buffer.name(), table.getNameAsString(), spill.toString(), run, Integer.toString(threads));
  }

  private static @Nullable Deferral deferral(WriteBuffer buffer, Connection connection, Path spill)
      throws IOException {
    CrashDurability durability = buffer.durability().orElse(null);
    if (durability == null) {
      return null;
    }
    DeferralSettings.Builder settings = DeferralSettings.builder();
    if (buffer.spills()) {
      settings.survive(durability, spill);
    }
    return Deferral.open(connection, settings.build());
  }

  private static void write(BufferedMutator mutator, String run, int thread) {
    try {
      for (long number = 0; true; number++) {
        mutator.mutate(new ScriptedWrite(run, thread, number).mutation());
        say(ACCEPTED + thread + " " + number);
        LockSupport.parkNanos(BETWEEN_WRITES);
      }
    } catch (IOException | RuntimeException e) {
      say(FAILED + thread + " " + e);
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
