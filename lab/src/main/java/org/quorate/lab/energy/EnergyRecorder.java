package org.quorate.lab.energy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.quorate.power.ErrorBand;
import org.quorate.power.MeterException;
import org.quorate.power.Origin;
import org.quorate.power.energy.GapRule;
import org.quorate.power.energy.HostEnergies;
import org.quorate.power.energy.HostEnergy;
import org.quorate.power.energy.MeterRecorder;
import org.quorate.power.energy.ReadingLog;
import org.quorate.power.energy.Window;
import org.quorate.study.backend.BackendException;
import org.quorate.study.backend.UnknownEnergyException;
import org.quorate.study.result.AfterResult;
import org.quorate.study.result.EnergyResult;
import org.quorate.study.result.HostResult;

/**
 * Records the energy of one run into its folder ({@code power.csv}, {@code use.csv}), and works out
 * what it comes to. Used by one thread: {@link #start}, the run, {@link #end}.
 */
public final class EnergyRecorder implements AutoCloseable {
  private final HostMeters meters;
  private final Path log;
  private final MeterRecorder recorder;
  private final UseLog uses;

  private EnergyRecorder(HostMeters meters, Path log, MeterRecorder recorder, UseLog uses) {
    this.meters = meters;
    this.log = log;
    this.recorder = recorder;
    this.uses = uses;
  }

  /**
   * Begins to read all meters.
   *
   * @throws MeterException when one does not answer
   * @throws IOException when the folder cannot be written
   */
  static EnergyRecorder start(HostMeters meters, Path folder)
      throws MeterException, IOException, InterruptedException {
    Path log = folder.resolve(ReadingLog.FILE_NAME);
    UseLog uses =
        UseLog.start(
            meters.hosts(),
            meters.clock(),
            meters.settings().period(),
            folder.resolve(UseLog.FILE_NAME));
    try {
      return new EnergyRecorder(
          meters, log, MeterRecorder.start(meters.meters(), meters.clock(), log), uses);
    } catch (MeterException | IOException | InterruptedException | RuntimeException e) {
      uses.close();
      throw e;
    }
  }

  /**
   * When servers had done what they owed to a run's requests.
   *
   * @param at by {@link System#nanoTime()}
   * @param left what they still had to do then; null where they were quiet
   */
  public record Settled(long at, @Nullable String left) {}

  /**
   * Ends the recording, once every meter has told of the end of the window, and adds up.
   *
   * @param from start of the run, by {@link System#nanoTime()}
   * @param to its end, likewise
   * @param settled until when servers were waited for afterwards; null where they were not
   * @throws UnknownEnergyException when a host's energy cannot be believed, with the reason
   * @throws BackendException when something could not be written
   */
  public EnergyResult end(long from, long to, @Nullable Settled settled)
      throws BackendException, InterruptedException {
    try {
      return added(meters.clock().at(from), meters.clock().at(to), settled);
    } catch (MeterException e) {
      throw new UnknownEnergyException(String.valueOf(e.getMessage()), e);
    } catch (IOException e) {
      throw new BackendException(
          "What meters say cannot be kept in " + log + ": " + e.getMessage() + ".", e);
    }
  }

  private EnergyResult added(Instant start, Instant end, @Nullable Settled settled)
      throws MeterException, IOException, InterruptedException {
    Instant last = settled == null ? end : meters.clock().at(settled.at());
    List<String> problems = recorder.finish(last);
    uses.finish();
    EnergyResult energy = added(new Window(start, end), problems).withCurves(meters.curves());
    return settled == null
        ? energy
        : energy.withAfter(new AfterResult(added(new Window(end, last), problems), settled.left()));
  }

  private EnergyResult added(Window window, List<String> problems)
      throws MeterException, IOException {
    GapRule rule = meters.settings().imputeGaps() ? GapRule.IMPUTE : GapRule.REFUSE;
    List<HostResult> results = new ArrayList<>();
    for (HostEnergy energy : HostEnergies.of(log, meters.meters(), window, rule)) {
      results.add(result(energy, window, problems));
    }
    return new EnergyResult(window.from(), window.to(), results);
  }

  private HostResult result(HostEnergy energy, Window window, List<String> problems)
      throws MeterException {
    if (energy.refusal().isPresent()) {
      throw new MeterException(
          "The energy of "
              + energy.host()
              + " is not known: "
              + energy.refusal().get()
              + (problems.isEmpty() ? "" : " " + String.join(" ", problems)));
    }
    Host host =
        meters.hosts().stream()
            .filter(each -> each.name().equals(energy.host()))
            .findFirst()
            .orElseThrow();
    List<HostEnergy.OfChannel> counted =
        energy.channels().stream().filter(each -> each.channel().counted()).toList();
    ErrorBand error = meters.error(energy);
    return new HostResult(
        host.name(),
        host.nodes(),
        energy.joules(),
        energy.origin() == Origin.ESTIMATED ? HostResult.ESTIMATED : HostResult.MEASURED,
        error.level(),
        error.comparison(),
        Double.isNaN(error.dynamic()) ? null : error.dynamic(),
        energy.resolutionJoules(),
        energy.wattsBySecond(),
        uses.utilisation(host, window),
        uses.processorSeconds(host, window),
        counted.stream().mapToLong(each -> each.energy().effectiveSamples()).min().orElse(0),
        counted.stream()
            .mapToDouble(each -> each.energy().refreshSeconds())
            .max()
            .orElse(Double.NaN),
        counted.stream().mapToDouble(each -> each.energy().imputedSeconds()).max().orElse(0),
        energy.channels().stream().map(EnergyRecorder::channel).toList(),
        energy.notes());
  }

  private static HostResult.ChannelResult channel(HostEnergy.OfChannel of) {
    @Nullable Double wraps =
        of.channel().wrapsAt().isPresent() ? of.channel().wrapsAt().getAsDouble() : null;
    return new HostResult.ChannelResult(
        of.meter(),
        of.channel().name(),
        of.channel().quantity().name().toLowerCase(Locale.ROOT),
        of.channel().scope().text(),
        of.channel().counted(),
        wraps,
        of.energy().joules());
  }

  /** Stops reading, whether or not {@link #end} was called; the meters stay open. */
  @Override
  public void close() {
    recorder.close();
    uses.close();
  }
}
