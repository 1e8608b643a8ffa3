package org.quorate.power.snmp;

import java.util.Optional;

/**
 * Where a family keeps one number, and what it means.
 *
 * @param oid object identifier with {@code %PDU%}, {@code %OUTLET%} and {@code %FOUND%} for what
 *     differs between devices
 * @param scale a raw value times this is so many units
 * @param digits where the device tells how many decimal digits the raw value has
 * @param available where it tells whether it has a value at all (1 is yes, 2 is no)
 */
record ManagedObject(
    String oid,
    double scale,
    MeasureUnit unit,
    Optional<String> digits,
    Optional<String> available) {

  /** Whether an index of several numbers is split into the unit's and the outlet's. */
  boolean namesPdu() {
    return oid.contains("%PDU%");
  }

  boolean namesOutlet() {
    return oid.contains("%OUTLET%");
  }

  /** Watts or joules of a raw value of 1, before the device's decimal digits. */
  double factor() {
    return scale * unit.inWattsOrJoules();
  }
}
