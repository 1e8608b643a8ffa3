package org.quorate.core.schedule;

import org.quorate.core.random.SeededRandom;

/** The arrivals of one lane along a rate profile: evenly spaced or Poisson. */
abstract class ProfileSchedule implements ArrivalSchedule {
  private static final double NANOS = 1e9;

  private final RateProfile profile;
  private final int lanes;
  private int piece;
  private long last;

  private ProfileSchedule(RateProfile profile, int lanes) {
    this.profile = profile;
    this.lanes = lanes;
  }

  /** Every {@code lanes}-th of the evenly spaced arrivals, from number {@code lane} on. */
  static ArrivalSchedule even(RateProfile profile, int lane, int lanes) {
    return new ProfileSchedule(profile, lanes) {
      private long number = lane;

      @Override
      double nextPosition() {
        double position = number;
        number += lanes;
        return position;
      }
    };
  }

  /** A Poisson process with one {@code lanes}-th of the rate. */
  static ArrivalSchedule poisson(RateProfile profile, int lanes, SeededRandom random) {
    return new ProfileSchedule(profile, lanes) {
      private double position;

      @Override
      double nextPosition() {
        position += lanes * random.nextExponential();
        return position;
      }
    };
  }

  /** How many arrivals of all lanes together are expected until the next one of this lane. */
  abstract double nextPosition();

  @Override
  public long next() {
    if (last == Long.MAX_VALUE) {
      return last;
    }
    double position = nextPosition();
    piece = profile.pieceOf(position, piece);
    last =
        piece == profile.pieces()
            ? Long.MAX_VALUE
            : Math.max(last, profile.timeOf(position, piece));
    return last;
  }

  @Override
  public double rateAt(long offsetNanos) {
    return profile.rateAt(offsetNanos / NANOS) / lanes;
  }
}
