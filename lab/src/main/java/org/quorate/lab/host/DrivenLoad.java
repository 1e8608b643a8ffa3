package org.quorate.lab.host;

import java.util.List;
import org.quorate.load.LoadOutcome;
import org.quorate.study.result.LoadHostResult;

/**
 * What a load came to.
 *
 * @param hosts each load host's part; empty where the load was sent from here
 */
public record DrivenLoad(LoadOutcome outcome, List<LoadHostResult> hosts) {
  public DrivenLoad {
    hosts = List.copyOf(hosts);
  }
}
