package org.quorate.hbase.session;

import java.time.Duration;

/** Rules of tables for tests that are not of the time in which they are to be known. */
public final class PatientRules {
  private PatientRules() {}

  /** Those that wait for a minute, however busy the machine is. */
  public static TableRules rules() {
    return new TableRules(System::nanoTime, Duration.ofMinutes(1));
  }
}
