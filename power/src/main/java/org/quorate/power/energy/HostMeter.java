package org.quorate.power.energy;

import java.time.Duration;
import org.quorate.power.Names;
import org.quorate.power.PowerMeter;

/**
 * A meter and the host whose power it tells; a host with two power supplies has two.
 *
 * @param host the host's name
 * @param name the meter's name, unique among those of the host ({@link CountedMeters}); control
 *     characters in it are written out as in Java, so that it is one line
 * @param meter open, and used by nobody else
 * @param period how often it is read
 */
public record HostMeter(String host, String name, PowerMeter meter, Duration period) {
  /** Makes the name printable. */
  public HostMeter {
    name = Names.printable(name);
  }

  /** A meter by its own name. */
  public HostMeter(String host, PowerMeter meter, Duration period) {
    this(host, meter.name(), meter, period);
  }

  /** Reads the meter as often as it is worth it. */
  public static HostMeter of(String host, PowerMeter meter) {
    return new HostMeter(host, meter, meter.period());
  }
}
