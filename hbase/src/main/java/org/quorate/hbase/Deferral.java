package org.quorate.hbase;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncBufferedMutator;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.BufferedMutatorParams;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Table;
import org.jspecify.annotations.Nullable;
import org.quorate.core.quantity.NanosecondTime;
import org.quorate.hbase.deferral.FailureListener;
import org.quorate.hbase.deferral.PendingWrites;
import org.quorate.hbase.destination.AsyncTableTarget;
import org.quorate.hbase.destination.RegionRouting;
import org.quorate.hbase.metric.DeferralMetrics;
import org.quorate.hbase.metric.DeferralTally;
import org.quorate.hbase.session.TableRules;
import org.quorate.hbase.setting.ConfigurationSettings;
import org.quorate.hbase.setting.DeferralSettings;
import org.quorate.hbase.setting.SilentServers;
import org.quorate.hbase.setting.StampSettings;
import org.quorate.hbase.spill.Spill;
import org.quorate.hbase.spill.folder.KeptStamps;
import org.quorate.hbase.spill.folder.LeftFolders;
import org.quorate.hbase.spill.folder.RepeatedDrain;
import org.quorate.hbase.stamp.ClockOffset;
import org.quorate.hbase.stamp.ClusterClocks;
import org.quorate.hbase.stamp.HybridClock;
import org.quorate.hbase.stamp.ProcessStamps;
import org.quorate.hbase.stamp.RowStamps;
import org.quorate.hbase.stamp.StampFloor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deferred updates with a bounded staleness: the way in.
 *
 * <pre>{@code
 * try (Deferral deferral = Deferral.open(connection, DeferralSettings.builder().build());
 *     BufferedMutator mutator = deferral.mutator(TableName.valueOf("readings"))) {
 *   mutator.mutate(new Put(row).addColumn(family, qualifier, value));
 * }
 * }</pre>
 *
 * <p>One for each connection and process: it owns the thread that flushes, the memory for pending
 * writes, and the spill. Thread-safe. Close mutators first, then this, then the connection.
 */
