package org.quorate.lab.store;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.quorate.core.history.Outcome;
import org.quorate.core.level.Level;
import org.quorate.load.store.Completion;
import org.quorate.load.store.Store;
import org.quorate.study.result.ReadBackResult;

/**
 * Stores that keep no writes back, with the acknowledged writes of a run remembered, so that it can
 * be looked for them once the run is over. Closing closes the stores behind them.
 */
public final class AcknowledgedStores implements LaneStores {
  /** More than any read is given. */
  private static final long PATIENCE_SECONDS = 60;

  private final LaneStores stores;
  private final Level level;
  private final AcknowledgedWrites writes = new AcknowledgedWrites(true);
  private final List<Store> lanes;

  /**
   * @param stores whose calls do not block
   * @param level that rows are read back at
   */
  public AcknowledgedStores(LaneStores stores, Level level) {
    this.stores = stores;
    this.level = level;
    this.lanes =
        IntStream.range(0, stores.lanes())
            .<Store>mapToObj(lane -> new Lane(stores.lane(lane), writes))
            .toList();
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
    writes.begin();
    stores.begin();
  }

  @Override
  public Optional<ReadBackResult> readBack() throws IOException {
    return Optional.of(writes.check(this::versions, AcknowledgedStores::name));
  }

  /** No write is given up for certain here, so nobody asks for the name of its row. */
  private static byte[] name(long key) {
    return Long.toString(key).getBytes(StandardCharsets.US_ASCII);
  }

  private long[] versions(List<Long> keys) throws IOException {
    List<CompletableFuture<Long>> reads = keys.stream().map(this::version).toList();
    long[] versions = new long[reads.size()];
    for (int i = 0; i < versions.length; i++) {
      versions[i] = await(keys.get(i), reads.get(i));
    }
    return versions;
  }

  private CompletableFuture<Long> version(long key) {
    CompletableFuture<Long> version = new CompletableFuture<>();
    stores
        .lane(0)
        .read(
            key,
            Store.ALL_FIELDS,
            level,
            (outcome, found, error) -> {
              if (outcome == Outcome.OK) {
                version.complete(found);
              } else {
                version.completeExceptionally(new IOException(String.valueOf(error)));
              }
            });
    return version;
  }

  private long await(long key, CompletableFuture<Long> version) throws IOException {
    try {
      return version.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new IOException(
          "the row with number "
              + key
              + " cannot be read at "
              + level
              + " ("
              + e.getMessage()
              + ")",
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while rows were read back", e);
    }
  }

  @Override
  public void close() {
    stores.close();
  }

  /** What is sent to one of them, its acknowledged writes told. Thread-safe where the store is. */
  private static final class Lane extends ForwardingStore {
    private final AcknowledgedWrites writes;

    Lane(Store store, AcknowledgedWrites writes) {
      super(store);
      this.writes = writes;
    }

    @Override
    public void write(
        long key, int field, byte[][] values, long version, Level level, Completion completion) {
      store.write(
          key,
          field,
          values,
          version,
          level,
          (Outcome outcome, long none, @Nullable String error) -> {
            if (outcome == Outcome.OK) {
              writes.acknowledged(key, version);
            }
            completion.completed(outcome, none, error);
          });
    }
  }
}
