package org.quorate.core.offload;

import java.util.Locale;

/**
 * Keeps the use of awake servers between two marks. With C the requests that a server can do, n the
 * servers that are awake and L the requests of all of them together:
 *
 * <ul>
 *   <li>More are woken at once where {@code L > high C n}: the fewest with which L is not above the
 *       high mark, or all. Waking is never put off.
 *   <li>One more is woken where the busiest server alone is above the high mark, though all
 *       together are not; but only when nothing was changed for the shortest stay, since servers
 *       that were just woken have not had their share yet.
 *   <li>Some are sent to rest where fewer would stay below the low mark, the load being reckoned
 *       with as if every server had as much as the busiest; but only when nothing was changed for
 *       the shortest stay.
 * </ul>
 *
 * <p>So between a change and the next sending to rest lies the shortest stay at least, and what is
 * left awake is so far below the high mark that the same load wakes nobody again.
 *
 * @param low share of what they can do that the servers left awake are used by at most, above 0
 * @param high share of what they can do beyond which more are woken, above {@code low} and up to 1;
 *     what is left above it is for the time that waking takes
 * @param shortestStay seconds, at least 0
 * @param leastAwake servers that never rest, at least 1; all, where there are fewer
 */
public record HysteresisOffload(double low, double high, double shortestStay, int leastAwake)
    implements OffloadPolicy {
  /**
   * @throws IllegalArgumentException if a value is out of its range
   */
  public HysteresisOffload {
    if (!(low > 0 && low < high && high <= 1)) {
      throw new IllegalArgumentException(
          "The low mark must be a share above 0, and the high mark one above it and up to 1, but"
              + " they are "
              + low
              + " and "
              + high
              + ".");
    }
    if (!(shortestStay >= 0 && Double.isFinite(shortestStay))) {
      throw new IllegalArgumentException(
          "The shortest stay must be a number of seconds of at least 0, but it is "
              + shortestStay
              + ".");
    }
    if (leastAwake < 1) {
      throw new IllegalArgumentException(
          "At least 1 server must stay awake, but the number is " + leastAwake + ".");
    }
  }

  @Override
  public OffloadDecision decide(OffloadObservation observation) {
    int awake = observation.awake();
    int servers = observation.servers();
    double mark = high * observation.capacityPerSecond();
    double busiest = observation.busiestPerSecond();
    int enough = needed(observation.allPerSecond(), mark, servers);
    if (enough > awake) {
      return new OffloadDecision(enough, aboveTheMark(observation, enough));
    }
    boolean settled = observation.secondsUnchanged() >= shortestStay;
    if (settled && awake < servers && busiest > mark) {
      return new OffloadDecision(
          awake + 1,
          String.format(
              Locale.ROOT,
              "The busiest server gets %.0f requests/s, more than %.0f %% of what it can do.",
              busiest,
              100 * high));
    }
    int few =
        needed(
            Math.max(observation.allPerSecond(), busiest * awake),
            low * observation.capacityPerSecond(),
            servers);
    if (few >= awake) {
      return new OffloadDecision(awake, "The load lies between the marks.");
    }
    return settled
        ? new OffloadDecision(few, belowTheMark(observation, few))
        : new OffloadDecision(
            awake,
            String.format(
                Locale.ROOT,
                "Fewer would do, but the last change was only %.1f s ago.",
                observation.secondsUnchanged()));
  }

  /** The fewest servers of which none is above a mark, as far as there are so many. */
  private int needed(double perSecond, double mark, int servers) {
    double fewest = Math.ceil(perSecond / mark);
    return (int) Math.min(servers, Math.max(fewest, leastAwake));
  }

  private String aboveTheMark(OffloadObservation observation, int enough) {
    return enough == leastAwake
        ? "At least " + leastAwake + " servers stay awake."
        : String.format(
            Locale.ROOT,
            "%.0f requests/s are more than %.0f %% of what %d awake can do.",
            observation.allPerSecond(),
            100 * high,
            observation.awake());
  }

  private String belowTheMark(OffloadObservation observation, int few) {
    return String.format(
        Locale.ROOT,
        "%.0f requests/s are at most %.0f %% of what %d can do.",
        observation.allPerSecond(),
        100 * low,
        few);
  }
}
