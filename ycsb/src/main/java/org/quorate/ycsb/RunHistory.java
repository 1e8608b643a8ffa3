package org.quorate.ycsb;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.quorate.load.history.HistoryRecorder;
import org.quorate.load.history.LaneHistory;

/** The history of a run of YCSB's client, with a lane for each thread; or none. Thread-safe. */
final class RunHistory implements Closeable {
  /** The property that names the file of a history. */
  static final String PROPERTY = "quorate.history";

  private static final String KEY_PREFIX = "user";

  private final @Nullable HistoryRecorder recorder;

  private RunHistory(@Nullable HistoryRecorder recorder) {
    this.recorder = recorder;
  }

  /**
   * Starts a history.
   *
   * @param file to record in, or null where nothing is recorded
   * @param threads how many client threads there are
   */
  static RunHistory open(@Nullable Path file, int threads) throws IOException {
    return new RunHistory(
        file == null ? null : HistoryRecorder.open(file, threads, System::nanoTime));
  }

  /** Whether anything is recorded. */
  boolean records() {
    return recorder != null;
  }

  /** What the client thread with a number records in. */
  LaneHistory lane(int client) {
    return recorder == null ? LaneHistory.none() : recorder.lane(client);
  }

  /**
   * A history's number of the row that has this key; 0 where nothing is recorded.
   *
   * @throws IllegalStateException if the key cannot be recorded
   */
  long key(String key) {
    return recorder == null ? 0 : number(key);
  }

  private static long number(String key) {
    try {
      if (key.startsWith(KEY_PREFIX)) {
        return Long.parseLong(key.substring(KEY_PREFIX.length()));
      }
    } catch (NumberFormatException e) {
      // Refused below, as a key without the prefix.
    }
    throw new IllegalStateException(
        "The key \""
            + key
            + "\" cannot be recorded, since it is not \"user\" and a number; leave "
            + PROPERTY
            + " out.");
  }

  @Override
  public void close() throws IOException {
    if (recorder != null) {
      recorder.close();
    }
  }
}
