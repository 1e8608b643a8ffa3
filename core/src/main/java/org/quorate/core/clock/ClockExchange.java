package org.quorate.core.clock;

/**
 * One question for the time and its answer, as in NTP (RFC 5905, section 8), each instant in ns on
 * the monotonic clock of whoever noted it. Immutable.
 *
 * @param askedNanos when the question left, on the asker's clock
 * @param heardNanos when it arrived, on the other clock
 * @param answeredNanos when the answer left, on the other clock
 * @param receivedNanos when the answer arrived, on the asker's clock
 */
public record ClockExchange(
    long askedNanos, long heardNanos, long answeredNanos, long receivedNanos) {
  /** Refuses instants of which one clock would have gone back. */
  public ClockExchange {
    if (receivedNanos - askedNanos < 0 || answeredNanos - heardNanos < 0) {
      throw new IllegalArgumentException(
          "An answer cannot leave before its question has arrived, nor arrive before that has"
              + " left.");
    }
  }

  /** How long both messages were under way together, in ns; with clocks that drift about so. */
  public long roundTripNanos() {
    return receivedNanos - askedNanos - (answeredNanos - heardNanos);
  }

  /**
   * What the exchange proves, whatever way took how much of the time: the question was heard after
   * it was asked, and the answer received after it was given.
   */
  public ClockDifference difference() {
    long low = answeredNanos - receivedNanos;
    // The other clock may run slower, so that both bounds would cross by what it lost meanwhile.
    return new ClockDifference(low, Math.max(low, heardNanos - askedNanos));
  }
}
