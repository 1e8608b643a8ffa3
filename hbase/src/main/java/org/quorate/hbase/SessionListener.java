package org.quorate.hbase;

import java.io.UncheckedIOException;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.quorate.hbase.deferral.FailureListener;

/**
 * Tells the listener of a session what was given up. The session may be forgotten, so that no next
 * call need come that could throw what the listener throws: it is logged, and nothing is kept.
 */
final class SessionListener implements FailureListener {
  private final FailureListener listener;

  SessionListener(FailureListener listener) {
    this.listener = listener;
  }

  @Override
  public void failed(RetriesExhaustedWithDetailsException failure) {
    try {
      listener.failed(failure);
    } catch (RetriesExhaustedWithDetailsException e) {
      // As any other exception of a listener, for whoever tells it.
      throw new UncheckedIOException(e);
    }
  }
}
