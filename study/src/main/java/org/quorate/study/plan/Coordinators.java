package org.quorate.study.plan;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

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

  /** Those of a name, as study files write it. */
  public static Optional<Coordinators> named(String name) {
    return Arrays.stream(values()).filter(each -> each.text.equals(name)).findFirst();
  }

  /** All names. */
  public static List<String> names() {
    return Arrays.stream(values()).map(Coordinators::text).toList();
  }
}
