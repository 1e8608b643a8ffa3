package org.quorate.power.prometheus;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.quorate.core.exposition.Sample;
import org.quorate.power.Channel;
import org.quorate.power.MeterException;
import org.quorate.power.PowerMeter;
import org.quorate.power.Reading;
import org.quorate.power.metric.MetricUnit;
import org.quorate.power.metric.Series;

/** Reads an exporter's page, one reading per series. */
record ScrapeMeter(
    ExporterPage page,
    Selection selection,
    Series series,
    MetricUnit unit,
    List<Channel> channels,
    Duration period)
    implements PowerMeter {
  @Override
  public String name() {
    return "scrape " + page.name() + " " + selection.metric();
  }

  @Override
  public List<Reading> read() throws MeterException, InterruptedException {
    ExporterPage.Samples seen = page.read(Set.of(selection.metric()));
    List<Reading> readings = new ArrayList<>();
    for (int channel = 0; channel < series.size(); channel++) {
      readings.add(Reading.missing(channel, seen.receivedAt()));
    }
    for (Sample sample : selection.select(seen.samples())) {
      int channel = series.index(sample.labels());
      double value = unit.value(sample.value());
      readings.set(channel, new Reading(channel, sample.stampedAt(), seen.receivedAt(), value));
    }
    return readings;
  }

  @Override
  public void close() {}
}
