package org.quorate.power.snmp;

import java.util.ArrayList;
import java.util.List;

/**
 * Raw values by which a device says that it has none.
 *
 * @param negative whether all below zero are such
 * @param values others
 */
record Sentinel(boolean negative, List<Double> values) {
  /** Most vendors' habit: -1. */
  static final Sentinel NEGATIVE = new Sentinel(true, List.of());

  /** What agents make of -1 where the object is unsigned. */
  private static final double UNSIGNED_MINUS_ONE = 0xffff_ffffL;

  Sentinel {
    values = List.copyOf(values);
  }

  /**
   * Reads {@code negative}, {@code none}, or numbers with commas.
   *
   * @throws IllegalArgumentException if it is none of these
   */
  static Sentinel parse(String text) {
    if (text.equals("negative")) {
      return NEGATIVE;
    }
    if (text.equals("none")) {
      return new Sentinel(false, List.of());
    }
    List<Double> values = new ArrayList<>();
    for (String part : text.split(",", -1)) {
      try {
        values.add(Double.parseDouble(part.strip()));
      } catch (NumberFormatException e) {
        throw new IllegalArgumentException(
            "the sentinel \"" + text + "\" is not negative, none, or numbers with commas", e);
      }
    }
    return new Sentinel(false, values);
  }

  /** Whether the value means "not available". */
  boolean matches(double raw) {
    return (negative && (raw < 0 || raw == UNSIGNED_MINUS_ONE)) || values.contains(raw);
  }
}
