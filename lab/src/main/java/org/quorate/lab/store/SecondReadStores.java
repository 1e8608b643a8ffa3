package org.quorate.lab.store;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.quorate.core.level.Level;
import org.quorate.load.store.DeferredWrites;
import org.quorate.load.store.Store;
import org.quorate.study.result.ReadBackResult;
import org.quorate.study.result.SecondReadResult;

/**
 * The stores of a run all of whose reads are followed by second ones; each is a {@link
 * SecondReadStore}. Closing closes the stores behind them.
 */
public final class SecondReadStores implements LaneStores {
  private final LaneStores stores;
  private final Level second;
  private final List<SecondReadStore> lanes;

  /**
   * @param stores that both reads are sent to
   * @param second the level of second reads
   */
  public SecondReadStores(LaneStores stores, Level second) {
    this.stores = stores;
    this.second = second;
    this.lanes =
        IntStream.range(0, stores.lanes())
            .mapToObj(lane -> new SecondReadStore(stores.lane(lane), second))
            .toList();
  }

  /** The level of second reads. */
  public Level second() {
    return second;
  }

  /** Reads since {@link #begin()} whose second read succeeded. */
  public long pairs() {
    return lanes.stream().mapToLong(SecondReadStore::pairs).sum();
  }

  /** Pairs since {@link #begin()} that returned different versions. */
  public long differing() {
    return lanes.stream().mapToLong(SecondReadStore::differing).sum();
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
    lanes.forEach(SecondReadStore::begin);
    stores.begin();
  }

  @Override
  public Optional<DeferredWrites> deferred() {
    return stores.deferred();
  }

  @Override
  public Optional<ReadBackResult> readBack() throws IOException {
    return stores.readBack();
  }

  @Override
  public void close() {
    stores.close();
  }

  /** What the second reads of a run found, or null where it had none. */
  public static @Nullable SecondReadResult result(LaneStores stores) {
    return stores instanceof SecondReadStores twice
        ? new SecondReadResult(twice.second().name(), twice.pairs(), twice.differing())
        : null;
  }
}
