package org.quorate.lab.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MemorySizeTest {
  @ParameterizedTest
  @CsvSource({
    "192M, 201326592, 192M",
    "192m, 201326592, 192M",
    "1G, 1073741824, 1G",
    "1024MiB, 1073741824, 1G",
    "512 MB, 536870912, 512M",
    "3K, 3072, 3K",
    "1000, 1000, 1000"
  })
  void sizesAreReadAndWrittenAsUsersOfJavaWriteThem(String text, long bytes, String shortest) {
    MemorySize size = MemorySize.parse(text);
    assertThat(size.bytes()).isEqualTo(bytes);
    assertThat(size).hasToString(shortest);
    assertThat(MemorySize.parse(size.toString())).isEqualTo(size);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "M", "0M", "-1M", "1.5G", "1T", "99999999999999G"})
  void whatIsNoSizeIsRefused(String text) {
    assertThatThrownBy(() -> MemorySize.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(text.isEmpty() ? "memory size" : text.substring(0, 1));
  }
}
