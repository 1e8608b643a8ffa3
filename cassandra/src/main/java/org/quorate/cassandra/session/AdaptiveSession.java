package org.quorate.cassandra.session;

import com.datastax.oss.driver.api.core.CqlSession;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.control.LevelController;
import org.quorate.cassandra.metric.Metric;
import org.quorate.cassandra.sample.PairedReads;

/**
 * A session that chooses the level of reads of the tables that were opted in, or observes what a
 * weaker level would have done. Thread-safe, as every session of the driver. Closing it closes the
 * session that it was made of.
 */
public interface AdaptiveSession extends CqlSession {
  /** Levels, pins and the mode, to be looked at and switched while the application runs. */
  LevelController levels();

  /** What was found by reading a share of the reads once more. */
  PairedReads pairs();

  /**
   * Everything that is worth a place on a dashboard, as it is now. Names and tags are the same at
   * every call; what is not known yet is NaN.
   */
  List<Metric> metrics();

  /**
   * For the requests that need what was guaranteed of their tables {@code to requests}: their reads
   * keep it, over all of this session's writes, and no other read is sent at another level for it.
   * One object for as long as the session lives; statements prepared through either may be sent
   * through both.
   */
  GuaranteedSession guaranteed();

  /**
   * Goes on with what a client did before, in this process or another. Cheap: one for each request
   * of a user is what it is for.
   *
   * @param token that a scope of such a session gave, as the client sent it, whatever that is; null
   *     for a client that has none
   */
  SessionScope resume(@Nullable String token);
}
