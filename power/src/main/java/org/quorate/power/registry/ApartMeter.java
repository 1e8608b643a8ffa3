package org.quorate.power.registry;

import java.util.List;
import org.quorate.power.Channel;
import org.quorate.power.ErrorBand;
import org.quorate.power.ForwardingMeter;
import org.quorate.power.PowerMeter;

/** A meter that is recorded, while none of its channels counts. */
record ApartMeter(PowerMeter meter) implements ForwardingMeter {
  @Override
  public List<Channel> channels() {
    return meter.channels().stream().map(Channel::apart).toList();
  }

  @Override
  public ErrorBand error() {
    return ErrorBand.NONE;
  }
}
