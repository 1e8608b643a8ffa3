package org.quorate.power.linux;

import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.quorate.power.Channel;
import org.quorate.power.MeterException;
import org.quorate.power.PowerMeter;
import org.quorate.power.Reading;

/**
 * A running {@code perf stat} whose lines are read by a thread of their own. The child ends with
 * the meter, and by itself once nobody reads its output any more.
 */
final class PerfMeter implements PowerMeter {
  private static final Duration PERIOD = Duration.ofSeconds(1);
  private static final int LONGEST_LINE = 4096;
  private static final int KEPT_LINES = 12;
  private static final int SECONDS_TO_END = 2;

  private final String name;
  private final List<Channel> channels;
  private final Process process;
  private final Clock clock;
  private final CountDownLatch firstInterval = new CountDownLatch(1);

  /** Guards the sums and the lines. */
  private final Object lock = new Object();

  private final PerfSums sums;
  private final ArrayDeque<String> otherLines = new ArrayDeque<>();
  private boolean ended;

  private PerfMeter(
      String name, List<Channel> channels, List<String> events, Process process, Clock clock) {
    this.name = name;
    this.channels = List.copyOf(channels);
    this.process = process;
    this.clock = clock;
    this.sums = new PerfSums(events);
  }

  /**
   * Starts perf for events that have a channel each.
   *
   * @throws IOException when the program cannot be started
   */
  static PerfMeter start(
      String name, String command, List<String> events, List<Channel> channels, Clock clock)
      throws IOException {
    List<String> names = events.stream().map(event -> "power/" + event + "/").toList();
    ProcessBuilder builder =
        new ProcessBuilder(
            command, "stat", "-a", "-I", "1000", "-x,", "-e", String.join(",", names));
    builder.redirectErrorStream(true);
    builder.redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")));
    Map<String, String> environment = builder.environment();
    environment.put("LC_ALL", "C");
    PerfMeter meter = new PerfMeter(name, channels, events, builder.start(), clock);
    Thread thread = new Thread(meter::follow, "quorate-perf");
    thread.setDaemon(true);
    thread.start();
    return meter;
  }

  private void follow() {
    try (Reader output = new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8)) {
      StringBuilder line = new StringBuilder();
      char[] buffer = new char[LONGEST_LINE];
      int count = output.read(buffer);
      while (count >= 0) {
        for (int i = 0; i < count; i++) {
          if (buffer[i] == '\n') {
            take(line.toString());
            line.setLength(0);
          } else if (line.length() < LONGEST_LINE) {
            line.append(buffer[i]);
          }
        }
        count = output.read(buffer);
      }
      take(line.toString());
    } catch (IOException e) {
      take("its output could not be read: " + e.getMessage());
    } finally {
      synchronized (lock) {
        ended = true;
      }
      firstInterval.countDown();
    }
  }

  private void take(String line) {
    Optional<PerfLine> read = PerfLine.read(line);
    synchronized (lock) {
      if (read.isPresent()) {
        sums.add(read.get(), clock.instant());
      } else if (!line.isBlank() && otherLines.size() < KEPT_LINES) {
        otherLines.addLast(line.strip());
      }
      if (sums.isComplete()) {
        firstInterval.countDown();
      }
    }
  }

  /** Waits until perf has said something of every event, or has ended. */
  void awaitFirst(Duration longest) throws InterruptedException {
    if (!firstInterval.await(longest.toNanos(), TimeUnit.NANOSECONDS)) {
      synchronized (lock) {
        otherLines.addLast("no line came for " + longest.toSeconds() + " s");
      }
    }
  }

  /** Whether perf has ended, or has said nothing of some event. */
  boolean hasFailed() {
    synchronized (lock) {
      return ended || !sums.isComplete();
    }
  }

  /** The events that this machine has not, as perf says. */
  List<String> unsupported() {
    synchronized (lock) {
      return sums.unsupported();
    }
  }

  /** What perf said beside its measurements, in one line. */
  String output() {
    synchronized (lock) {
      return String.join(" ", new ArrayList<>(otherLines));
    }
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public List<Channel> channels() {
    return channels;
  }

  @Override
  public Duration period() {
    return PERIOD;
  }

  @Override
  public List<Reading> read() throws MeterException {
    synchronized (lock) {
      List<Reading> taken = sums.take();
      if (taken.isEmpty() && ended) {
        throw new MeterException(
            "perf has ended in the middle of the measurement; it said: " + output() + ".");
      }
      return taken;
    }
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(SECONDS_TO_END, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
