package org.quorate.hbase;

import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.BufferedMutatorParams;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.jspecify.annotations.Nullable;
import org.quorate.hbase.deferral.FailureListener;

/** Tells the listener of a mutator's parameters what was given up. */
final class MutatorListener implements FailureListener {
  private final BufferedMutator.ExceptionListener listener;
  private volatile @Nullable BufferedMutator mutator;

  private MutatorListener(BufferedMutator.ExceptionListener listener) {
    this.listener = listener;
  }

  /**
   * The listener that somebody set, or null. The one that is there by itself does nothing but throw
   * what it is given, which is what happens without a listener.
   */
  static @Nullable MutatorListener of(BufferedMutatorParams params) {
    BufferedMutator.ExceptionListener usual =
        new BufferedMutatorParams(params.getTableName()).getListener();
    BufferedMutator.ExceptionListener listener = params.getListener();
    return listener == null || listener.getClass() == usual.getClass()
        ? null
        : new MutatorListener(listener);
  }

  /** Which mutator the listener is told of. */
  void tellOf(BufferedMutator told) {
    mutator = told;
  }

  @Override
  public void failed(RetriesExhaustedWithDetailsException failure)
      throws RetriesExhaustedWithDetailsException {
    BufferedMutator told = mutator;
    if (told == null) {
      throw failure;
    }
    listener.onException(failure, told);
  }
}
