package org.quorate.power.ipmi;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Assumptions;

/**
 * The program that tests over the wire need. Without it they are skipped; but where the property
 * quorate.require-ipmitool is true, they fail.
 */
public final class InstalledIpmitool {
  private InstalledIpmitool() {}

  public static void require() {
    boolean installed =
        Arrays.stream(System.getenv().getOrDefault("PATH", "").split(":", -1))
            .anyMatch(folder -> Files.isExecutable(Path.of(folder, "ipmitool")));
    String missing = "ipmitool is not installed; install it with: apt-get install ipmitool";
    if (Boolean.getBoolean("quorate.require-ipmitool")) {
      assertThat(installed).as(missing).isTrue();
    }
    Assumptions.assumeTrue(installed, missing);
  }
}
