package org.quorate.lab.counter;

import java.util.Map;
import org.quorate.lab.process.ProcessIdentity;

/**
 * What machine, process and links had used at one moment; two of them are differenced by {@link
 * MachineMeter#between}.
 *
 * @param own processor time of this process, in clock ticks
 * @param linkThreads processor time of each live thread of the links, by its id, in nanoseconds
 * @param linkProcesses processor time of each process of the links, in clock ticks
 */
public record MachineReading(
    MachineTimes times,
    long own,
    Map<Long, Long> linkThreads,
    Map<ProcessIdentity, Long> linkProcesses) {
  public MachineReading {
    linkThreads = Map.copyOf(linkThreads);
    linkProcesses = Map.copyOf(linkProcesses);
  }
}
