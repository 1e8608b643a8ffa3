package org.quorate.core.replica;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What one node was seen to keep for others, look by look. Not thread-safe.
 *
 * <p>A file of hints that is being written is listed nowhere until the node closes it, which it
 * does at the beginning of each period, unless a delivery that began earlier still goes on. So a
 * look at which nothing is delivered means that files which are open then are closed by the next
 * period; and a delivery that was shorter than a period, with slack, has kept none of them open.
 *
 * <p>A file that is being delivered is listed nowhere either, only that something is delivered: so
 * while it is, that counts for every node. One look may fall between a delivery that failed and the
 * file's return to the list; hence two.
 */
final class KeptHints {
  private static final long NEVER = Long.MIN_VALUE;
  private static final long BRIEF =
      ReplicaTimes.DISPATCH_PERIOD.minus(ReplicaTimes.SLACK).toNanos();
  private static final long UNTIL_CLOSED = ReplicaTimes.UNTIL_HINTS_ARE_LISTED.toNanos();

  /** Files that are open at the first instant are closed by the second. */
  private record Closing(long openAtNanos, long byNanos) {}

  private final Map<UUID, Long> lastKept = new HashMap<>();
  private final ArrayDeque<Closing> closings = new ArrayDeque<>();
  private long closedThatWereOpenAt = NEVER;
  private long lastDelivering = NEVER;
  private long deliveringSince = NEVER;
  private long lastIdle = NEVER;
  private long newest = NEVER;
  private long newestButOne = NEVER;

  /**
   * @param asked when the node was asked, so that it looked no earlier
   * @param now when its answer was there
   */
  void look(Set<UUID> targets, boolean delivering, long asked, long now) {
    if (delivering) {
      deliveringSince = deliveringSince == NEVER ? now : deliveringSince;
      lastDelivering = now;
    } else {
      closings.addLast(closing(asked, now));
      deliveringSince = NEVER;
      lastIdle = asked;
    }
    newestButOne = newest;
    newest = now;
    targets.forEach(target -> lastKept.put(target, now));
    closed();
  }

  /**
   * A file that the next look is the first to list was not written to until this instant.
   *
   * @param otherwise the same where too few looks were had
   */
  long unlistedSince(long otherwise) {
    return closedThatWereOpenAt == NEVER ? otherwise : closedThatWereOpenAt;
  }

  /** What was kept for nodes that have left is forgotten. */
  void retain(Set<UUID> nodes) {
    lastKept.keySet().retainAll(nodes);
  }

  private Closing closing(long asked, long now) {
    if (newest == NEVER) {
      // What was before the first look cannot be known; a period through which it delivered is
      // rare.
      return new Closing(asked - UNTIL_CLOSED, now);
    }
    boolean brief = lastIdle != NEVER && now - lastIdle < BRIEF;
    return new Closing(
        asked, UNTIL_CLOSED + (brief && deliveringSince != NEVER ? deliveringSince : now));
  }

  private void closed() {
    @Nullable Closing next = closings.peekFirst();
    while (next != null && newestButOne != NEVER && newestButOne - next.byNanos >= 0) {
      closedThatWereOpenAt = next.openAtNanos;
      closings.removeFirst();
      next = closings.peekFirst();
    }
  }

  /**
   * Whether the last two looks show nothing that the node keeps, and files that were open at an
   * instant were closed before.
   */
  boolean noneOfBefore(long nanos, UUID target) {
    return closedThatWereOpenAt != NEVER
        && closedThatWereOpenAt - nanos >= 0
        && lastDelivering < newestButOne
        && lastKept.getOrDefault(target, NEVER) < newestButOne;
  }
}
