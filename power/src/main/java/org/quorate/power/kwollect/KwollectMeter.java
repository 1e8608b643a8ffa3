package org.quorate.power.kwollect;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.quorate.power.Channel;
import org.quorate.power.MeterException;
import org.quorate.power.PowerMeter;
import org.quorate.power.Reading;
import org.quorate.power.metric.MetricUnit;
import org.quorate.power.metric.Series;

/** Asks for the points that are newer than the last ones. */
final class KwollectMeter implements PowerMeter {
  /** The longest span of one question. */
  private static final Duration SPAN = Duration.ofMinutes(5);

  /** How late a point may come and still be found. */
  private static final Duration LATEST = Duration.ofMinutes(1);

  private static final Duration DELAY = Duration.ofSeconds(10);

  private final Site site;
  private final MetricUnit unit;
  private final Series series;
  private final List<Channel> channels;
  private final Duration period;
  private final InstantSource clock;
  private final Instant[] last;
  private Instant from;

  /**
   * @param from instant after which points are wanted
   */
  KwollectMeter(
      Site site,
      MetricUnit unit,
      Series series,
      List<Channel> channels,
      Duration period,
      InstantSource clock,
      Instant from) {
    this.site = site;
    this.unit = unit;
    this.series = series;
    this.channels = channels;
    this.period = period;
    this.clock = clock;
    this.last = new Instant[series.size()];
    Arrays.fill(last, from);
    this.from = from;
  }

  @Override
  public String name() {
    return "kwollect " + site.node() + "." + site.site() + " " + site.metric();
  }

  @Override
  public List<Channel> channels() {
    return channels;
  }

  @Override
  public Duration period() {
    return period;
  }

  @Override
  public Duration delay() {
    return DELAY;
  }

  @Override
  public Optional<Duration> clockAhead() {
    return site.web().clockAhead();
  }

  @Override
  public List<Reading> read() throws MeterException, InterruptedException {
    Instant now = clock.instant().plus(site.web().trustedClockAhead());
    List<Reading> readings = new ArrayList<>();
    boolean more = now.isAfter(from);
    while (more) {
      Instant until = earlier(now, from.plus(SPAN));
      try {
        readings.addAll(span(until));
      } catch (MeterException e) {
        if (readings.isEmpty()) {
          throw e;
        }
        return readings;
      }
      more = until.isBefore(now);
      from = nextFrom(until, now);
    }
    return readings;
  }

  private List<Reading> span(Instant until) throws MeterException, InterruptedException {
    List<Site.Point> points = site.points(from, until);
    Instant receivedAt = clock.instant();
    Instant[] newest = last.clone();
    List<Reading> readings = new ArrayList<>();
    for (Site.Point point : points) {
      int channel = series.index(point.labels());
      if (point.at().isAfter(newest[channel])) {
        newest[channel] = point.at();
        readings.add(new Reading(channel, point.at(), receivedAt, unit.value(point.value())));
      }
    }
    System.arraycopy(newest, 0, last, 0, last.length);
    return readings;
  }

  /** Goes on behind the oldest channel's last point, but not further back than points come late. */
  private Instant nextFrom(Instant until, Instant now) {
    if (until.isBefore(now.minus(LATEST))) {
      return until;
    }
    Instant seen = Arrays.stream(last).min(Instant::compareTo).orElse(until);
    Instant earliest = until.minus(LATEST);
    return seen.isAfter(earliest) ? seen : earliest;
  }

  private static Instant earlier(Instant a, Instant b) {
    return a.isBefore(b) ? a : b;
  }

  @Override
  public void close() {}
}
