package org.quorate.lab.store.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.quorate.hbase.setting.DeferralSettings;
import org.quorate.load.LoadPlan;
import org.quorate.study.plan.Buffering;
import org.quorate.study.plan.Durability;

/** Who waits for writes that were kept back must not give up before those who send them do. */
class PatienceTest {
  @Test
  void aLoadWaitsForBuffersLongerThanHBasesClientSendsThem() {
    assertThat(LoadPlan.PATIENCE)
        .isGreaterThan(
            Duration.ofSeconds(HBaseConnections.BUFFER_SECONDS + HBaseConnections.REQUEST_SECONDS))
        .isGreaterThan(
            Duration.ofSeconds(
                HBaseConnections.OPERATION_SECONDS + HBaseConnections.REQUEST_SECONDS));
  }

  @Test
  void aLoadWaitsForDeferredWritesLongerThanTheyAreSentAgain() {
    DeferralSettings settings =
        HBaseTable.settings(
                new Buffering.BoundedDeferral(Duration.ofSeconds(1), null, null, null),
                Durability.NONE,
                Path.of("spill"))
            .build();

    assertThat(LoadPlan.PATIENCE)
        .isGreaterThan(
            settings.flush().retryFor().plus(Duration.ofSeconds(HBaseConnections.REQUEST_SECONDS)));
  }
}
