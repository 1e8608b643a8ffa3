package org.quorate.lab.energy;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.quorate.power.energy.SteadyClock;
import org.quorate.power.energy.Window;
import org.quorate.power.model.HostUse;

/**
 * Writes down what hosts use while a run goes on, as a CSV file with the columns {@code
 * host,at,processor_seconds,disk_bytes,network_bytes}: time in seconds since 1970, the others
 * counted since some start. Hosts whose use cannot be seen have no lines. Keeps the use at every
 * whole second of the run, from which its processors' utilisation follows.
 */
final class UseLog implements AutoCloseable {
  /** The file's name in a run's folder. */
  static final String FILE_NAME = "use.csv";

  private final List<Host> hosts;
  private final SteadyClock clock;
  private final CsvWriter writer;
  private final Thread thread;
  private final Map<String, List<Sample>> samples = new LinkedHashMap<>();
  private volatile boolean stopped;
  private volatile @Nullable IOException failure;

  /** Processor time used so far at some moment. */
  private record Sample(Instant at, double processorSeconds) {}

  private UseLog(List<Host> hosts, SteadyClock clock, Duration period, CsvWriter writer) {
    this.hosts = hosts;
    this.clock = clock;
    this.writer = writer;
    this.thread = new Thread(() -> go(period), "use of hosts");
    thread.setDaemon(true);
    hosts.forEach(host -> samples.put(host.name(), new ArrayList<>()));
  }

  static UseLog start(List<Host> hosts, SteadyClock clock, Duration period, Path file)
      throws IOException {
    CsvWriter writer =
        CsvWriter.builder()
            .lineDelimiter(LineDelimiter.LF)
            .bufferSize(0)
            .build(Files.newBufferedWriter(file));
    UseLog log = new UseLog(hosts, clock, period, writer);
    writer.writeRecord("host", "at", "processor_seconds", "disk_bytes", "network_bytes");
    log.sample();
    log.thread.start();
    return log;
  }

  private void go(Duration period) {
    try {
      while (!stopped) {
        Thread.sleep(period.toMillis());
        sample();
      }
    } catch (IOException e) {
      failure = e;
    } catch (InterruptedException e) {
      // Only finish() and close() interrupt.
    }
  }

  private synchronized void sample() throws IOException {
    for (Host host : hosts) {
      ServerUse source = host.use();
      if (source == null) {
        continue;
      }
      HostUse use = source.read();
      Instant at = clock.instant();
      String name = host.name();
      write(name, at, use);
      keep(samples.getOrDefault(name, List.of()), new Sample(at, use.processorSeconds()));
    }
  }

  private void write(String host, Instant at, HostUse use) throws IOException {
    try {
      writer.writeRecord(
          host,
          String.format(Locale.ROOT, "%d.%09d", at.getEpochSecond(), at.getNano()),
          String.format(Locale.ROOT, "%.6f", use.processorSeconds()),
          String.format(Locale.ROOT, "%.0f", use.diskBytes()),
          String.format(Locale.ROOT, "%.0f", use.networkBytes()));
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /** One sample a second is enough to tell the use of each second. */
  private static void keep(List<Sample> kept, Sample sample) {
    int size = kept.size();
    if (size >= 2 && Duration.between(kept.get(size - 2).at(), sample.at()).toMillis() < 500) {
      kept.set(size - 1, sample);
    } else {
      kept.add(sample);
    }
  }

  /** Reads a last time and ends. */
  void finish() throws IOException, InterruptedException {
    stop();
    IOException failed = failure;
    if (failed != null) {
      throw failed;
    }
    sample();
    writer.close();
  }

  private void stop() throws InterruptedException {
    stopped = true;
    thread.interrupt();
    thread.join();
  }

  /** Processor time of a host's servers over a window; null where it cannot be seen. */
  @Nullable Double processorSeconds(Host host, Window window) {
    if (host.use() == null) {
      return null;
    }
    List<Sample> kept = samples.getOrDefault(host.name(), List.of());
    return at(kept, window.to()) - at(kept, window.from());
  }

  /**
   * Processor time over what there was of it, for each whole second of a window; empty where it
   * cannot be seen.
   */
  List<Double> utilisation(Host host, Window window) {
    ServerUse source = host.use();
    if (source == null) {
      return List.of();
    }
    double cores = source.cores();
    List<Sample> kept = samples.getOrDefault(host.name(), List.of());
    List<Double> seconds = new ArrayList<>();
    for (int second = 0; second + 1 <= window.seconds(); second++) {
      Instant from = window.from().plusSeconds(second);
      seconds.add((at(kept, from.plusSeconds(1)) - at(kept, from)) / cores);
    }
    return seconds;
  }

  /** Between two samples use is taken to grow evenly. */
  private static double at(List<Sample> kept, Instant at) {
    Sample before = null;
    for (Sample sample : kept) {
      if (!sample.at().isBefore(at)) {
        if (before == null) {
          return sample.processorSeconds();
        }
        double whole = Duration.between(before.at(), sample.at()).toNanos();
        double part = Duration.between(before.at(), at).toNanos();
        return before.processorSeconds()
            + (sample.processorSeconds() - before.processorSeconds()) * part / whole;
      }
      before = sample;
    }
    return before == null ? 0 : before.processorSeconds();
  }

  @Override
  public void close() {
    try {
      stop();
      writer.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      // Whoever needs the file has called finish(), which says so.
    }
  }
}
