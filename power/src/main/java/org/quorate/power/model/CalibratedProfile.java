package org.quorate.power.model;

import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import org.quorate.core.power.PowerCurve;
import org.quorate.core.quantity.Durations;
import org.quorate.power.Channel;
import org.quorate.power.MeterException;
import org.quorate.power.Origin;
import org.quorate.power.PowerMeter;
import org.quorate.power.Scope;

/**
 * Makes a profile of a calibrated curve, with its source and its error.
 *
 * <p>The error of a calibrated profile is the sum of two parts, rounded up to a whole per cent. The
 * first is found out: curves with points at the same shares are drawn through the published curves
 * of other servers, and nine of ten of their loads in between are predicted with a smaller error.
 * The second, {@value #OTHER_WORK}, is assumed: at the same utilisation, work that uses memory,
 * vector units or disks otherwise than the calibration's arithmetic draws another power. The error
 * of the meter itself is not contained.
 */
public final class CalibratedProfile {
  /** What is added for other work than the calibration's, as a share of the estimate. */
  public static final double OTHER_WORK = 0.1;

  private CalibratedProfile() {}

  /**
   * Checks that a meter may calibrate a model, before time is spent on it.
   *
   * @return what its watts are of
   * @throws MeterException when it estimates itself, or adds different things up
   */
  public static Scope scope(PowerMeter meter) throws MeterException {
    Set<Scope> scopes = new LinkedHashSet<>();
    for (Channel channel : meter.channels()) {
      if (channel.counted()) {
        scopes.add(channel.scope());
        if (channel.origin() == Origin.ESTIMATED) {
          throw new MeterException(
              "The meter "
                  + meter.name()
                  + " gives estimates, and a model made of a model's numbers would be none; use a"
                  + " meter that measures.");
        }
      }
    }
    if (scopes.size() != 1) {
      throw new MeterException(
          "The channels that "
              + meter.name()
              + " adds up see different things, so that no profile follows from their sum.");
    }
    return scopes.iterator().next();
  }

  /**
   * How far off estimates by such a curve may be, as a share of them.
   *
   * @param shares the calibrated loads, 0 to 1, the ends included
   */
  public static double error(List<Double> shares) {
    return Math.min(0.99, Math.ceil(100 * (errorBetween(shares) + OTHER_WORK) - 1e-9) / 100);
  }

  /** The part of the error that is due to loads between the calibrated ones. */
  static double errorBetween(List<Double> shares) {
    return errorBetween(shares, CurveCheck::predictions);
  }

  private static double errorBetween(
      List<Double> shares,
      BiFunction<PowerCurve, PowerCurve, List<CurveCheck.Prediction>> predict) {
    List<CurveCheck.Prediction> predictions = new ArrayList<>();
    for (PublishedCurves.Server server : PublishedCurves.all()) {
      PowerCurve known = through(server.curve(), shares);
      predictions.addAll(predict.apply(known, server.curve()));
    }
    return predictions.isEmpty() ? 0 : CurveCheck.of(predictions).highestDecile();
  }

  /**
   * How far off ratios of what lies above idle may be by such a curve: the published servers'
   * again, and {@link #OTHER_WORK} of full power as a share of what of it lies above idle.
   */
  static double dynamicError(PowerCurve curve, List<Double> shares) {
    double above = curve.busyWatts() - curve.idleWatts();
    return above > 0
        ? errorBetween(shares, CurveCheck::dynamicRatios) + OTHER_WORK * curve.busyWatts() / above
        : Double.POSITIVE_INFINITY;
  }

  /** The curve that a calibration at these shares would find of a server. */
  static PowerCurve through(PowerCurve measured, List<Double> shares) {
    return new PowerCurve(
        shares.stream()
            .sorted()
            .distinct()
            .map(share -> new PowerCurve.Point(share, measured.watts(share)))
            .toList());
  }

  /**
   * The profile.
   *
   * @param meter that the curve was measured with
   * @param shares that were asked for
   * @param cores of the machine
   * @throws MeterException as {@link #scope}
   */
  public static HostProfile of(
      String name,
      PowerCurve curve,
      PowerMeter meter,
      List<Double> shares,
      int cores,
      LocalDate date,
      Duration settle,
      Duration measure)
      throws MeterException {
    Scope scope = scope(meter);
    String loads =
        shares.stream()
            .map(share -> String.format(Locale.ROOT, "%.0f", 100 * share))
            .collect(Collectors.joining(", "));
    return new HostProfile(
        name,
        "this machine with its " + cores + (cores == 1 ? " core" : " cores") + ", calibrated",
        cores,
        scope,
        curve,
        0,
        0,
        error(shares),
        error(shares),
        Math.ceil(100 * dynamicError(curve, shares) - 1e-9) / 100,
        String.format(
            Locale.ROOT,
            "Measured on %s with %s (%s) at %s %% load, %s after each change for %s, by quorate power"
                + " calibrate. Error: nine of ten loads between those are within %.1f %% on %d"
                + " published servers; %.0f %% are added for other work than the calibration's, an"
                + " assumption; the meter's own error comes on top.",
            date,
            meter.name(),
            scope.text(),
            loads,
            Durations.format(settle),
            Durations.format(measure),
            100 * errorBetween(shares),
            PublishedCurves.all().size(),
            100 * OTHER_WORK));
  }
}
