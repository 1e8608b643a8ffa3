package org.quorate.power.file;

import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.quorate.power.Channel;
import org.quorate.power.MeterException;
import org.quorate.power.MeterKind;
import org.quorate.power.MeterPresence;
import org.quorate.power.MeterSettings;
import org.quorate.power.PowerMeter;
import org.quorate.power.Scope;
import org.quorate.power.Stamp;

/**
 * The log of a Watts Up? PRO, a meter between plug and socket that many studies used: watts at the
 * wall in tenths, each the mean of the time before it. Formats: {@link WattsUpRecords}.
 */
public final class WattsUp implements MeterKind {
  private static final Duration PERIOD = Duration.ofSeconds(1);
  private static final double STEP = 0.1;

  private final Clock clock;

  /** Such meters, with the time and the time zone of {@code clock}. */
  public WattsUp(Clock clock) {
    this.clock = clock;
  }

  @Override
  public String name() {
    return "wattsup";
  }

  @Override
  public String description() {
    return "log file of a Watts Up? PRO meter: its own records, or its loggers' lines";
  }

  /** Of loads above 60 W, by its user's manual; and three counts of the last digit. */
  @Override
  public double accuracy() {
    return 0.015;
  }

  @Override
  public Map<String, String> options() {
    return FileOptions.descriptions(
        PERIOD,
        Map.of("start", "the time of the first record, where records carry none themselves"));
  }

  @Override
  public List<MeterPresence> find() {
    return List.of(FilePresence.onRequest(this, "path=FILE"));
  }

  @Override
  public Optional<Scope> scope(MeterSettings settings) {
    return Optional.of(Scope.WALL);
  }

  @Override
  public PowerMeter open(MeterSettings settings) throws MeterException {
    settings.checkKnown(options().keySet());
    FileOptions options = FileOptions.of(settings, PERIOD, clock);
    Optional<Instant> start = start(settings, options);
    Channel channel =
        Channel.watts("watts", Scope.WALL, STEP).averagedOver(options.period(), Stamp.END);
    return FileMeter.open(
        name(), options, () -> new WattsUpRecords(channel, options, start), clock);
  }

  private static Optional<Instant> start(MeterSettings settings, FileOptions options)
      throws MeterException {
    Optional<String> text = settings.optional("start");
    if (text.isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(Stamps.setting(text.get(), options.zone()).plus(options.clockOffset()));
    } catch (DateTimeException e) {
      throw new MeterException(
          "start=\""
              + text.get()
              + "\" is no time; write one such as 2017-05-01T10:00:00 or"
              + " 2017-05-01T10:00:00+02:00.",
          e);
    }
  }
}
