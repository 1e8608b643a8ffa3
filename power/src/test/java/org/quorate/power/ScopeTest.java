package org.quorate.power;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class ScopeTest {
  @Test
  void everyScopeIsFoundByItsName() throws Exception {
    for (Scope scope : Scope.values()) {
      assertThat(Scope.named(scope.settingsName())).isEqualTo(scope);
    }
    assertThat(Scope.named("Supply-Output")).isEqualTo(Scope.SUPPLY_OUTPUT);
  }

  @Test
  void aMisspeltScopeIsRefusedWithTheRightWord() {
    assertThatThrownBy(() -> Scope.named("wal"))
        .isInstanceOf(MeterException.class)
        .hasMessage(
            "There is no scope \"wal\"; write wall, supply-output, host, processor, memory,"
                + " processes. Did you mean wall?");
  }
}
