package org.quorate.lab.counter;

import java.util.Map;
import org.quorate.lab.process.ProcessIdentity;

/**
 * What machine, process and links had used at one moment; two of them are differenced by {@link
 * MachineMeter#between}.
 *
 * @param own processor time of this process, in clock ticks
 * @param linkProcesses processor time of each process of the links, in clock ticks
 */
public record MachineReading(
    MachineTimes times, long own, Map<ProcessIdentity, Long> linkProcesses) {
  public MachineReading {
    linkProcesses = Map.copyOf(linkProcesses);
  }
}
