package org.quorate.core.rest;

import java.time.Duration;
import java.util.Locale;
import org.quorate.core.quantity.Durations;
import org.quorate.core.rest.RestDecision.MayRest;
import org.quorate.core.rest.RestDecision.MustStay;

/**
 * When a gear, nodes that rest and wake together, rests by the load. With C what a node can carry
 * and L the load of the busiest node that stays awake, as if the gear rested:
 *
 * <ul>
 *   <li>The gear is woken at once where {@code L > high C}, where its rows {@linkplain RestCheck do
 *       not allow} it to rest any longer, as when another node is down, and where the {@linkplain
 *       MayRest#longest() longest rest} would end before the next look. Waking is never put off.
 *   <li>It is sent to rest where {@code L <= low C} was so for the whole of the shortest stay, its
 *       rows allow it, and for no less than the shortest stay.
 *   <li>What another controller has begun is gone on with: waking always, and a rest unless the
 *       gear had to be woken from it.
 * </ul>
 *
 * <p>The caller sees the load anew after each change, so between waking and the next rest lies the
 * shortest stay at least; and since L is reckoned as if the gear rested, the same load that lets it
 * rest does not wake it. Stateless.
 *
 * @param capacityPerSecond operations per second that a node can carry, above 0
 * @param low share of that at which a rest begins at most, above 0
 * @param high share of it beyond which a rest ends, above {@code low} and up to 1; what is left
 *     above it is for the time that waking takes
 * @param shortestStay at least 0
 * @param betweenLooks from one decision to the next at most, at least 0
 */
public record GearPolicy(
    double capacityPerSecond,
    double low,
    double high,
    Duration shortestStay,
    Duration betweenLooks) {
  /**
   * @throws IllegalArgumentException if a value is out of its range
   */
  public GearPolicy {
    if (!(capacityPerSecond > 0 && Double.isFinite(capacityPerSecond))) {
      throw new IllegalArgumentException(
          "A node must be able to carry more than 0 operations per second, but it is "
              + capacityPerSecond
              + ".");
    }
    if (!(low > 0 && low < high && high <= 1)) {
      throw new IllegalArgumentException(
          "The low mark must be a share above 0, and the high mark one above it and up to 1, but"
              + " they are "
              + low
              + " and "
              + high
              + ".");
    }
    if (shortestStay.isNegative() || betweenLooks.isNegative()) {
      throw new IllegalArgumentException(
          "Times must be at least 0, but they are " + shortestStay + " and " + betweenLooks + ".");
    }
  }

  /** Whether a load lets a gear rest that is awake; otherwise nothing of its rows matters. */
  public boolean isLow(double load) {
    return load <= low * capacityPerSecond;
  }

  /** What becomes of the gear now. */
  public GearDecision decide(GearObservation seen) {
    return switch (seen.state()) {
      case WAKING -> new GearDecision.Wake("They have begun to wake.");
      case AWAKE -> awake(seen);
      case LEAVING, RESTING -> away(seen);
    };
  }

  private GearDecision awake(GearObservation seen) {
    if (Double.isNaN(seen.highest())) {
      return new GearDecision.Stay(
          "The load has not been seen for the shortest stay of "
              + Durations.format(shortestStay)
              + " yet.");
    }
    if (!isLow(seen.highest())) {
      return new GearDecision.Stay(
          isLow(seen.load())
              ? "The load has been above the low mark during the shortest stay of "
                  + Durations.format(shortestStay)
                  + "."
              : "The load is above the low mark.");
    }
    if (seen.verdict() instanceof MustStay stay) {
      return new GearDecision.Stay("The load is low, but: " + stay.reason());
    }
    MayRest may = (MayRest) seen.verdict();
    if (may.longest().compareTo(shortestStay) < 0) {
      return new GearDecision.Stay(
          "The load is low, but a rest could last no longer than "
              + Durations.format(may.longest())
              + " ("
              + may.limit()
              + "), less than the shortest stay of "
              + Durations.format(shortestStay)
              + ".");
    }
    return new GearDecision.Rest(
        String.format(
            Locale.ROOT,
            "The busiest of the others would have at most %.0f operations/s, no more than %.0f %% of"
                + " what a node can carry.",
            seen.highest(),
            100 * low));
  }

  private GearDecision away(GearObservation seen) {
    if (seen.verdict() instanceof MustStay stay) {
      return new GearDecision.Wake("They may rest no longer: " + stay.reason());
    }
    if (seen.left().compareTo(betweenLooks) <= 0) {
      return new GearDecision.Wake(
          "They have rested for as long as they may: " + ((MayRest) seen.verdict()).limit() + ".");
    }
    if (seen.load() > high * capacityPerSecond) {
      return new GearDecision.Wake(
          String.format(
              Locale.ROOT,
              "The busiest of the others has %.0f operations/s, more than %.0f %% of what a node can"
                  + " carry.",
              seen.load(),
              100 * high));
    }
    return seen.state() == GearState.LEAVING
        ? new GearDecision.Rest("They have begun to go to rest.")
        : new GearDecision.Stay("They rest, and the load is not above the high mark.");
  }
}
