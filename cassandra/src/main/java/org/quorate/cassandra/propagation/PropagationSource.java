package org.quorate.cassandra.propagation;

import java.util.concurrent.CompletionStage;

/** One way to learn the propagation time of one table. Thread-safe. */
public interface PropagationSource extends AutoCloseable {
  /** The name in settings and reports: {@code network}, {@code ideal-level} or {@code canary}. */
  String name();

  /** What its figure is and how it errs, in one or two sentences for a report. */
  String meaning();

  /**
   * Measures. Returns at once; a round takes as long as the cluster needs, and one round is under
   * way at a time.
   *
   * @return the time over this round, or a {@link org.quorate.cassandra.monitor.SourceException}
   *     when this source cannot be used at all, or any other exception when this round failed
   */
  CompletionStage<PropagationReading> measure();

  /** Undoes what the source has changed, where it has changed anything. */
  @Override
  void close();
}
