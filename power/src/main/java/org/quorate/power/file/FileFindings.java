package org.quorate.power.file;

import org.quorate.power.Finding;
import org.quorate.power.MeterKind;

/** What is said of meters that need to be told a file. Stateless. */
final class FileFindings {
  private FileFindings() {}

  /** A kind is there once it is given these options. */
  static Finding onRequest(MeterKind kind, String needed) {
    return Finding.onRequest(
        kind.name(),
        "Read from a file that another program writes, once its path is told.",
        kind.name() + " " + needed);
  }
}
