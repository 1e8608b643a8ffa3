package org.quorate.study.plan;

/** What a server does once its requests have been sent elsewhere. */
public enum Rest {
  /** It never comes to that: nothing is sent elsewhere. */
  NONE("none"),
  /** It holds nothing and waits: its process goes on. */
  IDLE("idle"),
  /** Its process ends, and is started again when it is needed. */
  STOP("stop"),
  /** It goes on, on a host that it shares with others; the host that it was on is not needed. */
  CONSOLIDATE("consolidate");

  private final String text;

  Rest(String text) {
    this.text = text;
  }

  /** The name in study files. */
  public String text() {
    return text;
  }
}
