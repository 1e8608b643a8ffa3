package org.quorate.study.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.study.plan.Study;
import org.quorate.study.testing.Studies;

final class DiskRoomTest {
  /** The reserve, what 12 runs take beside histories, and the load of 10 rows. */
  private static final long BASE = (64L << 20) + (12L << 20) + 10L * DiskRoom.BYTES_PER_OPERATION;

  @SuppressWarnings("NullAway.Init")
  @TempDir
  private Path folder;

  @Test
  void reckonsWithHistoriesOfRunsAndWarmUps() throws Exception {
    // 12 runs of 2 s and 6 warm-ups of 1 s
    long histories = 30L * DiskRoom.FASTEST * DiskRoom.BYTES_PER_OPERATION;

    assertThat(needed(Studies.SIX_CELLS)).isEqualTo(BASE + histories);
    assertThat(needed(Studies.SIX_CELLS.replace("threads: 2", "threads: 2, target: 2000/s")))
        .isEqualTo(BASE + histories / 10);
    assertThat(needed(Studies.SIX_CELLS.replace("settle", "history: false, settle")))
        .isEqualTo(BASE);
  }

  @Test
  void runsThatEndWithTheirOperationsLeaveNoMoreThanThese() throws Exception {
    String ending = Studies.SIX_CELLS.replace("settle", "operations: 2000, settle");
    long warmUps = 6L * DiskRoom.FASTEST * DiskRoom.BYTES_PER_OPERATION;

    assertThat(needed(ending))
        .isEqualTo(BASE + warmUps + 12L * 2000 * DiskRoom.BYTES_PER_OPERATION);
    assertThat(needed(ending.replace("duration: 2s", "duration: 2h"))).isEqualTo(needed(ending));
    assertThat(needed(ending.replace("2000", "2000000")))
        .as("no more than in their time")
        .isEqualTo(needed(Studies.SIX_CELLS));
  }

  @Test
  void runsThatLoadRowsLeaveNoMoreThanThese() throws Exception {
    String loading =
        Studies.SIX_CELLS
            .replace("settle", "empty-table: true, settle")
            .replace("recordcount: 10", "recordcount: 500");

    // 12 runs and 6 warm-ups of 500 rows, and nothing is loaded before.
    assertThat(needed(loading))
        .isEqualTo((64L << 20) + (12L << 20) + 18L * 500 * DiskRoom.BYTES_PER_OPERATION);
  }

  @Test
  void reckonsWithTheRateOfAnOpenLoopAndTheRowsOfTheLoad() throws Exception {
    String open = Studies.SIX_CELLS.replace("{threads: 2}", "{arrivals: poisson 100/s}");
    assertThat(needed(open)).isEqualTo(BASE + 30L * 100 * DiskRoom.BYTES_PER_OPERATION);
    assertThat(needed(open.replace("recordcount: 10", "recordcount: 1000010")))
        .isEqualTo(
            BASE
                + 30L * 100 * DiskRoom.BYTES_PER_OPERATION
                + 1_000_000L * DiskRoom.BYTES_PER_OPERATION);
  }

  @Test
  void reckonsWithThePilotUntilItHasBeenRun() throws Exception {
    Study study =
        Studies.load(
                folder,
                Studies.SIX_CELLS
                    + """
                    expects:
                      - throughput-falls: {read-level: [ONE, QUORUM, ALL], write-level: ONE}
                    pilot: {delay: [1ms, 5ms], duration: 3s}
                    """)
            .study();
    long with = DiskRoom.needed(study, Set.of(), true);
    long without = DiskRoom.needed(study, Set.of(), false);
    long trial = (1L << 20) + 3L * DiskRoom.FASTEST * DiskRoom.BYTES_PER_OPERATION;
    assertThat(with - without).isEqualTo(2 * 3 * trial);
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
    return DiskRoom.needed(Studies.load(folder, text).study(), Set.of(), true);
  }
}
