package org.quorate.core.rest;

import java.time.Duration;
import java.util.Locale;
import org.quorate.core.quantity.Durations;
import org.quorate.core.rest.RestDecision.MayRest;
import org.quorate.core.rest.RestDecision.MustStay;

/**
 * When a gear, nodes that rest and wake together, rests by the load. With L the load of the busiest
 * node that stays awake, as if the gear rested:
 *
 * <ul>
 *   <li>The gear is woken at once where L is above {@link GearTerms#most()} by more than chance,
 *       which among few operations is much, where its rows {@linkplain RestCheck do not allow} it
 *       to rest any longer, as when another node is down, and where the {@linkplain
 *       MayRest#longest() longest rest} would end before the next look. Waking is never put off.
 *   <li>It is sent to rest where L was not above {@link GearTerms#low()} of that for the whole of
 *       the shortest stay, its rows allow it, and for so long that it is not woken before the
 *       shortest stay is over.
 *   <li>What another controller has begun is gone on with: waking always, and a rest as soon as the
 *       load is known, unless the gear has to be woken from it.
 * </ul>
 *
 * <p>The caller sees the load anew after each change, so between waking and the next rest lies the
 * shortest stay at least; and since L is reckoned as if the gear rested, the same load that lets it
 * rest does not wake it. Stateless.
 *
 * @param terms when the load allows it; what is left above their most is for the time that waking
 *     takes
 * @param betweenLooks from one decision to the next at most, at least 0
 */
public record GearPolicy(GearTerms terms, Duration betweenLooks) {
  /**
   * @throws IllegalArgumentException if the time is below 0
   */
  public GearPolicy {
    if (betweenLooks.isNegative()) {
      throw new IllegalArgumentException(
          "From one look to the next it must be at least 0, but it is " + betweenLooks + ".");
    }
  }

  /** Whether a load lets a gear rest that is awake; otherwise nothing of its rows matters. */
  public boolean isLow(double load) {
    return load <= lowMark();
  }

  private double lowMark() {
    return terms.low() * terms.most();
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
          "They stay awake until the load has been seen for "
              + Durations.format(terms.shortestStay())
              + ".");
    }
    if (!isLow(seen.highest())) {
      return new GearDecision.Stay(
          isLow(seen.load())
              ? String.format(
                  Locale.ROOT,
                  "They stay awake, since the load has been above %.0f operations/s in the last"
                      + " %s.",
                  lowMark(),
                  Durations.format(terms.shortestStay()))
              : String.format(
                  Locale.ROOT,
                  "They stay awake, since the load is above %.0f operations/s.",
                  lowMark()));
    }
    if (seen.verdict() instanceof MustStay stay) {
      return new GearDecision.Stay("The load is low, but: " + stay.reason());
    }
    MayRest may = (MayRest) seen.verdict();
    Duration worthwhile = terms.shortestStay().plus(betweenLooks);
    if (may.longest().compareTo(worthwhile) < 0) {
      return new GearDecision.Stay(
          "The load is low, but a rest could last no longer than "
              + Durations.format(may.longest())
              + " ("
              + may.limit()
              + "), less than the shortest stay and one look, "
              + Durations.format(worthwhile)
              + ".");
    }
    return new GearDecision.Rest(
        String.format(
            Locale.ROOT,
            "They go to rest, since without them the busiest of the others has at most %.0f"
                + " operations/s, not above %.0f.",
            seen.highest(),
            lowMark()));
  }

  private GearDecision away(GearObservation seen) {
    if (seen.verdict() instanceof MustStay stay) {
      return new GearDecision.Wake("They may rest no longer: " + stay.reason());
    }
    if (seen.left().compareTo(betweenLooks) <= 0) {
      return new GearDecision.Wake(
          "They have rested for as long as they may: " + ((MayRest) seen.verdict()).limit() + ".");
    }
    if (seen.certain() > terms.most()) {
      return new GearDecision.Wake(
          String.format(
              Locale.ROOT,
              "They are woken, since the busiest of the others has at least %.0f operations/s, above"
                  + " %.0f.",
              seen.certain(),
              terms.most()));
    }
    if (Double.isNaN(seen.load())) {
      return new GearDecision.Stay("They are left as they are until the load is known.");
    }
    if (seen.state() == GearState.RESTING) {
      return new GearDecision.Stay(
          String.format(
              Locale.ROOT,
              "They rest, since the load is not for certain above %.0f operations/s.",
              terms.most()));
    }
    return new GearDecision.Rest("They have begun to go to rest.");
  }
}
