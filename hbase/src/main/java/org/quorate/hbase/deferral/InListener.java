package org.quorate.hbase.deferral;

/**
 * Whether the current thread is in a listener of failed writes. What is written there does not wait
 * until others have been told of theirs: they may be waiting for this thread.
 */
final class InListener {
  private static final ThreadLocal<Boolean> HERE = new ThreadLocal<>();

  private InListener() {}

  static boolean here() {
    return HERE.get() != null;
  }

  /**
   * A listener is about to be called.
   *
   * @return whether this is within another, for {@link #leave}
   */
  static boolean enter() {
    boolean within = here();
    HERE.set(true);
    return within;
  }

  static void leave(boolean within) {
    if (!within) {
      HERE.remove();
    }
  }
}
