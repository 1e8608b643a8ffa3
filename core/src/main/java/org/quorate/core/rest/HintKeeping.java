package org.quorate.core.rest;

import java.time.Duration;
import java.util.Set;

/**
 * What a node does with writes that another one misses. Immutable.
 *
 * @param written whether it writes hints at all
 * @param window how long another may be away until this one writes none for it any more
 * @param leftOut data centres for whose nodes it writes none
 * @param keptFor nodes that it keeps some for now, by name
 */
public record HintKeeping(
    boolean written, Duration window, Set<String> leftOut, Set<String> keptFor) {
  public HintKeeping {
    leftOut = Set.copyOf(leftOut);
    keptFor = Set.copyOf(keptFor);
  }

  /** Of a node that does not run and so cannot be asked for its settings. */
  public static HintKeeping ofNoProcess(Set<String> keptFor) {
    return new HintKeeping(false, Duration.ZERO, Set.of(), keptFor);
  }
}
