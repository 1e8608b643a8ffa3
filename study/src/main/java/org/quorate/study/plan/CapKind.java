package org.quorate.study.plan;

import java.util.Locale;

/** By what the processors of cold nodes are capped. */
public enum CapKind {
  /** Less processor time, by control groups: a processor waits, and runs no slower. */
  QUOTA,
  /** A lower clock frequency, which saves voltage as well. */
  FREQUENCY;

  /** As study files write it. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
