package org.quorate.power.snmp;

import java.util.Optional;

/** What a device answers for one object identifier. */
sealed interface Answer {
  /** There is no such object, or no such row of the table. */
  record Nothing() implements Answer {}

  /**
   * A number.
   *
   * @param values how many different values its type can have; a counter starts again at zero there
   *     (2^31 for signed ones, which count from zero)
   */
  record Numeric(double value, double values) implements Answer {}

  /** A text, or an object identifier written out. */
  record Text(String text) implements Answer {}

  /** The number that it is, or that its text is. */
  default Optional<Double> number() {
    if (this instanceof Numeric number) {
      return Optional.of(number.value());
    }
    if (this instanceof Text text) {
      try {
        return Optional.of(Double.parseDouble(text.text().strip())).filter(Double::isFinite);
      } catch (NumberFormatException e) {
        return Optional.empty();
      }
    }
    return Optional.empty();
  }
}
