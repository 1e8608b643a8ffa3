package org.quorate.power;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One interface that power or energy can be read through. Implementations are immutable. */
public interface MeterKind {
  /** Its name in settings, such as {@code powercap}. */
  String name();

  /** What it reads, in one line. */
  String description();

  /**
   * What it needs or may be told, name to one line each; empty where it finds everything itself.
   */
  Map<String, String> options();

  /**
   * How far off such a meter may be by its maker's word, as a share of what it tells; 0 where the
   * makers say nothing that holds for all of them.
   */
  default double accuracy() {
    return 0;
  }

  /**
   * Whether such a meter is on this machine; for one that must be told an address, what it needs.
   * Looks only; takes well below a second, except for counters that must be seen to advance, which
   * take up to three.
   */
  List<MeterPresence> find() throws InterruptedException;

  /**
   * The host that secrets which {@code credentials} names would be sent to, without a port; empty
   * where none are sent. Nothing is connected to.
   *
   * @throws MeterException if the settings do not say it, or it is no address
   */
  default Optional<String> loginHost(MeterSettings settings) throws MeterException {
    return Optional.empty();
  }

  /**
   * What a meter with these settings will count, as far as that is known without touching it; empty
   * where only the device tells.
   *
   * @throws MeterException where the settings contradict themselves
   */
  default Optional<Scope> scope(MeterSettings settings) throws MeterException {
    return Optional.empty();
  }

  /**
   * Opens a meter and reads it once, so that one that cannot be trusted is refused here.
   *
   * @throws MeterException with the reason, and the remedy where there is one
   */
  PowerMeter open(MeterSettings settings) throws MeterException, InterruptedException;
}
