package org.quorate.power.linux;

import java.nio.file.Path;
import java.time.Duration;
import org.quorate.power.Channel;
import org.quorate.power.Quantity;
import org.quorate.power.Scope;
import org.quorate.power.Stamp;

/**
 * One file of a sensor chip that tells power or energy.
 *
 * @param chip the chip's name, such as {@code power_meter}
 * @param device its folder, such as {@code hwmon3}, unlike the name unique in a machine
 * @param label what the chip calls the sensor, or else its number, such as {@code power1}
 * @param averaging the time that it is the mean of; zero where the chip does not say
 */
record Sensor(
    String chip, String device, String label, Quantity quantity, Path file, Duration averaging) {
  private static final double STEP = 1e-6;

  /** Its name in tables, unique in a machine. */
  String name() {
    String unit = quantity == Quantity.POWER ? "" : " energy";
    return chip + " (" + device + ") " + label + unit;
  }

  /** Whether both tell the same thing, one its power and the other its energy. */
  boolean isSameAs(Sensor other) {
    return device.equals(other.device) && label.equals(other.label);
  }

  CounterFile source(Scope scope, boolean counted) {
    Channel channel =
        quantity == Quantity.POWER
            ? Channel.watts(name(), scope, STEP)
            : Channel.joules(name(), scope, STEP);
    if (!averaging.isZero()) {
      channel = channel.averagedOver(averaging, Stamp.END);
    }
    return new CounterFile(counted ? channel : channel.apart(), file);
  }
}
