package org.quorate.core.quantity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ByteSizesTest {
  @ParameterizedTest
  @CsvSource({
    "512, 512",
    "0, 0",
    "10MiB, 10485760",
    "64kB, 64000",
    "1.5KiB, 1536",
    "1GB, 1000000000",
    "2TiB, 2199023255552",
    "8bit, 1",
    "1Gbit, 125000000",
    "' 3 B ', 3",
  })
  void readsBytes(String text, long bytes) {
    assertThat(ByteSizes.parse(text)).isEqualTo(bytes);
  }

  @ParameterizedTest
  @CsvSource({"1Gbit/s, 125000000", "10MB/s, 10000000", "100 kbit/s, 12500", "1MiB/s, 1048576"})
  void readsBytesPerSecond(String text, long bytes) {
    assertThat(ByteSizes.parsePerSecond(text)).isEqualTo(bytes);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "MiB", "-1B", "10Mb", "10mib", "10 parsecs", "1Gbit/s", "ten"})
  void refusesWhatIsNotASize(String text) {
    assertThatThrownBy(() -> ByteSizes.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("\"" + text + "\" is not a size in bytes; write ");
  }

  @Test
  void refusesASizeAsABandwidth() {
    assertThatThrownBy(() -> ByteSizes.parsePerSecond("10MB"))
        .hasMessageStartingWith("\"10MB\" is not a bandwidth; write ");
  }

  @Test
  void refusesPartsOfAByteAndSizesBeyondALong() {
    assertThatThrownBy(() -> ByteSizes.parse("1bit")).hasMessageContaining("whole number of bytes");
    assertThatThrownBy(() -> ByteSizes.parse("1e9TiB")).hasMessageContaining("too large");
  }

  @ParameterizedTest
  @CsvSource({"0, 0B", "999, 999B", "1536, 1.5KiB", "10485760, 10MiB", "1234567, 1.18MiB"})
  void writesTheLargestBinaryUnit(long bytes, String text) {
    assertThat(ByteSizes.format(bytes)).isEqualTo(text);
  }
}
