package org.quorate.power.prometheus;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.quorate.power.Channel;
import org.quorate.power.MeterException;
import org.quorate.power.PowerMeter;
import org.quorate.power.Quantity;
import org.quorate.power.Reading;
import org.quorate.power.metric.MetricUnit;
import org.quorate.power.metric.Series;

/**
 * Asks a query for all values since the last reading. The newest instant that it asks for is some
 * seconds ago by Prometheus's own clock, because what it would say about the present may still
 * change.
 */
final class QueryMeter implements PowerMeter {
  /** How far back the meter looks for series when it is opened. */
  private static final Duration FIRST_LOOK = Duration.ofMinutes(1);

  private final RangeQuery query;
  private final MetricUnit unit;
  private final List<Channel> channels;
  private final Series series;
  private final Duration period;
  private final Duration delay;
  private final InstantSource clock;
  private Instant next;

  private QueryMeter(
      RangeQuery query,
      MetricUnit unit,
      List<Channel> channels,
      Series series,
      Duration period,
      Duration delay,
      InstantSource clock,
      Instant next) {
    this.query = query;
    this.unit = unit;
    this.channels = channels;
    this.series = series;
    this.period = period;
    this.delay = delay;
    this.clock = clock;
    this.next = next;
  }

  /**
   * Asks once, to learn the series.
   *
   * @param channel of a series, by its name
   * @param sum whether there may be several
   */
  static QueryMeter open(
      RangeQuery query,
      MetricUnit unit,
      Function<String, Channel> channel,
      boolean sum,
      Duration period,
      Duration delay,
      InstantSource clock)
      throws MeterException, InterruptedException {
    Instant now = query.onGrid(clock.instant().minus(delay));
    List<RangeQuery.Answer> answers = lastMinute(query, now);
    Duration ahead = query.web().trustedClockAhead();
    if (!ahead.isZero()) {
      now = query.onGrid(clock.instant().plus(ahead).minus(delay));
      answers = lastMinute(query, now);
    }
    if (answers.isEmpty()) {
      throw new MeterException(
          "The query "
              + query.query()
              + " gives no series at "
              + query.web().name()
              + "; check its metric and labels.");
    }
    List<Map<String, String>> labels = answers.stream().map(RangeQuery.Answer::labels).toList();
    Series series = new Series("query", labels, sum);
    if (unit.quantity() == Quantity.POWER && answers.stream().noneMatch(QueryMeter::hasPower)) {
      throw new MeterException(
          "The query " + query.query() + " gives 0 W, which no running host draws.");
    }
    return new QueryMeter(
        query,
        unit,
        series.names().stream().map(channel).toList(),
        series,
        period,
        delay,
        clock,
        now.plus(query.step()));
  }

  private static List<RangeQuery.Answer> lastMinute(RangeQuery query, Instant now)
      throws MeterException, InterruptedException {
    Instant first = query.onGrid(now.minus(FIRST_LOOK));
    return query.ask(query.latest(first, now), now);
  }

  private static boolean hasPower(RangeQuery.Answer answer) {
    return answer.values().stream().anyMatch(value -> value.number() > 0);
  }

  @Override
  public String name() {
    return "prometheus " + query.web().name();
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
    return delay;
  }

  @Override
  public Optional<Duration> clockAhead() {
    return query.web().clockAhead();
  }

  @Override
  public List<Reading> read() throws MeterException, InterruptedException {
    Duration ahead = query.web().trustedClockAhead();
    Instant last = query.onGrid(clock.instant().plus(ahead).minus(delay));
    List<Reading> readings = new ArrayList<>();
    while (!next.isAfter(last)) {
      Instant to = query.reach(next).isBefore(last) ? query.reach(next) : last;
      try {
        readings.addAll(span(next, to));
      } catch (MeterException e) {
        if (readings.isEmpty()) {
          throw e;
        }
        return readings;
      }
      next = to.plus(query.step());
    }
    return readings;
  }

  private List<Reading> span(Instant from, Instant to) throws MeterException, InterruptedException {
    List<RangeQuery.Answer> answers = query.ask(from, to);
    Instant receivedAt = clock.instant();
    List<Reading> readings = new ArrayList<>();
    for (RangeQuery.Answer answer : answers) {
      int channel = series.index(answer.labels());
      for (RangeQuery.Value value : answer.values()) {
        readings.add(new Reading(channel, value.at(), receivedAt, unit.value(value.number())));
      }
    }
    return readings;
  }

  @Override
  public void close() {}
}
