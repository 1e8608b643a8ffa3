package org.quorate.cassandra.propagation;

import java.util.concurrent.CompletionStage;
import org.quorate.cassandra.monitor.OwnReads;

/**
 * One way to learn the propagation time of one table. Thread-safe.
 *
 * <p>Where a keyspace has one replica of each row, no replica can lack a write, and every source
 * that measures answers 0 without doing so.
 */
public interface PropagationSource extends AutoCloseable {
  /**
   * The name in settings and reports: {@code network}, {@code traces}, {@code canary} or {@code
   * ideal-level}.
   */
  String name();

  /** What its figure is and how it errs, in one or two sentences for a report. */
  String meaning();

  /**
   * Measures. Returns at once; a round takes as long as the cluster needs, and one round is under
   * way at a time: who asks meanwhile gets the same answer.
   *
   * @return the time over this round, or a {@link org.quorate.cassandra.monitor.SourceException}
   *     when this source cannot be used at all, or any other exception, such as a {@link
   *     PropagationException}, when this round failed
   */
  CompletionStage<PropagationReading> measure();

  /**
   * The same, at a cost that its caller limits, where the source reads the observed table.
   *
   * @param mostPairs of reads that a round may send, at least 1
   */
  default CompletionStage<PropagationReading> measure(int mostPairs) {
    return measure();
  }

  /**
   * Reads that it has sent so far and that have ended. Servers count them as any client's, so
   * whoever counts on them takes these away.
   */
  default OwnReads readsSent() {
    return OwnReads.NONE;
  }

  /**
   * Undoes what the source has changed, as far as the server lets it. May wait for the servers for
   * some seconds, so it must not be called on a thread of the driver. A round that is under way
   * fails. Doing it twice does nothing.
   */
  @Override
  void close();
}
