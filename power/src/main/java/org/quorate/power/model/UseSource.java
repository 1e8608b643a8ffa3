package org.quorate.power.model;

import org.quorate.power.MeterException;

/** Tells what a host has used so far. */
public interface UseSource {
  /**
   * What it has used since some start that stays the same.
   *
   * @throws MeterException when that cannot be read
   */
  HostUse read() throws MeterException;

  /** How many cores the host may use, such as 0.25 under a quota. */
  double cores();
}
