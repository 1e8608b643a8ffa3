package org.quorate.lab.engine.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.lab.engine.ClusterRegistry;
import org.quorate.lab.engine.ClusterSpec;
import org.quorate.lab.engine.RunningProcess;

/**
 * What the kernel makes of control groups. Only some machines have groups of version 1, and only
 * some users may make them, so it is run where that is said of the machine; which files are
 * written, in either version, is tested everywhere, on a made-up file tree.
 */
@Tag("faults")
@Tag("takes-control-groups")
class HostQuotaIT {
  @Test
  void theQuotaOfAHostHoldsNodesAndTheServicesBesideThem(@TempDir Path directory) throws Exception {
    Path version1 = Path.of("/sys/fs/cgroup/cpu");
    assertThat(version1).isWritable();
    ClusterSpec spec =
        ClusterSpec.builder("served", "1")
            .nodes(1)
            .hostQuota(new ClusterSpec.HostQuota(1, 0.5))
            .build();
    try (LocalCluster served =
        new SleepingServices(new ClusterRegistry(directory.resolve("clusters")), directory)
            .served(spec)) {
      List<RunningProcess> processes = new ArrayList<>(served.services());
      processes.addAll(served.nodes());
      for (RunningProcess process : processes) {
        assertThat(Path.of("/proc/" + process.processId() + "/cgroup"))
            .content()
            .contains("/quorate/served/host1\n");
      }
      assertThat(version1.resolve("quorate/served/host1/cpu.cfs_quota_us")).hasContent("5000");
    }
    assertThat(version1.resolve("quorate/served")).doesNotExist();
  }
}
