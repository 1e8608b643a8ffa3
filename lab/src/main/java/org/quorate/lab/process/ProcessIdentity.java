package org.quorate.lab.process;

import java.util.Optional;

/**
 * Tells one process from every other since the machine started: process ids are used again, but not
 * together with the same start time.
 *
 * @param processId the kernel's number for the process
 * @param startTime when it started, in clock ticks since the machine started (field 22 of {@code
 *     /proc/PID/stat})
 */
public record ProcessIdentity(long processId, long startTime) {
  /** The process that has this id now, or nothing where there is none. */
  public static Optional<ProcessIdentity> of(long processId) {
    return ProcessStatistics.read(processId).map(ProcessStatistics::identity);
  }

  /** This process. */
  public static ProcessIdentity current() {
    return of(ProcessHandle.current().pid())
        .orElseThrow(() -> new IllegalStateException("/proc cannot be read; Linux is needed."));
  }

  /** What the kernel tells of the process, or nothing once it has ended. */
  public Optional<ProcessStatistics> statistics() {
    return ProcessStatistics.read(processId)
        .filter(statistics -> statistics.startTime() == startTime && !statistics.ended());
  }

  /** Whether the process has not ended; one that is frozen counts as alive. */
  public boolean isAlive() {
    return statistics().isPresent();
  }
}
