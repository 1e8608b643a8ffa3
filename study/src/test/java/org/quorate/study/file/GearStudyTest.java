package org.quorate.study.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.quorate.study.plan.OffloadSettings;
import org.quorate.study.plan.Rest;
import org.quorate.study.plan.RunSettings;
import org.quorate.study.plan.Study;
import org.quorate.study.testing.Studies;

/** Studies of Cassandra in which a whole data centre rests. */
final class GearStudyTest {
  private static final String CENTERS = "cluster: {data-centers: {day: 3, gear: 3}}\n";
  private static final String TWO = CENTERS + "levels: {read: LOCAL_QUORUM, write: LOCAL_QUORUM}\n";

  @SuppressWarnings("NullAway.Init")
  @TempDir
  private Path folder;

  @Test
  void aDataCentreThatRestsIsAFactor() throws Exception {
    Study study =
        load(
            TWO
                + "offload: {gear: gear, capacity: 900/s, shortest-stay: 20s, time-scale: 120}\n"
                + "factors: {offload: [none, stop]}\n");
    OffloadSettings none =
        new OffloadSettings(
            Rest.NONE,
            "gear",
            900,
            0.8,
            1,
            Duration.ofSeconds(20),
            1,
            Duration.ofSeconds(1),
            Duration.ofSeconds(1),
            120);

    assertThat(study.cells().values())
        .extracting(RunSettings::offload)
        .containsExactly(none, none.with(Rest.STOP));
    assertThat(study.settings())
        .containsEntry("data centre that rests as one", "gear")
        .containsEntry("decisions", "every 1s")
        .containsEntry("seconds of a day for each of a run's", "120.0")
        .doesNotContainKey("servers that never rest");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          rest: stop, capacity: 9/s             | of Cassandra a whole data centre rests | offload.gear
          rest: stop, gear: day, capacity: 9/s  | of Cassandra a whole data centre rests | not the first
          rest: stop, gear: west, capacity: 9/s | of Cassandra a whole data centre rests | or take consolidate, or none
          rest: idle, gear: gear, capacity: 9/s | gets all writes | take stop
          gear: gear, capacity: 9/s, high: 0.9  | rests as a whole | remove it
          gear: gear, capacity: 9/s, awake: 2   | rests as a whole | remove it
          gear: gear, capacity: 9/s, window: 2s | rests as a whole | remove it
          gear: gear, capacity: 9/s, time-scale: 0.5 | is not a number from 1 to 1000 | such as 60
          gear: gear, capacity: 9/s, time-scale: 1001 | is not a number from 1 to 1000 | such as 60
          """)
  void refusesWhatNoGearHas(String offload, String why, String advice) {
    assertThatThrownBy(() -> load(TWO + "offload: {" + offload + "}\n"))
        .isInstanceOf(StudyFileException.class)
        .hasMessageContaining(why)
        .hasMessageContaining(advice);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {read: QUORUM, write: LOCAL_QUORUM}
          {read: LOCAL_QUORUM, write: EACH_QUORUM}
          {read: quorate 1%, write: LOCAL_ONE}
          """)
  void whatADataCentreAtRestWouldHaveToAnswerIsRefused(String levels) {
    String offload = "offload: {gear: gear, capacity: 9/s}\n";

    assertThatThrownBy(() -> load(CENTERS + "levels: " + levels + "\n" + offload))
        .isInstanceOf(StudyFileException.class)
        .hasMessageContaining("read and write at LOCAL_ONE or LOCAL_QUORUM");
  }

  private Study load(String lines) throws Exception {
    return Studies.load(folder, "title: x\nworkload: {properties: {recordcount: 10}}\n" + lines)
        .study();
  }
}
