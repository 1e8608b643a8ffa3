package org.quorate.core.schedule;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A rate over time: pieces one after the other, on each of which the rate is linear or exponential
 * in time. Immutable and thread-safe.
 *
 * <p>With r the rate, the expected number of arrivals until t is the integral L(t) of r from 0 to
 * t. Arrivals at a fixed spacing are the times at which L reaches 0, 1, 2 and so on; a Poisson
 * process with rate r is the times at which L reaches the arrivals of a Poisson process of rate 1
 * (time change: Çinlar, "Introduction to Stochastic Processes", 1975). Both therefore need only the
 * inverse of L, {@link #timeOf}.
 */
final class RateProfile {
  private static final double NANOS = 1e9;

  private final List<Piece> pieces;

  /** Seconds from the start, and arrivals expected until then, at each piece's start. */
  private final double[] startSeconds;

  private final double[] startArrivals;

  /**
   * One piece.
   *
   * @param from arrivals per second at its start
   * @param to arrivals per second at its end
   * @param seconds above 0; infinite only for a last piece of constant rate
   * @param exponential whether the rate changes by equal factors in equal times; both rates are
   *     above 0 then, and differ
   */
  record Piece(double from, double to, double seconds, boolean exponential) {
    static Piece endless(double rate) {
      return new Piece(rate, rate, Double.POSITIVE_INFINITY, false);
    }

    static Piece lasting(double from, double to, Duration duration) {
      return new Piece(from, to, duration.toNanos() / NANOS, false);
    }

    static Piece growing(double from, double to, Duration duration) {
      return new Piece(from, to, duration.toNanos() / NANOS, from != to);
    }

    double arrivals() {
      return from + to == 0 ? 0 : arrivalsAfter(seconds);
    }

    /** The rate this many seconds after the piece's start. */
    double rateAfter(double elapsed) {
      if (exponential) {
        return from * Math.exp(exponent() * elapsed);
      }
      return from == to ? from : from + (to - from) * (elapsed / seconds);
    }

    /** Arrivals expected until this many seconds after the piece's start. */
    double arrivalsAfter(double elapsed) {
      return exponential
          ? from * Math.expm1(exponent() * elapsed) / exponent()
          : (from + rateAfter(elapsed)) / 2 * elapsed;
    }

    /** Of an exponential piece: by how much the logarithm of its rate changes in a second. */
    private double exponent() {
      return Math.log(to / from) / seconds;
    }

    /** The stretch of the piece between two of its instants, in seconds, at a multiple. */
    Piece between(double start, double end, double factor) {
      double first = rateAfter(start) * factor;
      double last = Double.isInfinite(end) ? first : rateAfter(end) * factor;
      return new Piece(first, last, end - start, exponential && first != last);
    }

    /** Seconds after the piece's start at which this many arrivals are expected. */
    double secondsUntil(double arrivals) {
      if (arrivals <= 0) {
        return 0;
      }
      if (exponential) {
        double grown = Math.log1p(arrivals * exponent() / from) / exponent();
        // A rate that falls may never have so many arrivals.
        return Double.isNaN(grown) ? seconds : Math.min(seconds, grown);
      }
      double slope = from == to ? 0 : (to - from) / seconds;
      // The root of slope/2 t^2 + from t = arrivals, in the form that does not cancel.
      double root = Math.sqrt(Math.max(0, from * from + 2 * slope * arrivals));
      return Math.min(seconds, 2 * arrivals / (from + root));
    }
  }

  RateProfile(List<Piece> pieces) {
    this.pieces = List.copyOf(pieces);
    this.startSeconds = new double[pieces.size() + 1];
    this.startArrivals = new double[pieces.size() + 1];
    for (int i = 0; i < pieces.size(); i++) {
      startSeconds[i + 1] = startSeconds[i] + pieces.get(i).seconds();
      startArrivals[i + 1] = startArrivals[i] + pieces.get(i).arrivals();
    }
  }

  /**
   * The same with multiples of its rate.
   *
   * @param changes in the order of their time; before the first the rate stays as it is
   */
  RateProfile with(List<RateChange> changes) {
    List<Piece> changed = new ArrayList<>();
    double factor = 1;
    int next = 0;
    for (int i = 0; i < pieces.size(); i++) {
      double done = 0;
      while (next < changes.size() && seconds(changes.get(next)) < startSeconds[i + 1]) {
        double until = seconds(changes.get(next)) - startSeconds[i];
        if (until > done) {
          changed.add(pieces.get(i).between(done, until, factor));
          done = until;
        }
        factor = changes.get(next++).factor();
      }
      changed.add(pieces.get(i).between(done, pieces.get(i).seconds(), factor));
    }
    return new RateProfile(changed);
  }

  private static double seconds(RateChange change) {
    return change.at().toNanos() / NANOS;
  }

  /** Number of pieces. */
  int pieces() {
    return pieces.size();
  }

  /** Seconds until the end; may be infinite. */
  double seconds() {
    return startSeconds[pieces.size()];
  }

  /** Arrivals expected in all; may be infinite. */
  double arrivals() {
    return startArrivals[pieces.size()];
  }

  /** Arrivals expected until this many seconds after the start. */
  double arrivalsUntil(double seconds) {
    int i = pieceAt(seconds);
    if (i == pieces.size()) {
      return arrivals();
    }
    double elapsed = seconds - startSeconds[i];
    return startArrivals[i] + pieces.get(i).arrivalsAfter(elapsed);
  }

  /** Arrivals per second at this many seconds after the start; 0 after the end. */
  double rateAt(double seconds) {
    int i = pieceAt(seconds);
    return i == pieces.size() ? 0 : pieces.get(i).rateAfter(seconds - startSeconds[i]);
  }

  /**
   * When this many arrivals are expected to have come, in nanoseconds after the start.
   *
   * @param piece the piece to begin looking at, as the call before returned it by {@link #pieceOf}
   */
  long timeOf(double arrivals, int piece) {
    double seconds =
        startSeconds[piece] + pieces.get(piece).secondsUntil(arrivals - startArrivals[piece]);
    return Math.round(seconds * NANOS);
  }

  /**
   * The piece in which this many arrivals are reached, or the number of pieces if they never are.
   * An arrival that falls on a boundary belongs to the piece that begins there.
   *
   * @param from the piece to begin looking at
   */
  int pieceOf(double arrivals, int from) {
    int piece = from;
    // Sums of decimal rates are off in the last digits; an arrival must not slip in by that.
    double tolerance = 1e-12 * Math.max(1, arrivals);
    while (piece < pieces.size() && arrivals >= startArrivals[piece + 1] - tolerance) {
      piece++;
    }
    return piece;
  }

  private int pieceAt(double seconds) {
    int piece = 0;
    while (piece < pieces.size() && seconds >= startSeconds[piece + 1]) {
      piece++;
    }
    return piece;
  }
}
