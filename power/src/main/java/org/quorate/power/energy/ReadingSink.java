package org.quorate.power.energy;

import java.io.Closeable;
import java.io.IOException;
import org.quorate.power.Reading;

/**
 * Where a {@link MeterRecorder} puts what its meters say. Several of its threads call {@link #add}
 * at the same time; the readings of one meter come from one of them, in the order in which it gave
 * them.
 */
public interface ReadingSink extends Closeable {
  /**
   * Takes one reading.
   *
   * @throws IOException when it cannot be kept
   */
  void add(HostMeter meter, Reading reading) throws IOException;
}
