package org.quorate.cli.power;

import java.nio.file.Path;
import java.util.function.Supplier;
import org.quorate.lab.file.CacheDirectory;
import org.quorate.power.cap.CapState;
import org.quorate.power.cap.CpufreqCap;
import org.quorate.power.energy.SteadyClock;
import org.quorate.power.model.BusyThreads;
import org.quorate.power.model.Calibration;
import org.quorate.power.model.MachineUse;
import org.quorate.power.model.UseSource;
import org.quorate.power.registry.MeterKinds;

/**
 * What the commands about power work with.
 *
 * @param clock that the meters tell the time by
 * @param use of the machine that is calibrated
 * @param load makes that machine busy
 * @param processors the kernel's folder of processors
 * @param capState where it is remembered that processors are capped
 */
record PowerTools(
    MeterKinds kinds,
    SteadyClock clock,
    UseSource use,
    Supplier<Calibration.ProcessorLoad> load,
    Path processors,
    Path capState) {
  /** Those of this machine. */
  static PowerTools ofThisMachine() {
    SteadyClock clock = SteadyClock.started();
    return new PowerTools(
        MeterKinds.standard(clock, System.getenv()),
        clock,
        MachineUse.ofThisMachine(),
        BusyThreads::start,
        CpufreqCap.processors(),
        capStateOfUser());
  }

  /** Where this user's processes remember that processors are capped. */
  static Path capStateOfUser() {
    return CacheDirectory.ofUser().path().resolve("cap.json");
  }

  CpufreqCap cap(Path root, CapState.Lifetime lifetime) {
    return new CpufreqCap(root, capState, lifetime, clock);
  }
}
