package org.quorate.study.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.core.history.HistoryFormat;
import org.quorate.core.history.Outcome;
import org.quorate.core.level.Level;

class HistoryRecorderTest {
  @Test
  void linesOfAllLanesAreInTheFileAfterClose(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("run.csv.gz");
    HistoryRecorder recorder = HistoryRecorder.open(file, 2);
    recorder.lane(0).write(7, 100, 10, 20, 3, Level.ONE, Outcome.OK);
    recorder.lane(0).write(7, 101, 21, 99, 3, Level.ONE, Outcome.TIMEOUT);
    recorder.lane(0).write(7, 102, 30, 31, 3, Level.QUORUM, Outcome.ERROR);
    recorder.lane(1).read(7, 100, 40, 50, 4, Level.LOCAL_QUORUM, Outcome.OK);
    recorder.lane(1).read(8, LaneHistory.NO_VERSION, 51, 52, 4, Level.ALL, Outcome.OK);
    recorder.lane(1).read(8, 5, 53, 54, 4, Level.ALL, Outcome.TIMEOUT);
    assertThat(file).doesNotExist();
    recorder.close();
    recorder.close();

    assertThat(lines(file))
        .containsExactly(
            HistoryFormat.HEADER,
            "write,user7,100,10,20,3,ONE,ok",
            "write,user7,101,21,,3,ONE,timeout",
            "write,user7,102,30,31,3,QUORUM,error",
            "read,user7,100,40,50,4,LOCAL_QUORUM,ok",
            "read,user8,,51,52,4,ALL,ok",
            "read,user8,,53,54,4,ALL,error");
    assertThat(recorder.operations()).isEqualTo(6);
    assertThat(folder.toFile().list()).containsExactly("run.csv.gz");
  }

  @Test
  void aLaneRefusesOperationsAfterClose(@TempDir Path folder) throws IOException {
    HistoryRecorder recorder = HistoryRecorder.open(folder.resolve("run.csv"), 1);
    recorder.close();
    assertThatThrownBy(() -> recorder.lane(0).read(1, 1, 1, 2, 0, Level.ONE, Outcome.OK))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("closed");
  }

  private static List<String> lines(Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    }
  }
}
