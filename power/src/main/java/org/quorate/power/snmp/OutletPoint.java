package org.quorate.power.snmp;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.quorate.power.Channel;
import org.quorate.power.MeterException;
import org.quorate.power.Quantity;
import org.quorate.power.Scope;

/**
 * One number of one device, with everything filled in that the family leaves open.
 *
 * @param oid of the value
 * @param factor watts or joules of a raw value of 1
 * @param available where the device tells whether it has a value
 * @param counted false for energy that is shown apart
 */
record OutletPoint(
    String name,
    String oid,
    double factor,
    Quantity quantity,
    Optional<String> available,
    Sentinel sentinel,
    Scope scope,
    boolean counted) {
  private static final double NOT_AVAILABLE = 2;

  /** The same with the decimal digits that the device told of. */
  OutletPoint withDigits(double digits) {
    return new OutletPoint(
        name, oid, factor * Math.pow(10, -digits), quantity, available, sentinel, scope, counted);
  }

  /** All that must be asked for. */
  List<String> objects() {
    List<String> objects = new ArrayList<>(List.of(oid));
    available.ifPresent(objects::add);
    return objects;
  }

  /** Whether the device has such an object at all. */
  boolean exists(Map<String, Answer> answers) {
    return !(answers.get(oid) instanceof Answer.Nothing);
  }

  /**
   * Watts or joules, or NaN where the device says that it has none.
   *
   * @throws MeterException if it answers with something that is no number
   */
  double value(Map<String, Answer> answers) throws MeterException {
    if (!exists(answers) || isUnavailable(answers)) {
      return Double.NaN;
    }
    Answer answer = answers.get(oid);
    Optional<Double> raw = answer == null ? Optional.empty() : answer.number();
    if (raw.isEmpty()) {
      throw new MeterException(
          "The object "
              + oid
              + " ("
              + name
              + ") is no number, but "
              + answer
              + "; check the family.");
    }
    return sentinel.matches(raw.get()) ? Double.NaN : raw.get() * factor;
  }

  private boolean isUnavailable(Map<String, Answer> answers) {
    return available
        .map(answers::get)
        .flatMap(Answer::number)
        .filter(told -> told == NOT_AVAILABLE)
        .isPresent();
  }

  /** What a first answer makes known of it: the type of an energy counter tells where it wraps. */
  Channel channel(Map<String, Answer> answers) {
    if (quantity == Quantity.POWER) {
      return Channel.watts(name, scope, factor);
    }
    Channel joules = Channel.joules(name, scope, factor);
    Channel shown = counted ? joules : joules.apart();
    return answers.get(oid) instanceof Answer.Numeric number
        ? shown.wrappingAt(number.values() * factor)
        : shown;
  }
}
