package org.quorate.load.store;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * What has become of the writes that completed when they were accepted, once {@linkplain
 * Store#finish() all are answered for}. Immutable but for the histograms, which nobody changes.
 *
 * @param accepted writes whose completion was told {@code OK} before the server had them
 * @param acknowledged of these, by the server
 * @param failed of these, those that the server or the client gave up, by kind of error
 * @param acknowledgement nanoseconds from acceptance until the server acknowledged, of every
 *     acknowledged write
 * @param visibility nanoseconds from acceptance until another client read the write or a newer one,
 *     of the writes that were looked for; empty where none was
 * @param bound how long after acceptance a write is to be acknowledged at the latest, or null where
 *     nothing is promised
 * @param missed acknowledged writes that were later than the bound, by cause
 * @param latestMisses the last of these, oldest first; as many as were kept
 * @param notes sentences that a reader of these numbers must know, such as how finely visibility
 *     was looked at
 */
public record DeferredWrites(
    long accepted,
    long acknowledged,
    Map<String, Long> failed,
    Histogram acknowledgement,
    Histogram visibility,
    @Nullable Duration bound,
    Map<String, Long> missed,
    List<Miss> latestMisses,
    List<String> notes) {
  public DeferredWrites {
    failed = Map.copyOf(failed);
    missed = Map.copyOf(missed);
    latestMisses = List.copyOf(latestMisses);
    notes = List.copyOf(notes);
  }

  /**
   * A write that was acknowledged later than the bound.
   *
   * @param acknowledgedAt by this machine's clock
   * @param delay from acceptance until acknowledgement
   * @param cause in words, the key under which {@link DeferredWrites#missed} counts it
   */
  public record Miss(Instant acknowledgedAt, Duration delay, String cause) {}

  /** Accepted writes that no server is known to have. */
  public long lost() {
    return Math.max(0, accepted - acknowledged);
  }

  /** Accepted writes of which nobody has said what became of them. */
  public long unfinished() {
    return Math.max(0, lost() - failed.values().stream().mapToLong(Long::longValue).sum());
  }
}
