package org.quorate.core.replica;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/**
 * How nodes answer small questions that are the same at all of them.
 *
 * <p>A node is slow when the median of its last {@value #RECENT} answers is at least {@value
 * #SLOWER} times, and 20 ms above, that of the {@value #BEFORE} before them; and until it is below
 * twice that, which meanwhile stays what it was. Where half of the nodes are, it is none of them
 * alone. A node is silent when a question to it timed out and it has answered none since that was
 * asked, though another node has answered one that was asked no earlier, and within a second. What
 * was asked before this process stood still says nothing of any node, so one that stands still, or
 * is late, takes none for silent. Holds a fixed number of times for each node. Not thread-safe.
 */
final class ProbeAnswers {
  private static final int RECENT = 8;
  private static final int BEFORE = 64;
  private static final int FEWEST_BEFORE = 16;
  private static final int SLOWER = 4;
  private static final int STILL_SLOWER = 2;
  private static final long SLOWER_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  /** An answer that took longer may have waited for this process. */
  private static final long PROMPT_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** This process looks at the nodes several times in a second, unless it stands still. */
  private static final long STILL_NANOS = TimeUnit.SECONDS.toNanos(1);

  private static final class Times {
    private final ArrayDeque<Long> recent = new ArrayDeque<>();
    private final ArrayDeque<Long> before = new ArrayDeque<>();
    private boolean slow;

    /** The medians of both, once there are enough. */
    private long now;

    private long usual;

    private void add(long nanos) {
      recent.addLast(nanos);
      if (recent.size() > RECENT) {
        long older = recent.removeFirst();
        if (!slow) {
          before.addLast(older);
        }
      }
      if (before.size() > BEFORE) {
        before.removeFirst();
      }
      if (before.size() >= FEWEST_BEFORE) {
        now = median(recent);
        usual = median(before);
        slow =
            slow
                ? now >= STILL_SLOWER * usual
                : now >= SLOWER * usual && now - usual >= SLOWER_NANOS;
      }
    }

    private static long median(ArrayDeque<Long> of) {
      return of.stream().sorted().skip(of.size() / 2).findFirst().orElseThrow();
    }
  }

  private final Map<UUID, Times> times = new HashMap<>();
  private int slowNodes;

  /** Of each node, when the newest question was asked that it has answered promptly. */
  private final Map<UUID, Long> asked = new HashMap<>();

  /** And when it answered anything. */
  private final Map<UUID, Long> answered = new HashMap<>();

  private long newestNanos = Long.MIN_VALUE;
  private long stoodStillUntil = Long.MIN_VALUE;

  /** Something is seen, of whatever node. */
  void seen(long now) {
    if (newestNanos != Long.MIN_VALUE && now - newestNanos > STILL_NANOS) {
      stoodStillUntil = now;
    }
    newestNanos = now;
  }

  void retain(Set<UUID> nodes) {
    if (times.keySet().retainAll(nodes)) {
      slowNodes = (int) times.values().stream().filter(each -> each.slow).count();
    }
    asked.keySet().retainAll(nodes);
    answered.keySet().retainAll(nodes);
  }

  void answered(UUID at, long askedNanos, long now) {
    if (now - askedNanos <= PROMPT_NANOS) {
      asked.merge(at, askedNanos, Math::max);
    }
    answered.put(at, now);
  }

  void took(UUID at, long nanos) {
    Times of = times.computeIfAbsent(at, any -> new Times());
    slowNodes -= of.slow ? 1 : 0;
    of.add(nanos);
    slowNodes += of.slow ? 1 : 0;
  }

  /** Whether a node is silent to which a question timed out. */
  boolean isSilent(UUID at, long askedNanos) {
    return askedNanos >= stoodStillUntil
        && answered.getOrDefault(at, Long.MIN_VALUE) < askedNanos
        && asked.values().stream().anyMatch(other -> other >= askedNanos);
  }

  /** When a node that is silent has answered last; that it was asked, where it never has. */
  long lastAnswer(UUID at, long askedNanos) {
    return answered.getOrDefault(at, askedNanos);
  }

  /** Why a node is slow, one sentence; empty where it is not. */
  String slowness(UUID at) {
    Times of = times.get(at);
    if (of == null || !of.slow) {
      return "";
    }
    boolean most = times.size() > 1 && 2 * slowNodes >= times.size();
    return "It answers in "
        + TimeUnit.NANOSECONDS.toMillis(of.now)
        + " ms, where it took "
        + TimeUnit.NANOSECONDS.toMillis(of.usual)
        + " ms before"
        + (most
            ? ", and so do most nodes: the cluster is overloaded, or this process is."
            : ", and most others do not.");
  }
}
