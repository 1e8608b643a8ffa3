package org.quorate.power.model;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.quorate.power.Channel;
import org.quorate.power.ErrorBand;
import org.quorate.power.MeterException;
import org.quorate.power.PowerMeter;
import org.quorate.power.Reading;

/**
 * A meter that estimates: between two readings the host's mean use is turned into watts by its
 * profile, and watts into joules, which add up to a counter. Reading it more often follows a bent
 * curve more closely; for a straight one it makes no difference.
 */
public final class ModelMeter implements PowerMeter {
  /**
   * Processor time that may be put off to the next period. The kernel tells it in steps of 10 ms,
   * so that a host that is fully used seems to have used more in one period and less in the next;
   * without this the more would be cut off and the less would stay. Two steps, since more than one
   * server may be told of too late.
   */
  private static final double MOST_PUT_OFF_SECONDS = 0.02;

  private final HostProfile profile;
  private final UseSource source;
  private final InstantSource clock;
  private final Duration period;
  private HostUse before;
  private Instant beforeAt;
  private double joules;

  /** Processor time that the last period had no room for. */
  private double putOff;

  private ModelMeter(
      HostProfile profile,
      UseSource source,
      InstantSource clock,
      Duration period,
      HostUse before,
      Instant beforeAt) {
    this.profile = profile;
    this.source = source;
    this.clock = clock;
    this.period = period;
    this.before = before;
    this.beforeAt = beforeAt;
  }

  /**
   * Starts estimating.
   *
   * @throws MeterException when the host's use cannot be read
   */
  public static ModelMeter open(
      HostProfile profile, UseSource source, InstantSource clock, Duration period)
      throws MeterException {
    HostUse use = source.read();
    return new ModelMeter(profile, source, clock, period, use, clock.instant());
  }

  @Override
  public String name() {
    return "model " + profile.name();
  }

  @Override
  public List<Channel> channels() {
    return List.of(Channel.joules("model", profile.scope(), 0).estimated());
  }

  @Override
  public Duration period() {
    return period;
  }

  @Override
  public ErrorBand error() {
    return profile.error();
  }

  /** What it estimates by. */
  public HostProfile profile() {
    return profile;
  }

  @Override
  public List<Reading> read() throws MeterException {
    HostUse use = source.read();
    Instant at = clock.instant();
    double seconds = Duration.between(beforeAt, at).toNanos() / 1e9;
    if (seconds > 0) {
      double used = use.processorSeconds() - before.processorSeconds() + putOff;
      double possible = seconds * source.cores();
      putOff = Math.min(MOST_PUT_OFF_SECONDS, Math.max(0, used - possible));
      joules +=
          seconds
              * profile.watts(
                  used / possible,
                  (use.diskBytes() - before.diskBytes()) / seconds,
                  (use.networkBytes() - before.networkBytes()) / seconds);
      before = use;
      beforeAt = at;
    }
    return List.of(Reading.received(0, at, joules));
  }

  @Override
  public void close() {
    // Nothing is held open.
  }
}
