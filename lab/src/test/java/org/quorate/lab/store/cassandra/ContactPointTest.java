package org.quorate.lab.store.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ContactPointTest {
  @ParameterizedTest
  @CsvSource({
    "127.0.0.1, 127.0.0.1, 9042",
    "127.0.0.1:9142, 127.0.0.1, 9142",
    "localhost:1, localhost, 1",
    "::1, 0:0:0:0:0:0:0:1, 9042",
    "[::1]:9142, 0:0:0:0:0:0:0:1, 9142",
    "[::1], 0:0:0:0:0:0:0:1, 9042"
  })
  void aContactPointHasTheUsualPortUnlessItNamesOne(String text, String host, int port) {
    assertThat(ContactPoint.parse(text).getHostString()).isEqualTo(host);
    assertThat(ContactPoint.parse(text).getPort()).isEqualTo(port);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "host:", "host:0", "host:70000", "host:nine", "http://host", "me:pw@h"})
  void whatIsNoContactPointIsRefused(String text) {
    assertThatThrownBy(() -> ContactPoint.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageEndingWith(
            "is no contact point; write HOST or HOST:PORT, such as 10.0.0.5:9042.");
  }
}