public final class Deferral implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(Deferral.class);

  private final Connection connection;
  private final DeferralSettings settings;
  private final @Nullable PendingWrites writes;
  private final @Nullable Mutators mutators;
  private final @Nullable ClusterClocks clocks;
  private final @Nullable RepeatedDrain drain;
  private final @Nullable KeptStamps kept;
  private final TableRules rules = new TableRules(System::nanoTime);

  /** Where deferral is off, nothing is opened before it is needed. */
  private final FlushConnection flushes;

  private Deferral(
      Connection connection,
      DeferralSettings settings,
      @Nullable PendingWrites writes,
      FlushConnection flushes,
      @Nullable ClusterClocks clocks,
      @Nullable RepeatedDrain drain,
      @Nullable KeptStamps kept) {
    this.connection = connection;
    this.settings = settings;
    this.writes = writes;
    this.mutators = writes == null ? null : new Mutators(connection, settings, writes, rules);
    this.flushes = flushes;
    this.clocks = clocks;
    this.drain = drain;
    this.kept = kept;
  }

  /**
   * As the connection's configuration says; see {@link ConfigurationSettings} for its keys.
   *
   * @throws IllegalArgumentException if the configuration is wrong; the message names the key
   */
  public static Deferral open(Connection connection) throws IOException {
    return open(connection, ConfigurationSettings.read(connection.getConfiguration()));
  }

  /**
   * Opens an asynchronous connection for the flushes, with the configuration and the user of the
   * application's; it is closed with the result.
   *
   * <p>Where writes are to survive a crash, those that an earlier process left in the directory for
   * this cluster are applied first; also where the bound is zero, so that nothing is deferred. What
   * cannot be applied then is tried again in the background.
   *
   * @param connection the application's own; used for reads and for what is not deferred, and not
   *     closed
   * @throws IOException if there is no connection within a minute, the spill cannot be used, or
   *     writes are to be stamped by the servers' clocks and these cannot be measured, which takes
   *     some seconds, ten at most
   */
  public static Deferral open(Connection connection, DeferralSettings settings) throws IOException {
    FlushConnection flushes = FlushConnection.beside(connection);
    try {
      return open(connection, flushes, settings, null, LOG::warn);
    } catch (Throwable failure) {
      close(failure, flushes);
      throw failure;
    }
  }

  /**
   * With an asynchronous connection that the application has already, such as one of another user.
   *
   * @param connection used for reads and for what is not deferred, and not closed
   * @param asynchronous used for flushes, and not closed
   */
  public static Deferral open(
      Connection connection, AsyncConnection asynchronous, DeferralSettings settings)
      throws IOException {
    return open(connection, FlushConnection.of(asynchronous), settings, null, LOG::warn);
  }

  /**
   * With a clock of the application's own, such as one that is kept closer than this machine's.
   * Timestamps are in order within what is opened here, and not with others of this process; where
   * writes are kept in a spill, they begin after those of earlier processes all the same.
   *
   * @param connection used for reads and for what is not deferred, and not closed
   * @param asynchronous used for flushes, and not closed
   * @param clock which stamps writes, in milliseconds since 1970; asked once per write, and may be
   *     set back
   */
  public static Deferral open(
      Connection connection,
      AsyncConnection asynchronous,
      DeferralSettings settings,
      LongSupplier clock)
      throws IOException {
    return open(connection, FlushConnection.of(asynchronous), settings, clock, LOG::warn);
  }

  /**
   * @param given a clock of the application's own, or null
   * @param warned told what people should know before they rely on the bound, and when a clock is
   *     set
   */
  static Deferral open(
      Connection connection,
      FlushConnection flushes,
      DeferralSettings settings,
      @Nullable LongSupplier given,
      Consumer<String> warned)
      throws IOException {
    if (!settings.enabled()) {
      RepeatedDrain drain = SpillOpening.drain(connection, settings);
      return new Deferral(connection, settings, null, flushes, null, drain, null);
    }
    AsyncConnection asynchronous = flushes.get();
    LongSupplier clock = given == null ? System::currentTimeMillis : given;
    SilentServers.warning(asynchronous.getConfiguration(), settings.bound().time())
        .ifPresent(warned);
    boolean byServers = settings.stamps().clock() == StampSettings.Clock.SERVERS;
    ClusterClocks clocks = new ClusterClocks(connection, clock);
    if (byServers) {
      clocks.learn();
    }
    RegionRouting routing = RegionRouting.of(asynchronous);
    // Before the drain, which would hold what earlier processes left and hide it from the bound.
    Spill spill = SpillOpening.open(connection, settings, routing::newestRegion);
    KeptStamps kept = null;
    RepeatedDrain drain = null;
    try {
      LongSupplier shifted = () -> clock.getAsLong() + clocks.shift();
      // Before the drain too, which holds what was left as if its process still ran.
      kept = SpillOpening.stamps(connection, spill, shifted.getAsLong(), warned);
      StampFloor floor = kept == null ? StampFloor.NONE : kept;
      drain = SpillOpening.drain(connection, settings);
      if (byServers) {
        clocks.watch();
      }
      long mostLead = settings.stamps().mostLead().toMillis();
      RowStamps stamps =
          given == null
              ? ProcessStamps.of(cluster(connection)).following(shifted, mostLead, floor)
              : new RowStamps(new HybridClock(shifted, System::nanoTime, warned), mostLead, floor);
      PendingWrites writes =
          new PendingWrites(
              settings,
              new AsyncTableTarget(asynchronous, settings.flush().retryFor().toMillis()),
              routing,
              spill,
              stamps,
              System::nanoTime);
      return new Deferral(connection, settings, writes, flushes, clocks, drain, kept);
    } catch (Throwable failure) {
      close(failure, clocks, spill, drain, kept);
      throw failure;
    }
  }

  /** Closes what nobody else would, since opening failed. */
  private static void close(Throwable failure, @Nullable Closeable... opened) {
    for (Closeable each : opened) {
      try {
        if (each != null) {
          each.close();
        }
      } catch (IOException | RuntimeException e) {
        failure.addSuppressed(e);
      }
    }
  }

  /** A buffered mutator of a table; the stock one where deferral is off. */
  public BufferedMutator mutator(TableName table) throws IOException {
    return mutator(new BufferedMutatorParams(table));
  }

  /**
   * A buffered mutator with a listener for failures. Its write buffer's size and most mutations say
   * when it asks for a flush before that is due; the operation timeout is that of {@code flush()}
   * too; the pool and the timeouts are those of what is sent at once.
   *
   * @throws IllegalArgumentException if the parameters have what deferral cannot keep: request
   *     attributes, a periodic flush shorter than the bound, or another implementation
   * @throws org.apache.hadoop.hbase.DoNotRetryIOException if writes to the table may not be
   *     deferred; it says why
   */
  public BufferedMutator mutator(BufferedMutatorParams params) throws IOException {
    Mutators deferred = mutators;
    return deferred == null ? connection.getBufferedMutator(params) : deferred.mutator(params);
  }

  /**
   * An asynchronous buffered mutator of a table, whose calls wait for nothing; the stock one where
   * deferral is off. Its futures are completed in the common pool when a server has the write, so
   * that an application which waits for each before the next write gains nothing. A write that is
   * refused or not accepted fails its future, and is told nobody else. This call itself may ask the
   * master what the table is like, and wait for a second.
   *
   * @throws org.apache.hadoop.hbase.DoNotRetryIOException if writes to the table may not be
   *     deferred; it says why
   */
  public AsyncBufferedMutator asyncMutator(TableName table) throws IOException {
    Mutators deferred = mutators;
    return deferred == null
        ? flushes.get().getBufferedMutator(table)
        : deferred.async(table, new CompletableFuture<Void>().defaultExecutor());
  }

  /** The same with futures completed in a pool that runs no task on its caller's thread. */
  public AsyncBufferedMutator asyncMutator(TableName table, ExecutorService pool)
      throws IOException {
    Mutators deferred = mutators;
    return deferred == null
        ? flushes.get().getBufferedMutator(table, pool)
        : deferred.async(table, pool);
  }

  /**
   * A session, which reads its own writes while they are pending. What is refused of its writes is
   * thrown by its next write to the table (deferred or sent at once; it is not accepted then, or
   * not sent), its flush or its close, and not by its reads; one of them must come.
   */
  public DeferralSession session() {
    return new DeferralSession(this, writes, rules, null);
  }

  /**
   * A session that may be forgotten without a last call: what is refused of its writes is told at
   * once.
   *
   * <p>Where deferral is off, the stock table throws what is refused, and the listener is never
   * called.
   *
   * @param listener called on a thread of its own; the reasons and the table are in what it is
   *     told. What it throws is logged.
   */
  public DeferralSession session(FailureListener listener) {
    return new DeferralSession(this, writes, rules, listener);
  }

  /** What happened since this was opened. */
  public DeferralMetrics metrics() {
    PendingWrites all = writes;
    return all != null
        ? all.metrics()
        : new DeferralTally(List.of()).metrics(0, Duration.ZERO, 0, 0);
  }

  /**
   * What earlier processes have left in the spill directory and could not be applied yet. That is
   * tried again until this is closed; see {@link RepeatedDrain}. Worth an alarm when it stays:
   * these are accepted writes that no reader sees.
   */
  public LeftFolders leftFolders() {
    RepeatedDrain drains = drain;
    return drains == null ? LeftFolders.NONE : drains.left();
  }

  /** How it was opened. */
  public DeferralSettings settings() {
    return settings;
  }

  /**
   * How far the clocks of the region servers are ahead of this machine's. Watches their reports to
   * the master until every server's was seen to change, some seconds.
   *
   * @param atMost how long to watch
   * @return the range that all of them are in, empty if no report changed in that time
   * @throws IOException if the master does not answer
   */
  public Optional<ClockOffset> serverClocks(Duration atMost) throws IOException {
    ClusterClocks asked =
        clocks == null ? new ClusterClocks(connection, System::currentTimeMillis) : clocks;
    return asked.measure(atMost);
  }

  /**
   * Sends what is pending, waits for it as long as a call may wait for room, and ends.
   *
   * @throws org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException if writes were
   *     given up that nobody has been told of, with the mutations and the reasons
   * @throws IOException if something is left; the message says what becomes of it
   */
  @Override
  public void close() throws IOException {
    close(settings.capacity().blockAtMost());
  }

  /**
   * The same within a time. A thread that is interrupted waits all the same, and is interrupted
   * when it returns.
   *
   * @param atMost how long to wait for servers
   */
  public void close(Duration atMost) throws IOException {
    long deadline = System.nanoTime() + NanosecondTime.of(atMost).toNanos();
    try (Closeable last = this::closeWhenEnded;
        Closeable then = drain == null ? null : () -> drain.close(until(deadline));
        Closeable first = clocks) {
      if (drain != null) {
        drain.end();
      }
      if (mutators != null && writes != null) {
        // What waits for room in a line is not to take all of the time of what is pending.
        writes.ask();
        mutators.close(until(deadline).dividedBy(2));
        writes.close(until(deadline));
      }
    }
  }

  private static Duration until(long deadline) {
    return Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
  }

  private void closeWhenEnded() throws IOException {
    // Who closes second, and waits for less long, leaves it to the first.
    if (writes == null || writes.hasEnded()) {
      if (kept != null) {
        kept.close();
      }
      flushes.close();
    }
  }

  Table stockTable(TableName name) throws IOException {
    return connection.getTable(name);
  }

  /** Its id, or nothing where the connection does not know it. */
  private static String cluster(Connection connection) {
    return Objects.requireNonNullElse(connection.getClusterId(), "");
  }
}
