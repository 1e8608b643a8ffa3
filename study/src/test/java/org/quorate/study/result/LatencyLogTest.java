package org.quorate.study.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LatencyLogTest {
  @SuppressWarnings("NullAway.Init")
  @TempDir
  private Path folder;

  @Test
  void whatIsWrittenIsReadAgain() throws Exception {
    Histogram reads = new Histogram(3);
    reads.recordValueWithCount(1_234_567, 10);
    reads.recordValue(3_600_000_000_000L);
    reads.setStartTimeStamp(1_700_000_000_000L);
    reads.setEndTimeStamp(1_700_000_005_000L);
    Map<String, Histogram> written = new LinkedHashMap<>();
    written.put(LatencyLog.response("READ"), reads);
    written.put(LatencyLog.LAG, new Histogram(3));
    Path file = folder.resolve(LatencyLog.FILE_NAME);
    LatencyLog.write(file, written);
    Map<String, Histogram> read = LatencyLog.read(file);

    assertThat(read).containsOnlyKeys("READ-response", "lag");
    assertThat(read.get("READ-response")).isEqualTo(reads);
    assertThat(read.get("lag")).extracting(Histogram::getTotalCount).isEqualTo(0L);
    assertThat(Files.readString(file))
        .startsWith("#[Histogram log format version 1.3]")
        .contains("Tag=READ-response,1700000000.000,5.000,");
    assertThat(folder).isDirectoryNotContaining(path -> path.toString().endsWith(".part"));
  }

  @Test
  void refusesWhatIsNoLog() throws Exception {
    Path file = folder.resolve("x.hlog");
    Files.writeString(file, "Tag=a,1.0,1.0,1.0,nonsense!\n");

    assertThatThrownBy(() -> LatencyLog.read(file))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("x.hlog is not an HdrHistogram log");
  }
}
