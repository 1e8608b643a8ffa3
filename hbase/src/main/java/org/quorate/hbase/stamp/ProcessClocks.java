package org.quorate.hbase.stamp;

import java.lang.ref.WeakReference;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The clocks that stamp the same rows, each of which follows its own beneath. One that comes later
 * goes on from where the others are. Those that nobody else holds are forgotten, since what is
 * beneath them may be large. Thread-safe.
 */
final class ProcessClocks {
  private static final Logger LOG = LoggerFactory.getLogger(ProcessClocks.class);

  private final List<Member> members = new CopyOnWriteArrayList<>();

  private record Member(
      WeakReference<HybridClock> clock, AtomicReference<HybridClock.Reading> last) {
    boolean isForgotten() {
      return clock.refersTo(null);
    }

    long said() {
      return Objects.requireNonNull(last.get()).millis();
    }
  }

  /** One more, which nobody may ask before it is returned. */
  synchronized HybridClock add(LongSupplier beneath) {
    HybridClock clock = new HybridClock(beneath, System::nanoTime, LOG::warn);
    // First, so that whoever looks for the slowest meanwhile finds it.
    members.add(new Member(new WeakReference<>(clock), clock.last()));
    members.forEach(member -> clock.startAfter(member.said()));
    boolean unused = members.removeIf(Member::isForgotten);
    return clock;
  }

  /** What the one says that is furthest behind. */
  long slowest() {
    long slowest = Long.MAX_VALUE;
    for (Member member : members) {
      HybridClock clock = member.clock.get();
      if (clock != null) {
        slowest = Math.min(slowest, clock.getAsLong());
      }
    }
    return slowest;
  }
}
