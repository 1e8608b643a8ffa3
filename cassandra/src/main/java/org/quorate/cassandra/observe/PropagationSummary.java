package org.quorate.cassandra.observe;

import java.util.List;
import org.quorate.core.staleness.Propagation;

/**
 * The propagation time of several rounds of one source.
 *
 * @param propagation medians over the rounds, of the values, of the low and of the high bounds, in
 *     seconds
 * @param source its name
 * @param meaning what its figure is and how it errs
 * @param rounds at least 1
 * @param samples of all rounds together
 * @param notes each once: what the rounds could not see
 */
public record PropagationSummary(
    Propagation propagation,
    String source,
    String meaning,
    int rounds,
    long samples,
    List<String> notes) {
  public PropagationSummary {
    notes = List.copyOf(notes);
  }
}
