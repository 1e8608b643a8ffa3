package org.quorate.power.watch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.quorate.power.Channel;
import org.quorate.power.MeterException;
import org.quorate.power.PowerMeter;
import org.quorate.power.Reading;
import org.quorate.power.Stamp;
import org.quorate.power.energy.GapRule;
import org.quorate.power.energy.HostEnergies;
import org.quorate.power.energy.HostEnergy;
import org.quorate.power.energy.HostMeter;
import org.quorate.power.energy.MeterRecorder;
import org.quorate.power.energy.ReadingLog;
import org.quorate.power.energy.SteadyClock;
import org.quorate.power.energy.Window;

/**
 * Reads one meter for as long as somebody wants to look at it. Readings are kept in a temporary
 * file until it is closed. Gaps are bridged, and the result says so. Used by one thread.
 */
public final class MeterWatch implements AutoCloseable {
  private static final String HOST = "host";

  private final HostMeter meter;
  private final LiveWatts live;
  private final SteadyClock clock;
  private final Path log;
  private final MeterRecorder recorder;
  private final Instant from;

  private MeterWatch(
      HostMeter meter, LiveWatts live, SteadyClock clock, Path log, MeterRecorder recorder) {
    this.meter = meter;
    this.live = live;
    this.clock = clock;
    this.log = log;
    this.recorder = recorder;
    this.from = clock.instant();
  }

  /**
   * Reads a meter once, and from now on once in each period.
   *
   * @param meter open, used by nobody else, and left open
   * @throws MeterException when it does not answer
   * @throws IOException when no temporary file can be written
   */
  public static MeterWatch start(PowerMeter meter, Duration period, SteadyClock clock)
      throws MeterException, IOException, InterruptedException {
    LiveWatts live = new LiveWatts(meter.channels(), period);
    HostMeter listened = new HostMeter(HOST, new ListenedMeter(meter, live::add), period);
    Path log = Files.createTempFile("quorate-watch", ".csv");
    boolean started = false;
    try {
      MeterRecorder recorder = MeterRecorder.start(List.of(listened), clock, log);
      started = true;
      return new MeterWatch(listened, live, clock, log, recorder);
    } finally {
      if (!started) {
        Files.deleteIfExists(log);
      }
    }
  }

  /** When the watch began. */
  public Instant from() {
    return from;
  }

  /** What was drawn since the last look. */
  public LiveWatts.Look look() {
    return live.look(clock.instant());
  }

  /**
   * Stops, and works out what was drawn since the start.
   *
   * @throws IOException when the readings could not be written or read
   */
  public Watched finish() throws IOException, InterruptedException {
    Instant to = clock.instant();
    List<String> problems = recorder.finish(to);
    Window window = new Window(from, to);
    return new Watched(window, energy(log, meter, window), problems);
  }

  private static HostEnergy energy(Path log, HostMeter meter, Window window) throws IOException {
    return HostEnergies.of(log, List.of(meter), window, GapRule.IMPUTE).get(0);
  }

  /** Stops reading and removes the readings. The meter stays open. */
  @Override
  public void close() throws IOException {
    recorder.close();
    Files.deleteIfExists(log);
  }

  /**
   * Reads a meter that is a finished file as far as it goes, and works out what was drawn from its
   * first reading to its last, by the file's own times.
   *
   * @throws MeterException when the readings have no time of their own, or there are fewer than two
   */
  public static Watched recorded(PowerMeter meter)
      throws MeterException, IOException, InterruptedException {
    HostMeter host = HostMeter.of(HOST, meter);
    Path file = Files.createTempFile("quorate-recorded", ".csv");
    try {
      Span span = new Span();
      try (ReadingLog log = ReadingLog.create(file)) {
        List<Reading> readings = meter.read();
        while (!readings.isEmpty()) {
          for (Reading reading : readings) {
            Instant stamp = span.take(meter, reading);
            // Received when it was taken, so that no clock is believed to differ from ours.
            log.add(host, new Reading(reading.channel(), stamp, stamp, reading.value()));
          }
          readings = meter.read();
        }
      }
      Window window = span.window(meter);
      return new Watched(window, energy(file, host, window), List.of());
    } finally {
      Files.deleteIfExists(file);
    }
  }

  /** The time that readings are about. */
  private static final class Span {
    private @Nullable Instant first;
    private @Nullable Instant last;

    Instant take(PowerMeter meter, Reading reading) throws MeterException {
      Instant stamp = reading.stampedAt();
      if (stamp == null) {
        throw new MeterException(
            "The readings of "
                + meter.name()
                + " have no times of their own, so that it cannot be read as a recorded file.");
      }
      Channel channel = meter.channels().get(reading.channel());
      Instant start = channel.stamp() == Stamp.END ? stamp.minus(channel.averaging()) : stamp;
      Instant end = channel.stamp() == Stamp.START ? stamp.plus(channel.averaging()) : stamp;
      Instant earliest = first;
      Instant latest = last;
      first = earliest == null || start.isBefore(earliest) ? start : earliest;
      last = latest == null || end.isAfter(latest) ? end : latest;
      return stamp;
    }

    Window window(PowerMeter meter) throws MeterException {
      Instant start = first;
      Instant end = last;
      if (start == null || end == null || !end.isAfter(start)) {
        throw new MeterException(
            meter.name() + " has fewer than two readings, from which no energy follows.");
      }
      return new Window(start, end);
    }
  }
}
