package org.quorate.lab.crash;

import java.time.Duration;
import java.util.List;

/**
 * What became of the writes that killed processes had accepted, each of which went on where the one
 * before had been killed.
 *
 * @param buffer where they waited
 * @param kills how many processes were killed
 * @param lived from the first accepted write until the kill, of all together
 * @param accepted writes whose calls had returned, as far as the process could still say so
 * @param unsent of these, how many the servers did not have after the last kill
 * @param applied writes that were found in the spill and applied, those included that the servers
 *     had already
 * @param lost of the accepted, how many the servers did not have after that
 * @param notes of the spill's draining, and what else is to be said
 */
public record KillOutcome(
    WriteBuffer buffer,
    int kills,
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
