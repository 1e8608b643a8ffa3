package org.quorate.study.history;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/**
 * How a history is checked.
 *
 * @param memoryBytes what operations and keys may take in memory before they are moved to temporary
 *     files, at least 1 MiB; the operations of a single key must fit
 * @param temporaryFolder where temporary files are made, only where they are needed
 * @param maxTemporaryBytes what the temporary files may take on disk
 * @param maxTextBytes the longest text that a file may hold or decompress to
 * @param allowTruncated whether a file that is cut off is judged as far as it goes, instead of
 *     being an error
 * @param timeLineBuckets the largest number of buckets in each file's time line, at least 2; 0 for
 *     none
 * @param timeLineOrigins by file of a session, an instant on its clock in ns at which a bucket
 *     begins; 0 for files beyond
 */
public record HistoryCheckOptions(
    long memoryBytes,
    Path temporaryFolder,
    long maxTemporaryBytes,
    long maxTextBytes,
    boolean allowTruncated,
    int timeLineBuckets,
    List<Long> timeLineOrigins) {
  private static final long SMALLEST_MEMORY = 1L << 20;
  private static final long DEFAULT_MAX_BYTES = 64L << 30;

  /** Checks the bounds. */
  public HistoryCheckOptions {
    timeLineOrigins = List.copyOf(timeLineOrigins);
    if (memoryBytes < SMALLEST_MEMORY) {
      throw new IllegalArgumentException(
          "A check needs at least 1 MiB of memory, but " + memoryBytes + " bytes were given.");
    }
    if (maxTemporaryBytes < 0 || maxTextBytes < 0 || timeLineBuckets < 0) {
      throw new IllegalArgumentException("The limits of a check must not be negative.");
    }
    if (timeLineBuckets == 1) {
      throw new IllegalArgumentException("A time line has at least 2 buckets, or 0 for none.");
    }
  }

  /**
   * A quarter of the largest heap, the system's temporary folder, 64 GiB of temporary files and of
   * text, no truncated files, no time line.
   */
  public static HistoryCheckOptions defaults() {
    return new HistoryCheckOptions(
        Math.max(SMALLEST_MEMORY, Runtime.getRuntime().maxMemory() / 4),
        Path.of(System.getProperty("java.io.tmpdir", ".")),
        DEFAULT_MAX_BYTES,
        DEFAULT_MAX_BYTES,
        false,
        0,
        List.of());
  }

  /** These options but for what a change makes of their draft. */
  public HistoryCheckOptions with(Consumer<Draft> change) {
    Draft draft = new Draft(this);
    change.accept(draft);
    return new HistoryCheckOptions(
        draft.memoryBytes,
        draft.temporaryFolder,
        draft.maxTemporaryBytes,
        draft.maxTextBytes,
        draft.allowTruncated,
        draft.timeLineBuckets,
        draft.timeLineOrigins);
  }

  /** Options to be changed; each field is the component of its name. Not thread-safe. */
  public static final class Draft {
    public long memoryBytes;
    public Path temporaryFolder;
    public long maxTemporaryBytes;
    public long maxTextBytes;
    public boolean allowTruncated;
    public int timeLineBuckets;
    public List<Long> timeLineOrigins;

    private Draft(HistoryCheckOptions before) {
      memoryBytes = before.memoryBytes;
      temporaryFolder = before.temporaryFolder;
      maxTemporaryBytes = before.maxTemporaryBytes;
      maxTextBytes = before.maxTextBytes;
      allowTruncated = before.allowTruncated;
      timeLineBuckets = before.timeLineBuckets;
      timeLineOrigins = before.timeLineOrigins;
    }
  }
}
