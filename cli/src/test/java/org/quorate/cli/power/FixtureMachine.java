package org.quorate.cli.power;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.quorate.cli.Call;
import org.quorate.power.MeterKind;
import org.quorate.power.energy.SteadyClock;
import org.quorate.power.linux.Powercap;
import org.quorate.power.liveness.LivenessCheck;
import org.quorate.power.liveness.SyntheticLoad;
import org.quorate.power.model.Calibration;
import org.quorate.power.model.HostUse;
import org.quorate.power.model.UseSource;
import org.quorate.power.registry.MeterKinds;

/**
 * A machine of two cores that draws 40 W at rest and 100 W when busy, has a RAPL counter in a
 * folder that a thread of its own advances every 5 ms, and processors whose frequency is scaled.
 * The counter is also advanced whenever it is read, to the time that the reading then says, so that
 * its watts are exact on a machine of any speed.
 */
final class FixtureMachine implements UseSource, AutoCloseable {
  private static final double IDLE = 40;
  private static final double BUSY = 100;
  private static final double CORES = 2;

  private final Path folder;
  private final ScheduledExecutorService ticker = Executors.newSingleThreadScheduledExecutor();
  private long stoodStill;
  private long mostBetweenReadings = Long.MAX_VALUE;
  private OptionalLong lastRead = OptionalLong.empty();
  private final SteadyClock clock = SteadyClock.at(Clock.systemUTC().instant(), this::nanoTime);
  private double share;
  private double used;
  private double joules = 1000;
  private long at = nanoTime();

  private FixtureMachine(Path folder) {
    this.folder = folder;
  }

  static FixtureMachine in(Path folder) throws IOException {
    FixtureMachine machine = new FixtureMachine(folder);
    Path zone = Files.createDirectories(folder.resolve("powercap/intel-rapl:0"));
    Files.writeString(zone.resolve("name"), "package-0\n");
    Files.writeString(zone.resolve("max_energy_range_uj"), "262143328850\n");
    Path policy = Files.createDirectories(folder.resolve("cpu/cpu0/cpufreq"));
    Files.writeString(policy.resolve("cpuinfo_max_freq"), "3600000\n");
    Files.writeString(policy.resolve("cpuinfo_min_freq"), "800000\n");
    Files.writeString(policy.resolve("scaling_min_freq"), "800000\n");
    Files.writeString(policy.resolve("scaling_max_freq"), "3600000\n");
    machine.tick();
    var unused = machine.ticker.scheduleAtFixedRate(machine::tick, 5, 5, TimeUnit.MILLISECONDS);
    return machine;
  }

  /**
   * Has this machine's time stand still where a meter that was read is not read again for so long,
   * as where the machine that runs the test stops: what a gap in the readings does is not what is
   * tested.
   */
  synchronized void withoutGapsOver(Duration most) {
    mostBetweenReadings = most.toNanos();
  }

  private synchronized long nanoTime() {
    long now = System.nanoTime() - stoodStill;
    long tooLong = Math.max(0, now - lastRead.orElse(now) - mostBetweenReadings);
    stoodStill += tooLong;
    return now - tooLong;
  }

  /** The time to which the counter stands. */
  private synchronized Instant time() {
    return clock.at(at);
  }

  private synchronized void tick() {
    try {
      advance();
      // Whole or not at all, as the kernel's own files are.
      Path zone = folder.resolve("powercap/intel-rapl:0");
      Path next = folder.resolve("energy.next");
      Files.writeString(next, String.format(Locale.ROOT, "%.0f%n", joules * 1e6));
      Files.move(
          next,
          zone.resolve("energy_uj"),
          StandardCopyOption.ATOMIC_MOVE,
          StandardCopyOption.REPLACE_EXISTING);
    } catch (AtomicMoveNotSupportedException e) {
      throw new IllegalStateException(e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private synchronized void advance() {
    long now = nanoTime();
    double seconds = (now - at) / 1e9;
    used += share * CORES * seconds;
    joules += (IDLE + (BUSY - IDLE) * share) * seconds;
    at = now;
  }

  /** One call of a power command on this machine. */
  Call call(String... arguments) {
    return Call.inTerminal(
        invocation -> PowerCommand.commandLine(invocation, this::tools), arguments);
  }

  PowerTools tools() {
    return new PowerTools(
        kinds(), clock, this, Load::new, folder.resolve("cpu"), folder.resolve("state/cap.json"));
  }

  private MeterKinds kinds() {
    return new MeterKinds(
        MeterKinds.standard(clock.withZone(ZoneOffset.UTC), Map.of()).all().stream()
            .map(kind -> kind.name().equals("powercap") ? counter() : readInTime(kind))
            .toList());
  }

  private MeterKind counter() {
    Clock ofTheCounter =
        new Clock() {
          @Override
          public ZoneId getZone() {
            return ZoneOffset.UTC;
          }

          @Override
          public Clock withZone(ZoneId zone) {
            throw new UnsupportedOperationException();
          }

          @Override
          public Instant instant() {
            return time();
          }
        };
    return new AdvancedKind(
        new Powercap(ofTheCounter, new LivenessCheck(new Unhurried())),
        meter -> {
          synchronized (this) {
            tick();
            lastRead = OptionalLong.of(at);
            return meter.read();
          }
        });
  }

  private MeterKind readInTime(MeterKind kind) {
    return new AdvancedKind(
        kind,
        meter -> {
          synchronized (this) {
            lastRead = OptionalLong.of(nanoTime());
          }
          return meter.read();
        });
  }

  /** What tells the kind powercap where this machine is. */
  String powercapRoot() {
    return "root=" + folder.resolve("powercap");
  }

  long highestFrequency() throws IOException {
    return Long.parseLong(
        Files.readString(
                folder.resolve("cpu/cpu0/cpufreq/scaling_max_freq"), StandardCharsets.US_ASCII)
            .strip());
  }

  @Override
  public synchronized HostUse read() {
    advance();
    return new HostUse(used, 0, 0);
  }

  @Override
  public double cores() {
    return CORES;
  }

  private synchronized void keep(double wanted) {
    advance();
    share = wanted;
  }

  /** A time in which nobody waits for whether the counter is dead; it advances all the same. */
  private final class Unhurried implements SyntheticLoad {
    private long nanos;

    @Override
    public long nanoTime() {
      return nanos;
    }

    @Override
    public void pause(Duration time) {
      nanos += time.toNanos();
      tick();
    }

    @Override
    public void work(Duration time) {
      pause(time);
    }
  }

  /** Makes the machine busy. */
  private final class Load implements Calibration.ProcessorLoad {
    @Override
    public void keep(double wanted) {
      FixtureMachine.this.keep(wanted);
    }

    @Override
    public void close() {
      FixtureMachine.this.keep(0);
    }
  }

  /** When this returns nothing is written any more, so that the folder can be deleted. */
  @Override
  public void close() {
    ticker.shutdown();
    try {
      if (!ticker.awaitTermination(60, TimeUnit.SECONDS)) {
        throw new IllegalStateException("The counter still advances.");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
