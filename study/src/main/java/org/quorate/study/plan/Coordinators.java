package org.quorate.study.plan;

/** Which nodes coordinate requests. */
public enum Coordinators {
  /** A replica of the row where there is one, as the driver does by itself. */
  TOKEN_AWARE("token-aware"),
  /** Nodes of the hot pool alone, a replica of the row first. */
  HOT("hot"),
  /**
   * For each client one node that the run's seed draws, whatever the row, as an application's does
   * whose every thread keeps to one connection.
   */
  RANDOM("random");

  private final String text;

  Coordinators(String text) {
    this.text = text;
  }

  /** The name in study files. */
  public String text() {
    return text;
  }
}
