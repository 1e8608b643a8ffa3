package org.quorate.core.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.quorate.core.random.SeededRandom;
import site.ycsb.Utils;
import site.ycsb.measurements.Measurements;
import site.ycsb.workloads.CoreWorkload;

/** Against {@code site.ycsb:core:0.17.0}, which this project did not write. */
class KeyNamesTest {
  @Test
  void hashesAsYcsbDoes() {
    SeededRandom random = new SeededRandom(1);
    for (long number = 0; number < 20_000; number++) {
      assertThat(KeyNames.hash(number)).isEqualTo(Utils.fnvhash64(number));
      long any = random.nextLong();
      assertThat(KeyNames.hash(any)).isEqualTo(Utils.fnvhash64(any));
    }
  }

  @ParameterizedTest
  @CsvSource({"true, 1", "true, 0", "true, 20", "false, 1", "false, 8"})
  void namesRowsAsYcsbDoes(boolean hashed, int zeroPadding) {
    KeyNames names = new KeyNames(hashed, zeroPadding);
    Measurements.setProperties(new Properties());
    class Ycsb extends CoreWorkload {
      String name(long number) {
        orderedinserts = !hashed;
        zeropadding = zeroPadding;
        return buildKeyName(number);
      }
    }
    Ycsb ycsb = new Ycsb();
    for (long number = 0; number < 10_000; number++) {
      assertThat(names.text(names.key(number))).isEqualTo(ycsb.name(number));
    }
  }

  @Test
  void theFirstRowHasItsWellKnownName() {
    KeyNames names = new KeyNames(true, 1);
    assertThat(names.text(names.key(0))).isEqualTo("user6284781860667377211");
    assertThat(new String(names.bytes(names.key(0)), StandardCharsets.US_ASCII))
        .isEqualTo("user6284781860667377211");
  }

  @Test
  void aNegativeHashKeepsItsSign() {
    assertThat(new KeyNames(true, 1).text(Long.MIN_VALUE)).isEqualTo("user-9223372036854775808");
  }

  @Test
  void refusesNegativePadding() {
    assertThatThrownBy(() -> new KeyNames(true, -1)).isInstanceOf(IllegalArgumentException.class);
  }
}
