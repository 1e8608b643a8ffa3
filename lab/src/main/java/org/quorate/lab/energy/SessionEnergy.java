package org.quorate.lab.energy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.quorate.power.MeterException;
import org.quorate.power.energy.SteadyClock;
import org.quorate.power.model.HostProfile;
import org.quorate.power.model.ProfileFile;
import org.quorate.power.model.Standby;
import org.quorate.study.backend.BackendException;
import org.quorate.study.plan.ClusterSettings;
import org.quorate.study.plan.PowerSettings;
import org.quorate.study.plan.RunSettings;
import org.quorate.study.result.OffloadResult;

/**
 * The energy of one session: its meters are opened when the first run asks for them, and stay open.
 * Used by one thread.
 */
public final class SessionEnergy implements AutoCloseable {
  private final Function<ClusterSettings, List<Host>> hosts;
  private final SteadyClock clock = SteadyClock.started();
  private @Nullable HostMeters meters;

  /**
   * Opens nothing yet.
   *
   * @param hosts of the cluster with these settings; asked once
   */
  public SessionEnergy(Function<ClusterSettings, List<Host>> hosts) {
    this.hosts = hosts;
  }

  /**
   * Begins to record the energy of a run, where the study accounts for it.
   *
   * @param folder where the raw files go
   * @throws BackendException when a meter cannot be opened, read or believed
   */
  public Optional<EnergyRecorder> record(RunSettings run, Path folder)
      throws BackendException, InterruptedException {
    PowerSettings power = run.power();
    if (power == null) {
      return Optional.empty();
    }
    try {
      HostMeters opened = meters;
      if (opened == null) {
        // How many hosts a remote cluster has, does not change within a study.
        boolean others = run.cluster().remote() == null;
        opened = HostMeters.open(power, hosts.apply(run.cluster()), others, clock);
        meters = opened;
      }
      return Optional.of(EnergyRecorder.start(opened, folder));
    } catch (MeterException e) {
      throw new BackendException(String.valueOf(e.getMessage()), e);
    } catch (IOException e) {
      throw new BackendException(
          "What meters say cannot be written to " + folder + ": " + e.getMessage() + ".", e);
    }
  }

  /**
   * What a host takes that is switched off, by the model of its kind and the share of one that it
   * stands for; empty where nobody says so, where hosts are different shares, and where a meter
   * measures a host, which then may be of any kind.
   *
   * @throws BackendException when there is no such model
   */
  public static Optional<OffloadResult.Standby> standby(RunSettings run) throws BackendException {
    PowerSettings power = run.power();
    if (power == null || !power.meters().isEmpty()) {
      return Optional.empty();
    }
    try {
      HostProfile whole = ProfileFile.find(power.profile());
      List<Double> cores = LocalHosts.cores(run.cluster()).stream().distinct().toList();
      HostProfile profile = whole.times(whole.share(cores.get(0)));
      Standby standby = profile.standby();
      return standby == null || cores.size() > 1
          ? Optional.empty()
          : Optional.of(
              new OffloadResult.Standby(
                  standby.watts(),
                  standby.transitionSeconds(),
                  standby.transitionJoules(),
                  profile.curve().idleWatts(),
                  standby.source()));
    } catch (MeterException e) {
      throw new BackendException(String.valueOf(e.getMessage()), e);
    }
  }

  @Override
  public void close() {
    HostMeters opened = meters;
    if (opened != null) {
      opened.close();
    }
  }
}
