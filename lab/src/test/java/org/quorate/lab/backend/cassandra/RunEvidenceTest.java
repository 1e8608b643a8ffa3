package org.quorate.lab.backend.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.study.file.StudyFile;
import org.quorate.study.file.StudyOverrides;
import org.quorate.study.plan.RunSettings;

final class RunEvidenceTest {
  @TempDir private Path folder;

  @Test
  void severalProcessesExchangeItWhosePolicyGoesByItAndWhereItIsAskedFor() throws Exception {
    assertThat(RunEvidence.every(run("quorate 1%", 2, "5s"))).isEqualTo(Duration.ofSeconds(5));
    assertThat(RunEvidence.every(run("recency 1%", 2, "5s"))).isEqualTo(Duration.ofSeconds(5));
    assertThat(RunEvidence.every(run("quorate 1%", 2, "none"))).isNull();
    assertThat(RunEvidence.every(run("quorate 1%", 1, "5s"))).isNull();
    assertThat(RunEvidence.every(run("pbs 1%", 2, "5s"))).isNull();
    assertThat(RunEvidence.every(run("ONE", 2, "5s"))).isNull();
  }

  private RunSettings run(String policy, int processes, String evidence) throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("study.yaml"),
            """
            title: x
            workload: {properties: {recordcount: 10}}
            load: {threads: 2, processes: %d}
            levels: {read: %s}
            monitor: {evidence: %s}
            """
                .formatted(processes, policy, evidence));
    return StudyFile.load(file, StudyOverrides.NONE).study().cells().values().iterator().next();
  }
}
