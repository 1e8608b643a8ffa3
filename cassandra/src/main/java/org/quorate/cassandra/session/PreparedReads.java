package org.quorate.cassandra.session;

import com.datastax.oss.driver.api.core.cql.PrepareRequest;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.quorate.core.level.Level;

/**
 * The prepared reads that the application still has, so that whoever prepares the same again gets
 * the same object, as from the driver. Thread-safe.
 */
final class PreparedReads {
  private static final class Entry extends WeakReference<AdaptivePreparedStatement> {
    private final PrepareRequest request;

    Entry(
        PrepareRequest request,
        AdaptivePreparedStatement prepared,
        ReferenceQueue<AdaptivePreparedStatement> gone) {
      super(prepared, gone);
      this.request = request;
    }
  }

  private final Map<PrepareRequest, Entry> entries = new ConcurrentHashMap<>();
  private final ReferenceQueue<AdaptivePreparedStatement> gone = new ReferenceQueue<>();

  /**
   * The one object for a request.
   *
   * @param prepared what the driver has made of it with this level
   * @param made a new one, where there is none or the driver has prepared the statement anew
   */
  AdaptivePreparedStatement of(
      PrepareRequest request,
      Level level,
      PreparedStatement prepared,
      Supplier<AdaptivePreparedStatement> made) {
    for (Reference<?> each = gone.poll(); each != null; each = gone.poll()) {
      if (each instanceof Entry entry) {
        entries.remove(entry.request, entry);
      }
    }
    AdaptivePreparedStatement[] one = new AdaptivePreparedStatement[1];
    entries.compute(
        request,
        (same, before) -> {
          AdaptivePreparedStatement known = before == null ? null : before.get();
          boolean usable = known != null && known.take(level, prepared);
          one[0] = usable ? known : made.get();
          return usable ? before : new Entry(request, one[0], gone);
        });
    return one[0];
  }
}
