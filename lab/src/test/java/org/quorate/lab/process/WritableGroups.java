package org.quorate.lab.process;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.util.Optional;

/** Whether this machine has control groups that this user may make. Stateless. */
public final class WritableGroups {
  private WritableGroups() {}

  /** The machine's groups; where there are none, the test that asks is skipped. */
  public static ControlGroups assumed() throws InterruptedException {
    Optional<ControlGroups> groups = ControlGroups.detect();
    assumeTrue(groups.isPresent(), "This machine has no control groups for processors.");
    try {
      groups.orElseThrow().create("probe", "host1", 1);
      groups.orElseThrow().remove("probe");
    } catch (IOException refused) {
      assumeTrue(false, "This user may not make control groups: " + refused);
    }
    return groups.orElseThrow();
  }
}
