package org.quorate.lab.store.hbase;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.quorate.lab.store.AcknowledgedWrites;
import org.quorate.lab.store.LaneStores;
import org.quorate.load.store.Store;
import org.quorate.study.result.ReadBackResult;

/** The clients of one run, or of a load, whose writes are not kept back. */
final class UnbufferedStores implements LaneStores {
  private final List<? extends Store> stores;
  private final AcknowledgedWrites acknowledged;
  private final @Nullable ReadBack readBack;

  /**
   * @param stores closed with this
   * @param acknowledged what they tell of
   * @param readBack looks for it; null where nobody will ask
   */
  UnbufferedStores(
      List<? extends Store> stores, AcknowledgedWrites acknowledged, @Nullable ReadBack readBack) {
    this.stores = List.copyOf(stores);
    this.acknowledged = acknowledged;
    this.readBack = readBack;
  }

  @Override
  public int lanes() {
    return stores.size();
  }

  @Override
  public Store lane(int lane) {
    return stores.get(lane);
  }

  @Override
  public void begin() {
    acknowledged.begin();
  }

  @Override
  public Optional<ReadBackResult> readBack() throws IOException {
    return readBack == null ? Optional.empty() : Optional.of(readBack.check());
  }

  @Override
  public void close() {
    stores.forEach(Store::close);
  }
}
