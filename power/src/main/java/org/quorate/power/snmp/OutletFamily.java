package org.quorate.power.snmp;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.quorate.power.Scope;

/**
 * Devices that keep their watts in the same places.
 *
 * @param objectIds what their {@code sysObjectID} begins with
 * @param pdu numbers before the outlet's, of the first device of a chain; empty where there are
 *     none
 * @param refresh how often the device measures; a second where that is not known
 * @param outlet what one outlet tells; empty for devices that know only their sum
 * @param device what the whole device tells
 * @param source from which document the row is
 */
record OutletFamily(
    String name,
    String about,
    String source,
    List<String> objectIds,
    Scope scope,
    String pdu,
    Sentinel sentinel,
    Duration refresh,
    Optional<Lookup> find,
    Optional<Measures> outlet,
    Optional<Measures> device) {
  static final Duration USUAL_REFRESH = Duration.ofSeconds(1);

  OutletFamily {
    objectIds = List.copyOf(objectIds);
  }

  /**
   * What one outlet or device tells.
   *
   * @param main what is counted
   * @param check the energy that is shown apart
   */
  record Measures(ManagedObject main, Optional<ManagedObject> check) {}

  /**
   * A row that is found by its text.
   *
   * @param column object identifier of the column of texts
   */
  record Lookup(String column, String text) {}

  /** Length of the longest prefix that fits; 0 where none does. */
  int fits(String objectId) {
    return objectIds.stream()
        .filter(prefix -> (objectId + ".").startsWith(prefix + "."))
        .mapToInt(String::length)
        .max()
        .orElse(0);
  }
}
