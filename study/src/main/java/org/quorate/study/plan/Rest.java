package org.quorate.study.plan;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** What a server does once its requests have been sent elsewhere. */
public enum Rest {
  /** It never comes to that: nothing is sent elsewhere. */
  NONE("none"),
  /** It holds nothing and waits: its process goes on. */
  IDLE("idle"),
  /** Its process ends, and is started again when it is needed. */
  STOP("stop");

  private final String text;

  Rest(String text) {
    this.text = text;
  }

  /** The name in study files. */
  public String text() {
    return text;
  }

  /** The one of a name, as study files write it. */
  public static Optional<Rest> named(String name) {
    return Arrays.stream(values()).filter(each -> each.text.equals(name)).findFirst();
  }

  /** All names. */
  public static List<String> names() {
    return Arrays.stream(values()).map(Rest::text).toList();
  }
}
