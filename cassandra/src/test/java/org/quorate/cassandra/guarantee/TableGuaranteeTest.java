package org.quorate.cassandra.guarantee;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.quorate.core.guarantee.Guarantee;
import org.quorate.core.level.Level;
import org.quorate.core.level.Replication;
import org.quorate.core.policy.LevelLadder;
import org.quorate.core.policy.ReadLevels;

class TableGuaranteeTest {
  private static final Map<CqlIdentifier, Object> NO_OPTIONS = Map.of();
  private static final ReadLevels LEVELS =
      new ReadLevels(new Replication(Map.of("dc1", 3)), "dc1", LevelLadder.GLOBAL, Level.QUORUM);

  private static TableGuarantee of(Guarantee... guarantees) {
    return new TableGuarantee(GuaranteeSettings.of(guarantees));
  }

  private static Map<CqlIdentifier, Object> option(String name, Object value) {
    return Map.of(CqlIdentifier.fromInternal(name), value);
  }

  @Test
  void nothingIsPromisedBeforeTheTableIsKnownAndWhileLevelsAreAnothersChoice() {
    TableGuarantee guarantee = of(Guarantee.READ_YOUR_WRITES);
    assertThat(guarantee.plan()).isNull();
    guarantee.renew(LEVELS, Level.QUORUM, NO_OPTIONS);
    assertThat(guarantee.plan()).isNotNull();
    guarantee.suspend();
    assertThat(guarantee.plan()).isNull();
  }

  @Test
  void thePlanFollowsTheTableAndItsCeiling() {
    TableGuarantee guarantee = of(Guarantee.MONOTONIC_READS);
    guarantee.renew(LEVELS, Level.QUORUM, NO_OPTIONS);
    assertThat(guarantee.plan().first()).isEqualTo(Level.QUORUM);
    guarantee.renew(LEVELS, Level.ALL, NO_OPTIONS);
    assertThat(guarantee.plan().first()).isEqualTo(Level.ONE);
    guarantee.renew(LEVELS, Level.ONE, NO_OPTIONS);
    assertThat(guarantee.plan()).isNull();
  }

  @Test
  void aTableWithoutReadRepairHasNoMonotonicReads() {
    Map<CqlIdentifier, Object> none = option("read_repair", "NONE");
    assertThat(of(Guarantee.MONOTONIC_READS).objection(LEVELS, Level.QUORUM, none))
        .contains(
            "monotonic-reads cannot be promised: the table has read_repair = 'NONE', so that what a"
                + " read returned may stay at one replica; set it to 'BLOCKING'.");
    assertThat(of(Guarantee.READ_YOUR_WRITES).objection(LEVELS, Level.QUORUM, none)).isEmpty();
    assertThat(
            of(Guarantee.MONOTONIC_READS)
                .objection(LEVELS, Level.QUORUM, option("read_repair", "BLOCKING")))
        .isEmpty();
  }

  @Test
  void noGuaranteeOutlastsTombstones() {
    TableGuarantee guarantee =
        new TableGuarantee(
            GuaranteeSettings.of(Guarantee.READ_YOUR_WRITES).withTime(Duration.ofMinutes(10)));
    assertThat(guarantee.objection(LEVELS, Level.QUORUM, option("gc_grace_seconds", 599)))
        .get()
        .asString()
        .endsWith(
            "what was deleted or has expired may come back after gc_grace_seconds = 599; state a"
                + " shorter guarantee-time.");
    assertThat(guarantee.objection(LEVELS, Level.QUORUM, option("gc_grace_seconds", 600)))
        .isEmpty();
  }
}
