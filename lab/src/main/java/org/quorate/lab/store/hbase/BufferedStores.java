package org.quorate.lab.store.hbase;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.quorate.lab.store.AcknowledgedWrites;
import org.quorate.lab.store.LaneStores;
import org.quorate.load.store.DeferredWrites;
import org.quorate.load.store.Store;
import org.quorate.study.result.ReadBackResult;

/**
 * The clients of one run whose writes are kept back, each with a store of its own, and what is
 * known of their writes.
 */
final class BufferedStores implements LaneStores {
  /** How long after the last acknowledgement writes are still looked for. */
  private static final long LAST_LOOKS = TimeUnit.SECONDS.toNanos(2);

  private final List<? extends Store> lanes;
  private final WriteCounts counts;
  private final AcknowledgedWrites acknowledged;
  private final @Nullable ReadBack readBack;
  private final VisibilityProbe probe;
  private final List<Closeable> shared;
  private final @Nullable Duration bound;
  private final List<String> notes;

  /**
   * @param lanes closed with this
   * @param acknowledged what is told of their writes
   * @param readBack looks for it; null where nobody will ask
   * @param probe closed with this, and first
   * @param shared closed after the lanes, in this order
   * @param bound that their writes are promised, or null
   * @param notes on how their writes are counted
   */
  BufferedStores(
      List<? extends Store> lanes,
      WriteCounts counts,
      AcknowledgedWrites acknowledged,
      @Nullable ReadBack readBack,
      VisibilityProbe probe,
      List<? extends Closeable> shared,
      @Nullable Duration bound,
      List<String> notes) {
    this.lanes = List.copyOf(lanes);
    this.counts = counts;
    this.acknowledged = acknowledged;
    this.readBack = readBack;
    this.probe = probe;
    this.shared = List.copyOf(shared);
    this.bound = bound;
    this.notes = List.copyOf(notes);
  }

  @Override
  public int lanes() {
    return lanes.size();
  }

  @Override
  public Store lane(int lane) {
    return lanes.get(lane);
  }

  @Override
  public void begin() {
    counts.begin();
    acknowledged.begin();
    probe.begin();
  }

  @Override
  public Optional<DeferredWrites> deferred() {
    try {
      probe.awaitSeen(LAST_LOOKS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    List<String> told = new ArrayList<>(notes);
    told.addAll(probe.notes());
    return Optional.of(counts.writes(bound, probe.visibility(), told));
  }

  @Override
  public Optional<ReadBackResult> readBack() throws IOException {
    return readBack == null ? Optional.empty() : Optional.of(readBack.check());
  }

  @Override
  public void close() {
    probe.close();
    lanes.forEach(Store::close);
    shared.forEach(Closing::quietly);
  }
}
