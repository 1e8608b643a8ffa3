package org.quorate.study.result;

import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What became of the writes of a run whose clients defer them: a call returns when its write is
 * accepted, and a server has it later. Three latencies are kept apart: until a write was accepted,
 * from then until a server acknowledged it, and from then until another client could see it.
 *
 * @param accepted writes whose call returned well before a server had them
 * @param acknowledged of these, by a server, the flush at the end of the run included
 * @param failed of these, those that were given up or not heard of again, by kind of error; they
 *     and the acknowledged ones are all
 * @param acceptance from the invocation of a write until its call returned
 * @param acknowledgement from acceptance until acknowledgement, of every acknowledged write
 * @param visibility from acceptance until another client read the write or a newer one, of the
 *     writes that were looked for
 * @param boundSeconds how long after acceptance a write was to be acknowledged at the latest; null
 *     where nothing was promised
 * @param missed acknowledged writes that were later than the bound, by cause
 * @param latestMisses the last of these, oldest first; as many as were kept
 */
public record DeferralResult(
    long accepted,
    long acknowledged,
    Map<String, Long> failed,
    Latencies acceptance,
    Latencies acknowledgement,
    Latencies visibility,
    @Nullable Double boundSeconds,
    Map<String, Long> missed,
    List<Miss> latestMisses) {
  public DeferralResult {
    failed = Collections.unmodifiableMap(new TreeMap<>(failed));
    missed = Collections.unmodifiableMap(new TreeMap<>(missed));
    latestMisses = List.copyOf(latestMisses);
  }

  /**
   * A write that was acknowledged later than the bound.
   *
   * @param acknowledgedAt by the clock of the client's machine
   * @param delaySeconds from acceptance until acknowledgement
   * @param cause the key under which {@link DeferralResult#missed} counts it
   */
  public record Miss(Instant acknowledgedAt, double delaySeconds, String cause) {}

  /** Accepted writes of which a bound was promised: all of them, or none. */
  public long promised() {
    return boundSeconds == null ? 0 : accepted;
  }

  /** Of the {@link #promised} writes, those that a server acknowledged within the bound. */
  public long inTime() {
    return Math.min(promised(), Math.max(0, acknowledged - late()));
  }

  /** Accepted writes that no server acknowledged. */
  public long lost() {
    return Math.max(0, accepted - acknowledged);
  }

  /** Acknowledged writes that were later than the bound. */
  public long late() {
    return missed.values().stream().mapToLong(Long::longValue).sum();
  }
}
