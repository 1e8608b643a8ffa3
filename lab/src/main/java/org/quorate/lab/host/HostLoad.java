package org.quorate.lab.host;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.quorate.core.schedule.ArrivalProcess;
import org.quorate.core.workload.KeySequence;
import org.quorate.core.workload.OperationStream;
import org.quorate.core.workload.Workload;
import org.quorate.lab.store.LaneStores;
import org.quorate.lab.time.SystemTime;
import org.quorate.load.Levels;
import org.quorate.load.LoadDriver;
import org.quorate.load.LoadOutcome;
import org.quorate.load.LoadPlan;
import org.quorate.load.OperationSource;
import org.quorate.load.history.LaneHistory;
import org.quorate.load.store.VersionClock;

/** One load of a load host: prepared, then driven once. Used by one thread. */
final class HostLoad implements AutoCloseable {
  private static final Duration DRAIN = Duration.ofSeconds(20);
  private static final long TELL_MILLIS = 100;

  private final HostMessage.Prepare asked;
  private final MessageLines messages;
  private final LaneStores stores;
  private final List<OperationSource> sources = new ArrayList<>();
  private final List<StreamedHistory> histories = new ArrayList<>();
  private final KeySequence keys;

  private HostLoad(
      HostMessage.Prepare asked, MessageLines messages, LaneStores stores, KeySequence keys) {
    this.asked = asked;
    this.messages = messages;
    this.stores = stores;
    this.keys = keys;
  }

  /**
   * Does all that takes a while.
   *
   * @param workload that was asked for
   * @param keys numbers of the rows that this host inserts into the table
   * @throws IOException when the table cannot be reached
   */
  static HostLoad prepare(
      HostMessage.Prepare asked,
      Workload workload,
      KeySequence keys,
      HostStores stores,
      MessageLines messages)
      throws IOException {
    LaneStores opened =
        stores.open(
            asked.contactPoints(),
            asked.localDataCenter(),
            new HostTable(asked.keyspace(), asked.table()),
            workload,
            asked.lanes());
    HostLoad load = new HostLoad(asked, messages, opened, keys);
    for (int lane = 0; lane < asked.lanes(); lane++) {
      OperationStream stream = workload.stream(asked.seed(), asked.firstLane() + lane, keys);
      load.sources.add(limited(stream, share(asked.operations(), lane, asked.lanes())));
      load.histories.add(new StreamedHistory(messages));
    }
    return load;
  }

  private static long share(long operations, int lane, int lanes) {
    return operations / lanes + (lane < operations % lanes ? 1 : 0);
  }

  private static OperationSource limited(OperationStream stream, long operations) {
    long[] left = {operations};
    return () -> left[0]-- > 0 ? stream.next() : null;
  }

  /** Drives the load, and tells all of it. */
  void drive(HostMessage.Begin begin, VersionClock versions)
      throws IOException, InterruptedException {
    Thread teller = new Thread(this::tellNowAndThen, "load-host-history");
    teller.setDaemon(true);
    teller.start();
    try {
      LoadOutcome outcome =
          new LoadDriver(stores, versions, new SystemTime())
              .drive(plan(), begin.atNanos(), at -> tell(new HostMessage.Begun(at)), this::tell);
      histories.forEach(StreamedHistory::tell);
      messages.write(new HostMessage.Over(HostOutcome.of(outcome)));
    } finally {
      teller.interrupt();
    }
  }

  private LoadPlan plan() {
    String arrivals = asked.arrivals();
    return new LoadPlan(
        asked.lanes(),
        sources::get,
        arrivals == null
            ? new LoadPlan.Closed(asked.clients(), asked.targetPerSecond())
            : open(ArrivalProcess.parse(arrivals)),
        Levels.fixed(asked.read(), asked.write()),
        keys::acknowledge,
        Duration.ofNanos(asked.durationNanos()),
        DRAIN,
        LoadPlan.PATIENCE,
        lane -> asked.history() ? histories.get(lane) : LaneHistory.none());
  }

  private LoadPlan.Open open(ArrivalProcess process) {
    return new LoadPlan.Open(
        lane ->
            process.schedule(asked.seed(), asked.firstLane() + lane, asked.allLanes(), List.of()),
        asked.clients(),
        process.steps().stream().map(ArrivalProcess.Step::duration).toList());
  }

  private void tell(LoadOutcome.Second second) {
    tell(
        new HostMessage.Passed(
            second.second(),
            second.isWhole(),
            second.ok(),
            second.failed(),
            second.responseP50(),
            second.responseP99()));
  }

  private void tell(HostMessage message) {
    try {
      messages.write(message);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A coordinator that loses this host has what was told, so that it is not kept for long. */
  private void tellNowAndThen() {
    try {
      while (true) {
        TimeUnit.MILLISECONDS.sleep(TELL_MILLIS);
        histories.forEach(StreamedHistory::tell);
      }
    } catch (InterruptedException | UncheckedIOException over) {
      // The load is over, or nobody listens any more, which the load notices too.
    }
  }

  @Override
  public void close() {
    stores.close();
  }
}
