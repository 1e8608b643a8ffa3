package org.quorate.lab.store.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.quorate.core.deferral.AdaptiveDeferral;
import org.quorate.core.deferral.DeferralDecision;
import org.quorate.core.deferral.DeferralObservation;
import org.quorate.core.deferral.DeferralPolicy;
import org.quorate.hbase.setting.DeferralSettings;
import org.quorate.hbase.spill.CrashDurability;
import org.quorate.study.plan.Buffering;
import org.quorate.study.plan.Durability;

final class HBaseTableTest {
  private static final Path SPILL = Path.of("spill");

  @ParameterizedTest
  @CsvSource({"64KiB, 65536", "1MiB, 1048576", "4MiB, 4194304", "16MiB, 16777216"})
  void flushesOfAFixedSizeHaveThatSizeHoweverLargeItIs(String size, long bytes) {
    DeferralSettings settings = settings("bounded 1s fixed " + size, Durability.NONE);
    DeferralPolicy policy = settings.flush().policy();
    DeferralObservation seen =
        new DeferralObservation(
            1,
            0.01,
            1000,
            1000,
            settings.flush().mostBatchBytes(),
            List.of(),
            new DeferralDecision(0, 1, "Nothing is known."));

    assertThat(policy.decide(seen).batchBytes()).isEqualTo(bytes);
  }

  @Test
  void whatAStudySaysOfADeferralIsWhatItIs() {
    DeferralSettings settings = settings("bounded 250ms 12MiB 500 writes", Durability.NONE);

    assertThat(settings.bound().time()).isEqualTo(Duration.ofMillis(250));
    assertThat(settings.bound().bytes()).isEqualTo(12L << 20);
    assertThat(settings.bound().writes()).isEqualTo(500);
    assertThat(settings.flush().policy()).isEqualTo(AdaptiveDeferral.STANDARD);
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
