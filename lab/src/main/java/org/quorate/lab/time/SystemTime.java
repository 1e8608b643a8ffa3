package org.quorate.lab.time;

import java.time.Instant;
import org.quorate.load.LoadTime;
import org.quorate.load.Worker;
import org.quorate.load.store.VersionClock;

/** {@link System#nanoTime}, and a thread for each worker. Immutable. */
public final class SystemTime implements LoadTime {
  @Override
  public long nanoTime() {
    return System.nanoTime();
  }

  @Override
  public Worker worker(String name) {
    return new LoadThread(name);
  }

  /** Versions by the system's wall clock. */
  public static VersionClock versions() {
    return new VersionClock(
        () -> {
          Instant now = Instant.now();
          return now.getEpochSecond() * 1_000_000 + now.getNano() / 1_000;
        });
  }
}
