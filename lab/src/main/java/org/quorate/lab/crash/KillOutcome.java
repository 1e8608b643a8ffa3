package org.quorate.lab.crash;

import java.time.Duration;
import java.util.List;

/**
 * What became of the writes that a killed process had accepted.
 *
 * @param buffer where they waited
 * @param lived from the first accepted write until the kill
 * @param accepted writes whose calls had returned, as far as the process could still say so
 * @param unsent of these, how many the servers did not have after the kill
 * @param applied writes that were found in the spill and applied, those included that the servers
 *     had already
 * @param lost of the accepted, how many the servers did not have after that
 * @param notes of the spill's draining, and what else is to be said
 */
public record KillOutcome(
    WriteBuffer buffer,
    Duration lived,
    long accepted,
    long unsent,
    long applied,
    long lost,
    List<String> notes) {
  public KillOutcome {
    notes = List.copyOf(notes);
  }
}
