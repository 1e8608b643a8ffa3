package org.quorate.power.file;

import java.util.Arrays;
import java.util.List;
import org.quorate.core.text.Suggestions;
import org.quorate.power.MeterException;
import org.quorate.power.Quantity;

/** Units of power and energy, written as the SI does, small and capital letters told apart. */
enum Unit {
  MICROWATT("uW", Quantity.POWER, 1e-6),
  MILLIWATT("mW", Quantity.POWER, 1e-3),
  WATT("W", Quantity.POWER, 1),
  KILOWATT("kW", Quantity.POWER, 1e3),
  MICROJOULE("uJ", Quantity.ENERGY, 1e-6),
  MILLIJOULE("mJ", Quantity.ENERGY, 1e-3),
  JOULE("J", Quantity.ENERGY, 1),
  KILOJOULE("kJ", Quantity.ENERGY, 1e3),
  WATT_HOUR("Wh", Quantity.ENERGY, 3600),
  KILOWATT_HOUR("kWh", Quantity.ENERGY, 3.6e6);

  private final String text;
  private final Quantity quantity;
  private final double factor;

  Unit(String text, Quantity quantity, double factor) {
    this.text = text;
    this.quantity = quantity;
    this.factor = factor;
  }

  Quantity quantity() {
    return quantity;
  }

  /** Watts or joules of one of it. */
  double factor() {
    return factor;
  }

  String text() {
    return text;
  }

  /**
   * The unit of that name.
   *
   * @throws MeterException if there is none
   */
  static Unit named(String name) throws MeterException {
    for (Unit unit : values()) {
      if (unit.text.equals(name)) {
        return unit;
      }
    }
    List<String> known = Arrays.stream(values()).map(Unit::text).toList();
    throw new MeterException(
        "There is no unit=\""
            + name
            + "\"; write "
            + String.join(", ", known)
            + "."
            + Suggestions.didYouMean(name, known));
  }
}
