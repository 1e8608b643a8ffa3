package org.quorate.cli.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.quorate.core.level.Level;

final class TruthSettingTest {
  private static final List<TruthSetting> DRAWN =
      TruthSetting.drawn(24, 20, List.of(100, 200, 300));

  @Test
  void everyValueIsInAsManySettingsAsAnyOther() {
    assertThat(counts(TruthSetting::delay))
        .isEqualTo(Map.of("none", 7L, "5ms", 7L, "lognormal 5ms 0.8", 6L));
    assertThat(counts(TruthSetting::perSecond)).isEqualTo(Map.of(100, 7L, 200, 7L, 300, 6L));
    assertThat(counts(TruthSetting::workload)).isEqualTo(Map.of("a", 7L, "b", 7L, "d", 6L));
    assertThat(counts(TruthSetting::writeLevel))
        .isEqualTo(Map.of(Level.ONE, 10L, Level.QUORUM, 10L));
    assertThat(counts(TruthSetting::sessions)).isEqualTo(Map.of(1, 10L, 4, 10L));
    assertThat(DRAWN).doesNotHaveDuplicates();
    assertThat(TruthSetting.drawn(24, 20, List.of(100, 200, 300))).isEqualTo(DRAWN);
  }

  @Test
  void everyLoadIsOneOfThatTable() throws Exception {
    for (TruthSetting setting : DRAWN) {
      assertThat(setting.load().table()).isEqualTo("setting" + setting.number());
      assertThat(setting.load().insertCount()).isEqualTo(1_000);
      assertThat(setting.load().requests().name())
          .isEqualTo(setting.requests().isEmpty() ? "latest" : setting.requests());
      assertThat(setting.linkDelay().text()).isNotBlank();
    }
  }

  private static <T> Map<T, Long> counts(Function<TruthSetting, T> factor) {
    return DRAWN.stream().collect(Collectors.groupingBy(factor, Collectors.counting()));
  }
}
