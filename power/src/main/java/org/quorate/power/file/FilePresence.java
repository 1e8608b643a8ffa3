package org.quorate.power.file;

import org.quorate.power.MeterKind;
import org.quorate.power.MeterPresence;

/** What is said of meters that need to be told a file. Stateless. */
final class FilePresence {
  private FilePresence() {}

  /** A kind is there once it is given these options. */
  static MeterPresence onRequest(MeterKind kind, String needed) {
    return MeterPresence.onRequest(
        kind.name(),
        "Read from a file that another program writes, once its path is told.",
        kind.name() + " " + needed);
  }
}
