package org.quorate.power.liveness;

import java.time.Duration;

/** Time that passes only where it is waited for, and work that is counted instead of done. */
public final class ScriptedLoad implements SyntheticLoad {
  private Duration worked = Duration.ZERO;
  private Duration passed = Duration.ZERO;
  private final Runnable whenTimePasses;

  /** Nothing happens meanwhile. */
  public ScriptedLoad() {
    this(() -> {});
  }

  /** Something happens whenever time has passed. */
  public ScriptedLoad(Runnable whenTimePasses) {
    this.whenTimePasses = whenTimePasses;
  }

  @Override
  public long nanoTime() {
    return passed.toNanos();
  }

  @Override
  public void pause(Duration time) {
    passed = passed.plus(time);
    whenTimePasses.run();
  }

  @Override
  public void work(Duration time) {
    worked = worked.plus(time);
    passed = passed.plus(time);
  }

  /** How long a processor was kept busy. */
  public Duration worked() {
    return worked;
  }

  /** How much time has passed. */
  public Duration passed() {
    return passed;
  }
}
