package org.quorate.load;

/** A lane's time, and its bell. One clock serves one lane; called from any thread. */
public interface LaneClock {
  /** Nanoseconds on a monotonic clock that all lanes of a load share. */
  long nanoTime();

  /** Something has completed, so that the lane has to go on now; see {@link Work#proceed}. */
  void wake();
}
