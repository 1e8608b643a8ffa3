package org.quorate.lab.store.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.quorate.hbase.setting.DeferralSettings;
import org.quorate.hbase.spill.CrashDurability;
import org.quorate.study.plan.Buffering;
import org.quorate.study.plan.Durability;

final class HBaseTableTest {
  private static final Path SPILL = Path.of("spill");

  @ParameterizedTest
  @CsvSource({
    "bounded 1s, 1048576",
    "bounded 1s fixed 64KiB, 65536",
    "bounded 1s fixed 1MiB, 1048576",
    "bounded 1s fixed 16MiB, 16777216"
  })
  void flushesHaveTheSizeThatTheStudySaysAndOtherwiseOneMebibyte(String buffering, long bytes) {
    assertThat(settings(buffering, Durability.NONE).flush().bytes()).isEqualTo(bytes);
  }

  @Test
  void whatAStudySaysOfADeferralIsWhatItIs() {
    DeferralSettings settings = settings("bounded 250ms 12MiB 500 writes", Durability.NONE);

    assertThat(settings.bound().time()).isEqualTo(Duration.ofMillis(250));
    assertThat(settings.bound().bytes()).isEqualTo(12L << 20);
    assertThat(settings.bound().writes()).isEqualTo(500);
    assertThat(settings.spill().durability()).isEqualTo(CrashDurability.NONE);
    assertThat(settings("bounded 1s", Durability.MACHINE_CRASH).spill().directory())
        .contains(SPILL);
  }

  private static DeferralSettings settings(String buffering, Durability durability) {
    return HBaseTable.settings(
            (Buffering.BoundedDeferral) Buffering.parse(buffering), durability, SPILL)
        .build();
  }
}
