package org.quorate.lab.cassandra.rest;

import java.util.Set;
import org.quorate.core.level.Level;

/**
 * All levels that clients use, which no server tells: whoever asks has to declare them. Lightweight
 * transactions count as QUORUM where they are at SERIAL, and as LOCAL_QUORUM where they are at
 * LOCAL_SERIAL.
 */
public record UsedLevels(Set<Level> writes, Set<Level> reads) {
  public UsedLevels {
    writes = Set.copyOf(writes);
    reads = Set.copyOf(reads);
  }
}
