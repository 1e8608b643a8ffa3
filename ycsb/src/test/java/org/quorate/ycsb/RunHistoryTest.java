package org.quorate.ycsb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.quorate.load.history.LaneHistory;

class RunHistoryTest {
  @SuppressWarnings("NullAway.Init")
  @TempDir
  Path folder;

  @Test
  void withoutAFileNothingIsRecordedAndEveryKeyWillDo() throws Exception {
    try (RunHistory history = RunHistory.open(null, 1)) {
      assertThat(history.records()).isFalse();
      assertThat(history.lane(0)).isSameAs(LaneHistory.none());
      assertThat(history.key("anything")).isZero();
    }
  }

  @Test
  void theNumberOfYcsbsKeyIsTheHistorys() throws Exception {
    Path file = folder.resolve("run.csv");
    try (RunHistory history = RunHistory.open(file, 2)) {
      assertThat(history.records()).isTrue();
      assertThat(history.lane(1)).isNotSameAs(history.lane(0));
      assertThat(history.key("user6284781860667377211")).isEqualTo(6284781860667377211L);
    }
    assertThat(file).exists();
  }

  @ParameterizedTest
  @ValueSource(strings = {"row1", "user", "userone", "user99999999999999999999"})
  void aKeyThatCannotBeRecordedIsRefused(String key) throws Exception {
    try (RunHistory history = RunHistory.open(folder.resolve("run.csv"), 1)) {
      assertThatThrownBy(() -> history.key(key))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage(
              "The key \""
                  + key
                  + "\" cannot be recorded, since it is not \"user\" and a number; leave"
                  + " quorate.history out.");
    }
  }
}
