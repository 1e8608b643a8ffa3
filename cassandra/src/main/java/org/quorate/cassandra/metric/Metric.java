package org.quorate.cassandra.metric;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * One number at one moment.
 *
 * @param name such as {@code quorate.stale.reads.estimated}
 * @param kind whether it only grows
 * @param unit a base unit such as {@code seconds}, or empty
 * @param description one sentence
 * @param tags such as {@code table=shop.carts}
 * @param value may be NaN where it is not known
 */
public record Metric(
    String name,
    Kind kind,
    String unit,
    String description,
    Map<String, String> tags,
    double value) {
  /** How a number behaves. */
  public enum Kind {
    /** Goes up and down. */
    GAUGE,
    /** Only grows, from 0 at the session's start. */
    COUNTER
  }

  public Metric {
    tags = Collections.unmodifiableMap(new TreeMap<>(tags));
  }
}
