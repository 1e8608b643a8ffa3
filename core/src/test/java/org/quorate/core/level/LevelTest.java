package org.quorate.core.level;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class LevelTest {
  @Test
  void quorumIsTheSmallestMajority() {
    assertThat(Level.QUORUM.replicas(1)).isEqualTo(1);
    assertThat(Level.QUORUM.replicas(2)).isEqualTo(2);
    assertThat(Level.QUORUM.replicas(3)).isEqualTo(2);
    assertThat(Level.QUORUM.replicas(5)).isEqualTo(3);
  }

  @Test
  void readAndWriteLevelsOverlapExactlyWhenTheirReplicasExceedTheFactor() {
    assertThat(Level.ONE.overlaps(Level.ONE, 3)).isFalse();
    assertThat(Level.QUORUM.overlaps(Level.ONE, 3)).isFalse();
    assertThat(Level.QUORUM.overlaps(Level.QUORUM, 3)).isTrue();
    assertThat(Level.ALL.overlaps(Level.ONE, 3)).isTrue();
    assertThat(Level.ONE.overlaps(Level.ONE, 1)).isTrue();
  }

  @Test
  void aFactorBelowOneIsRefused() {
    assertThatThrownBy(() -> Level.ONE.replicas(0)).hasMessageContaining("at least 1");
  }
}
