package org.quorate.study.plan;

/** Which nodes may coordinate requests. */
public enum Coordinators {
  /** A replica of the row where there is one, as the driver does by itself. */
  TOKEN_AWARE("token-aware"),
  /** Nodes of the hot pool alone, a replica of the row first. */
  HOT("hot");

  private final String text;

  Coordinators(String text) {
    this.text = text;
  }

  /** The name in study files. */
  public String text() {
    return text;
  }
}
