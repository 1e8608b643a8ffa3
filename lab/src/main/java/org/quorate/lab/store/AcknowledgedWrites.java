package org.quorate.lab.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongFunction;
import org.quorate.study.result.ReadBackResult;

/**
 * The newest acknowledged version of every row that a run has written, so that it can be looked for
 * once the run is over. Writes to rows beyond {@value #MOST_ROWS} are counted and not remembered.
 * Thread-safe; does nothing where nobody will ask.
 */
public final class AcknowledgedWrites {
  static final int MOST_ROWS = 2_000_000;

  /** Rows of one request. */
  private static final int BATCH = 200;

  private final boolean remembering;

  /** Numbers of rows by the versions that are on their way to them. */
  private final ConcurrentMap<Long, Long> pending = new ConcurrentHashMap<>();

  private final ConcurrentMap<Long, Long> newest = new ConcurrentHashMap<>();
  private final Set<ByteBuffer> givenUp = ConcurrentHashMap.newKeySet();
  private final LongAdder writes = new LongAdder();
  private final LongAdder forgotten = new LongAdder();

  /**
   * @param remembering whether anybody will ask
   */
  public AcknowledgedWrites(boolean remembering) {
    this.remembering = remembering;
  }

  /** A write is about to be accepted; it may be acknowledged before its call returns. */
  public void sending(long key, long version) {
    if (remembering) {
      pending.put(version, key);
    }
  }

  /** A write that was {@linkplain #sending about to be} was not accepted. */
  public void notAccepted(long version) {
    if (remembering) {
      pending.remove(version);
    }
  }

  /** A server has acknowledged a write that was {@linkplain #sending accepted}. */
  public void acknowledged(long version) {
    if (remembering) {
      Long key = pending.remove(version);
      if (key != null) {
        acknowledged(key, version);
      }
    }
  }

  /** A server has acknowledged a write whose call waited for it. */
  public void acknowledged(long key, long version) {
    if (!remembering) {
      return;
    }
    writes.increment();
    if (newest.containsKey(key) || newest.size() < MOST_ROWS) {
      newest.merge(key, version, Long::max);
    } else {
      forgotten.increment();
    }
  }

  /**
   * A write to a row was given up, and may have been taken for acknowledged before, together with
   * others of its request: nothing is claimed of that row.
   */
  public void givenUp(byte[] row) {
    if (remembering) {
      givenUp.add(ByteBuffer.wrap(row.clone()));
    }
  }

  /** Forgets everything. Called while no write is on its way. */
  public void begin() {
    pending.clear();
    newest.clear();
    givenUp.clear();
    writes.reset();
    forgotten.reset();
  }

  /**
   * Reads every row that was written, and holds its version against that of its newest acknowledged
   * write. Called while no write is on its way.
   *
   * @param names the name of the row with a number
   * @throws IOException when rows cannot be read
   */
  public ReadBackResult check(VersionReader reader, LongFunction<byte[]> names) throws IOException {
    List<Long> keys = new ArrayList<>(newest.keySet());
    int written = keys.size();
    if (!givenUp.isEmpty()) {
      keys.removeIf(key -> givenUp.contains(ByteBuffer.wrap(names.apply(key))));
    }
    Collections.sort(keys);
    long lost = 0;
    List<ReadBackResult.LostRow> examples = new ArrayList<>();
    for (int from = 0; from < keys.size(); from += BATCH) {
      List<Long> batch = keys.subList(from, Math.min(keys.size(), from + BATCH));
      long[] found = reader.versions(batch);
      for (int i = 0; i < batch.size(); i++) {
        long key = batch.get(i);
        long acknowledged = newest.getOrDefault(key, Long.MIN_VALUE);
        if (found[i] < acknowledged) {
          lost++;
          if (examples.size() < ReadBackResult.MOST_EXAMPLES) {
            examples.add(new ReadBackResult.LostRow(key, acknowledged, found[i]));
          }
        }
      }
    }
    return new ReadBackResult(
        writes.sum(), keys.size(), lost, forgotten.sum() + written - keys.size(), examples);
  }
}
