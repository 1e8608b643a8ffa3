package org.quorate.power.energy;

import java.time.Duration;
import org.quorate.power.PowerMeter;

/**
 * A meter and the host whose power it tells; a host with two power supplies has two.
 *
 * @param host the host's name
 * @param meter open, and used by nobody else
 * @param period how often it is read
 */
public record HostMeter(String host, PowerMeter meter, Duration period) {
  /** Reads the meter as often as it is worth it. */
  public static HostMeter of(String host, PowerMeter meter) {
    return new HostMeter(host, meter, meter.period());
  }
}
