package org.quorate.study.finding;

import java.util.List;

/**
 * What a pilot found.
 *
 * @param delay the link delay that the study went on with
 * @param holds whether every expectation held at that delay
 * @param trials in the order they were tried, at least one
 */
public record PilotOutcome(String delay, boolean holds, List<Trial> trials) {
  public PilotOutcome {
    trials = List.copyOf(trials);
  }

  /** Short runs of the cells that the expectations speak of, at one link delay. */
  public record Trial(String delay, List<Finding> findings) {
    public Trial {
      findings = List.copyOf(findings);
    }

    /** How many expectations held. */
    public long held() {
      return findings.stream().filter(Finding::holds).count();
    }
  }
}
