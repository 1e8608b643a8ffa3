package org.quorate.lab.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.quorate.core.history.Outcome;
import org.quorate.core.level.Level;
import org.quorate.load.store.Completion;
import org.quorate.load.store.Store;

final class SecondReadStoresTest {
  private static final Completion NOBODY = (outcome, version, error) -> {};

  private final SecondReadStores stores =
      new SecondReadStores(
          new OwnStores(List.of(new CountingStore(), new CountingStore())), Level.ALL);

  @Test
  void pairsOfAllLanesAreCountedFromTheBeginOfTheMeasuredInterval() {
    stores.lane(0).read(1, 0, Level.ONE, NOBODY);
    stores.begin();

    stores.lane(0).read(1, 0, Level.ONE, NOBODY);
    stores.lane(1).read(1, 0, Level.ONE, NOBODY);
    stores.lane(1).read(1, 0, Level.ONE, NOBODY);

    assertThat(stores.lanes()).isEqualTo(2);
    assertThat(stores.pairs()).isEqualTo(3);
    assertThat(stores.differing()).as("each read finds another version").isEqualTo(3);
    assertThat(stores.deferred()).isEmpty();
  }

  @Test
  void oneStoreServesAnyNumberOfLanes() {
    CountingStore only = new CountingStore();

    assertThat(LaneStores.given(only).lanes()).isEqualTo(1);
    assertThat(LaneStores.given(only).lane(0)).isSameAs(only);
  }

  /** Each lane has a store of its own. */
  private record OwnStores(List<Store> stores) implements LaneStores {
    @Override
    public int lanes() {
      return stores.size();
    }

    @Override
    public Store lane(int lane) {
      return stores.get(lane);
    }

    @Override
    public void close() {}
  }

  /** Each read returns another version. */
  private static final class CountingStore implements Store {
    private long reads;

    @Override
    public void read(long key, int field, Level level, Completion completion) {
      completion.completed(Outcome.OK, reads++, null);
    }

    @Override
    public void write(
        long key, int field, byte[][] values, long version, Level level, Completion completion) {}

    @Override
    public void scan(long key, int length, int field, Level level, Completion completion) {}

    @Override
    public void close() {}
  }
}
