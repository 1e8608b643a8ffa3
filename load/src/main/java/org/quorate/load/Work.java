package org.quorate.load;

/** What a worker does, piece by piece. */
@FunctionalInterface
public interface Work {
  /** There is nothing more to do, ever. */
  long OVER = Long.MIN_VALUE;

  /**
   * Does all that is due.
   *
   * @return the instant at which this is to be called again at the latest, and at once when the
   *     worker is {@linkplain LaneClock#wake() woken}, also where that was before this returned; or
   *     {@link #OVER}. A call that was not needed does no harm
   */
  long proceed() throws InterruptedException;
}
