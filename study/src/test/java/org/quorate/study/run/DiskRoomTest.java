package org.quorate.study.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.study.plan.Plan;
import org.quorate.study.testing.Studies;

final class DiskRoomTest {
  @SuppressWarnings("NullAway.Init")
  @TempDir
  private Path folder;

  @Test
  void reckonsWithHistoriesOfRunsAndWarmUps() throws Exception {
    // 12 runs of 2 s and 6 warm-ups of 1 s
    long histories = 30L * DiskRoom.FASTEST * DiskRoom.BYTES_PER_OPERATION;

    assertThat(needed(Studies.SIX_CELLS)).isEqualTo((64L << 20) + (12L << 20) + histories);
    assertThat(needed(Studies.SIX_CELLS.replace("threads: 2", "threads: 2, target: 2000/s")))
        .isEqualTo((64L << 20) + (12L << 20) + histories / 10);
    assertThat(needed(Studies.SIX_CELLS.replace("settle", "history: false, settle")))
        .isEqualTo((64L << 20) + (12L << 20));
  }

  @Test
  void refusesADiskWithTooLittleRoom() {
    assertThatThrownBy(() -> DiskRoom.require(folder, 10 << 20, 20 << 20))
        .hasMessage(
            "The disk of "
                + folder
                + " has 10MiB free, but this study may need 20MiB; free some, or choose another"
                + " directory.");
    assertThatCode(() -> DiskRoom.require(folder, 20 << 20, 20 << 20)).doesNotThrowAnyException();
  }

  private long needed(String text) throws Exception {
    return DiskRoom.needed(Plan.of(Studies.load(folder, text).study()).runs());
  }
}
