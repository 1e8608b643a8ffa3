package org.quorate.power.snmp;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.quorate.power.MeterException;
import org.quorate.power.MeterSettings;
import org.quorate.power.Quantity;

/** The family that a user describes by options, for a device of which no row is known. */
final class OwnFamily {
  private static final List<String> DETAILS = List.of("scale", "unit", "sentinel");

  private OwnFamily() {}

  /** The family of the option oid; empty where that was not given. */
  static Optional<OutletFamily> of(MeterSettings settings) throws MeterException {
    Optional<String> oid = settings.optional("oid");
    if (oid.isEmpty()) {
      for (String detail : DETAILS) {
        if (settings.optional(detail).isPresent()) {
          throw new MeterException(
              "The option " + detail + " of the meter snmp belongs to oid=…, which was not given.");
        }
      }
      return Optional.empty();
    }
    if (settings.optional("family").isPresent()) {
      throw new MeterException("The meter snmp takes either family or oid, but was given both.");
    }
    String unit = settings.optional("unit").orElse("W");
    MeasureUnit known =
        MeasureUnit.of(unit)
            .orElseThrow(
                () ->
                    new MeterException(
                        "The meter snmp knows no unit "
                            + unit
                            + ", only "
                            + MeasureUnit.symbols()
                            + "."));
    String quantity = known.quantity() == Quantity.POWER ? "power" : "energy";
    Map<String, Object> measure = new LinkedHashMap<>();
    measure.put("oid", oid.get());
    measure.put("unit", unit);
    settings.optional("scale").ifPresent(scale -> measure.put("scale", scale));
    Map<String, Object> row = new LinkedHashMap<>();
    row.put(oid.get().contains("%OUTLET%") ? "outlet" : "device", Map.of(quantity, measure));
    settings.optional("sentinel").ifPresent(sentinel -> row.put("sentinel", sentinel));
    return Optional.of(
        FamilyRow.of(row, "The row of the meter snmp's options").family("of the option oid"));
  }
}
