package org.quorate.cassandra.jmx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ManagementAddressesTest {
  @Test
  void managementIsAtAPortByATemplateOrAtAnAddressForEachNode() {
    assertThat(ManagementAddresses.parse("7199").named()).isEmpty();
    assertThat(
            ManagementAddresses.parse("service:jmx:rmi:///jndi/rmi://{host}:7199/jmxrmi").named())
        .isEmpty();
    assertThat(ManagementAddresses.parse("10.0.0.1=localhost:7101,10.0.0.2=localhost:7102").named())
        .containsExactly("10.0.0.1", "10.0.0.2");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0", "99999", "here", "10.0.0.1=7101", "=localhost:7101", "a=b:c"})
  void whatSaysNothingOfManagementIsRefused(String text) {
    assertThatThrownBy(() -> ManagementAddresses.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("write a port such as 7199");
  }
}
