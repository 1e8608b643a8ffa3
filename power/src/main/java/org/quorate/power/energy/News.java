package org.quorate.power.energy;

import java.util.OptionalDouble;
import org.quorate.power.Channel;
import org.quorate.power.Quantity;
import org.quorate.power.Stamp;

/**
 * What the readings inside a window say that is new: how many do, how often, and for how long none
 * did.
 *
 * <p>Where the device stamps its readings itself, each new stamp is something new. Else only a
 * change of the value is, since who asks more often than a device refreshes hears the same again.
 *
 * <p>A counter stands still, and a gauge is dead at 0 W, when that lasts for more than three of the
 * longest of: the distance that readings are meant to have; the time that the device really needs
 * to refresh; and, for a counter, the time in which the window's mean power makes one step of its
 * resolution. Not thread-safe.
 */
final class News {
  private static final int MOST_REFRESHES = 3;

  private final Channel channel;
  private final double end;
  private final double spacing;
  private final boolean ownStamps;

  private double previousTime = Double.NaN;
  private double previousValue = Double.NaN;
  private double smallest = Double.POSITIVE_INFINITY;
  private double largest = Double.NEGATIVE_INFINITY;
  private long samples;
  private long changesWithin;
  private final Distances stamps = new Distances();
  private final Distances changes = new Distances();
  private final Distances changesAnywhere = new Distances();
  private double stillSince = Double.NaN;
  private double longestStill;

  /**
   * Starts to listen.
   *
   * @param end seconds of the window, which starts at 0
   * @param spacing seconds that readings are meant to lie apart
   */
  News(Channel channel, double end, double spacing) {
    this.channel = channel;
    this.end = end;
    this.spacing = spacing;
    this.ownStamps = channel.stamp() != Stamp.SAMPLED;
  }

  /**
   * Takes the next value.
   *
   * @param time of it in seconds, after that of the last
   * @param isStamped whether it came with a time stamp
   */
  void add(double time, double value, boolean isStamped) {
    boolean inside = time >= 0 && time <= end;
    boolean changed = !Double.isNaN(previousTime) && value != previousValue;
    if (inside) {
      samples++;
      smallest = Math.min(smallest, value);
      largest = Math.max(largest, value);
      if (isStamped && ownStamps) {
        stamps.add(time);
      }
    }
    if (changed) {
      changesAnywhere.add(time);
      if (inside) {
        changes.add(time);
        changesWithin += samples > 1 ? 1 : 0;
      }
    }
    listenForStillness(time, value, changed);
    previousTime = time;
    previousValue = value;
  }

  private void listenForStillness(double time, double value, boolean changed) {
    boolean still = isCounter() ? !changed : value == 0;
    if (still && !Double.isNaN(stillSince)) {
      longestStill = Math.max(longestStill, Math.min(time, end) - Math.max(stillSince, 0));
    } else {
      stillSince = isCounter() || still ? time : Double.NaN;
    }
  }

  private boolean isCounter() {
    return channel.quantity() == Quantity.ENERGY;
  }

  /** Readings inside the window. */
  long samples() {
    return samples;
  }

  /** How many of them said something new. */
  long effective() {
    return Math.min(samples, Math.max(stamps.count, changesWithin + 1));
  }

  /** Whether there are some, and all said the same. */
  boolean isConstant() {
    return samples > 0 && smallest == largest;
  }

  /** Whether any of them was above zero. */
  boolean isPositive() {
    return largest > 0;
  }

  /**
   * How often the device really refreshes, in seconds: the mean distance of its own stamps inside
   * the window, or else of the changes of its value there; NaN where neither is known.
   */
  double refresh() {
    return stamps.count > 1 ? stamps.mean() : changes.mean();
  }

  /**
   * For how many seconds on end a counter stood still, or a gauge was at 0 W; empty where that is
   * not too long to be believed.
   *
   * @param joules what a counter's window comes to
   */
  OptionalDouble tooLongStill(double joules) {
    double refresh = isCounter() ? counterRefresh(joules) : gaugeRefresh();
    return longestStill > MOST_REFRESHES * Math.max(spacing, refresh)
        ? OptionalDouble.of(longestStill)
        : OptionalDouble.empty();
  }

  private double counterRefresh(double joules) {
    double step = joules > 0 ? channel.resolution() * end / joules : 0;
    double mean = changes.count > 1 ? changes.mean() : changesAnywhere.mean();
    return Double.isNaN(mean) ? step : Math.max(step, mean);
  }

  private double gaugeRefresh() {
    if (stamps.count > 1) {
      return stamps.mean();
    }
    return changesAnywhere.count > 1 ? changesAnywhere.shortest : 0;
  }

  /** How far apart some moments lie. */
  private static final class Distances {
    private long count;
    private double first;
    private double last;
    private double shortest = Double.POSITIVE_INFINITY;

    void add(double time) {
      if (count++ == 0) {
        first = time;
      } else {
        shortest = Math.min(shortest, time - last);
      }
      last = time;
    }

    double mean() {
      return count > 1 ? (last - first) / (count - 1) : Double.NaN;
    }
  }
}
