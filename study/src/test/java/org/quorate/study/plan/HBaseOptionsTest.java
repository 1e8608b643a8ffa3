package org.quorate.study.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class HBaseOptionsTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "hbase.regionserver.handler.count",
        "hbase.hregion.memstore.flush.size",
        "hfile.block.cache.size",
        "hbase.wal.hsync",
        "hbase.ipc.server.callqueue.handler.factor",
        "zookeeper.session.timeout"
      })
  void whatTunesAServerMayBeSet(String name) {
    assertThat(HBaseOptions.refusal(name)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "hbase.cluster.distributed",
        "hbase.status.published",
        "hbase.regionserver.port",
        "hbase.regionserver.info.port.auto",
        "hbase.zookeeper.property.clientPort"
      })
  void whatTheLauncherChoosesIsRefused(String name) {
    assertThat(HBaseOptions.refusal(name))
        .hasValueSatisfying(
            reason -> assertThat(reason).contains("chosen by whoever starts the servers"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"hbase", "hbase..handler", "hbase.a b", "hbase.x</name>", "Hbase.x", ".x"})
  void whatIsNoNameIsRefused(String name) {
    assertThat(HBaseOptions.refusal(name)).isPresent();
  }

  @ParameterizedTest
  @ValueSource(strings = {"30", "0.4", "-1", "true", "false"})
  void numbersAndTruthsAreValues(String value) {
    assertThat(HBaseOptions.value(value)).isEqualTo(value);
  }

  /** Any of these could name a class, a file or an address of some property. */
  @ParameterizedTest
  @ValueSource(
      strings = {"org.example.Coprocessor", "/tmp", "localhost", "10.0.0.1", "64MB", "1 2", "1\n2"})
  void whatIsNeitherIsNoValue(String value) {
    assertThatThrownBy(() -> HBaseOptions.value(value))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("a number, true or false");
  }
}
