package org.quorate.power.liveness;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.quorate.power.Channel;
import org.quorate.power.MeterException;
import org.quorate.power.PowerMeter;
import org.quorate.power.Quantity;
import org.quorate.power.Reading;

/**
 * Refuses channels that say nothing. While a processor is kept busy a fifth of the time, for at
 * most three seconds,
 *
 * <ul>
 *   <li>a counter must change,
 *   <li>a gauge must once be above 0 W.
 * </ul>
 *
 * <p>The check ends as soon as all channels did. Counters whose step is above {@value
 * #COARSEST_STEP} J, such as those of outlets in watt-hours, may well stand still for that long and
 * are not judged. The readings of the check are used up by it. Immutable, and as thread-safe as its
 * load.
 */
public final class LivenessCheck {
  /** How long a channel has time to tell something. */
  public static final Duration LONGEST = Duration.ofSeconds(3);

  /** Joules of the largest step of a counter that must advance meanwhile. */
  public static final double COARSEST_STEP = 1;

  private static final Duration WORK = Duration.ofMillis(20);
  private static final Duration PAUSE = Duration.ofMillis(80);

  private final SyntheticLoad load;

  /** A check that takes its time and does its work as {@code load} says. */
  public LivenessCheck(SyntheticLoad load) {
    this.load = load;
  }

  /** A check in this machine's time. */
  public static LivenessCheck onThisMachine() {
    return new LivenessCheck(SyntheticLoad.ofThisMachine());
  }

  /** Makes a meter of sources, one channel for each of them in their order. */
  @FunctionalInterface
  public interface Opening<S> {
    /**
     * Opens the meter.
     *
     * @throws MeterException when it cannot be opened
     */
    PowerMeter open(List<S> sources) throws MeterException, InterruptedException;
  }

  /**
   * The channels that told nothing; empty where the meter can be believed.
   *
   * @throws MeterException when the meter cannot be read
   * @throws InterruptedException if the thread is interrupted
   */
  public List<DeadChannel> deadChannels(PowerMeter meter)
      throws MeterException, InterruptedException {
    List<Pulse> pulses = new ArrayList<>();
    for (Channel channel : meter.channels()) {
      pulses.add(new Pulse(channel));
    }
    long start = load.nanoTime();
    while (true) {
      for (Reading reading : meter.read()) {
        pulses.get(reading.channel()).feel(reading);
      }
      if (pulses.stream().allMatch(Pulse::beats) || load.nanoTime() - start >= LONGEST.toNanos()) {
        break;
      }
      load.work(WORK);
      load.pause(PAUSE);
    }
    List<DeadChannel> dead = new ArrayList<>();
    for (int i = 0; i < pulses.size(); i++) {
      Pulse pulse = pulses.get(i);
      if (!pulse.beats()) {
        Channel channel = pulse.channel;
        dead.add(new DeadChannel(i, channel.name(), channel.counted(), pulse.reason()));
      }
    }
    return List.copyOf(dead);
  }

  /**
   * Opens a meter of those sources that live. A dead channel that the meter's sum needs is a reason
   * to refuse the meter; one that would only be shown apart is left out.
   *
   * @param name the meter, for the message
   * @throws MeterException when a counted channel is dead, or the meter cannot be opened or read
   * @throws InterruptedException if the thread is interrupted
   */
  public <S> PowerMeter open(String name, List<S> sources, Opening<S> opening)
      throws MeterException, InterruptedException {
    PowerMeter meter = opening.open(sources);
    Set<Integer> dead;
    try {
      List<DeadChannel> found = deadChannels(meter);
      for (DeadChannel channel : found) {
        if (channel.counted()) {
          throw new MeterException(
              "The meter " + name + " cannot be trusted: " + channel.reason() + "; use another.");
        }
      }
      dead = found.stream().map(DeadChannel::index).collect(Collectors.toSet());
    } catch (MeterException | InterruptedException | RuntimeException e) {
      meter.close();
      throw e;
    }
    if (dead.isEmpty()) {
      return meter;
    }
    meter.close();
    List<S> alive = new ArrayList<>();
    for (int i = 0; i < sources.size(); i++) {
      if (!dead.contains(i)) {
        alive.add(sources.get(i));
      }
    }
    return opening.open(alive);
  }

  /** What was seen of one channel. */
  private static final class Pulse {
    private final Channel channel;
    private double first = Double.NaN;
    private double last = Double.NaN;
    private boolean beats;

    Pulse(Channel channel) {
      this.channel = channel;
    }

    void feel(Reading reading) {
      if (reading.isMissing()) {
        return;
      }
      if (Double.isNaN(first)) {
        first = reading.value();
      }
      last = reading.value();
      boolean tells =
          channel.quantity() == Quantity.POWER
              ? last > 0
              : last != first || channel.resolution() > COARSEST_STEP;
      beats |= tells;
    }

    boolean beats() {
      return beats;
    }

    String reason() {
      String time = LONGEST.toSeconds() + " s";
      if (Double.isNaN(last)) {
        return channel.name() + " gave no value for " + time;
      }
      String value = String.format(Locale.ROOT, last == 0 ? "%.0f" : "%.3f", last);
      return channel.name()
          + " stayed at "
          + value
          + (channel.quantity() == Quantity.POWER
              ? " W for " + time + " while a processor worked: a dead gauge"
              : " J for " + time + " while a processor worked: a dead counter");
    }
  }
}
