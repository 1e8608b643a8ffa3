package org.quorate.study.fault;

import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.quorate.core.quantity.Durations;

/**
 * A fault and when it is brought about.
 *
 * @param at since the measured interval began, at least zero
 */
public record FaultEvent(Duration at, Fault fault) {
  /** For people: {@code 20s kill node3}. */
  public String text() {
    return Durations.format(at) + " " + fault.text();
  }

  /** A whole time line in one line, or {@code none}. */
  public static String text(List<FaultEvent> events) {
    return events.isEmpty()
        ? "none"
        : events.stream().map(FaultEvent::text).collect(Collectors.joining(", "));
  }
}
