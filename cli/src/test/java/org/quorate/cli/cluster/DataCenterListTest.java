package org.quorate.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.quorate.lab.engine.DataCenter;

final class DataCenterListTest {
  @Test
  void dataCentresAreReadWithTheirNodesAndRacks() {
    assertThat(DataCenterList.parse("dc1:3, dc2:6:3"))
        .containsExactly(new DataCenter("dc1", 3, 1), new DataCenter("dc2", 6, 3));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "dc1", "dc1:", "dc1:x", "dc1:3,", "dc1:3:1:1", "dc1:0", "dc1:2:3"})
  void anythingElseIsRefused(String text) {
    assertThatThrownBy(() -> DataCenterList.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageEndingWith(".");
  }
}
