package org.quorate.lab.crash;

import java.util.Locale;
import java.util.Optional;
import org.quorate.hbase.spill.CrashDurability;

/** Where a {@link KilledWriter} has its writes wait. */
public enum WriteBuffer {
  /** The client's own {@code BufferedMutator} of 12 MiB, YCSB's size, one for each thread. */
  STOCK,
  /** Bounded deferral that keeps nothing on a disk. */
  DEFERRED,
  /** Bounded deferral whose accepted writes survive the end of the process. */
  DEFERRED_PROCESS_CRASH,
  /** Bounded deferral whose accepted writes survive the end of the machine. */
  DEFERRED_MACHINE_CRASH;

  /** What an accepted write survives; empty for the stock buffer. */
  Optional<CrashDurability> durability() {
    return switch (this) {
      case STOCK -> Optional.empty();
      case DEFERRED -> Optional.of(CrashDurability.NONE);
      case DEFERRED_PROCESS_CRASH -> Optional.of(CrashDurability.PROCESS_CRASH);
      case DEFERRED_MACHINE_CRASH -> Optional.of(CrashDurability.MACHINE_CRASH);
    };
  }

  /** Whether it leaves a spill behind. */
  boolean spills() {
    return durability().filter(durability -> durability != CrashDurability.NONE).isPresent();
  }

  /** As a word of a table. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
