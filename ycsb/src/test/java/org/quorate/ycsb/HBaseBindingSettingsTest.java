package org.quorate.ycsb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Properties;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.quorate.hbase.spill.CrashDurability;

class HBaseBindingSettingsTest {
  @Test
  void defaultsAreThoseOfStockYcsbsBinding() {
    HBaseBindingSettings settings = HBaseBindingSettings.of(properties());
    assertThat(settings.table().getNameAsString()).isEqualTo("usertable");
    assertThat(settings.family()).isEqualTo("family");
    assertThat(settings.buffered()).isFalse();
    assertThat(settings.deferral().enabled()).isFalse();
    assertThat(settings.bufferBytes()).isEqualTo(12 << 20);
    assertThat(settings.durability()).isEqualTo(Durability.USE_DEFAULT);
    assertThat(settings.limitedScans()).isTrue();
    assertThat(settings.scanOperator()).isNull();
    assertThat(settings.debug()).isFalse();
    assertThat(settings.principal()).isNull();
    assertThat(settings.keytab()).isNull();
    assertThat(settings.threads()).isEqualTo(1);
    assertThat(settings.regions()).isZero();
    assertThat(settings.history()).isNull();
  }

  @Test
  void everyPropertyIsTaken() {
    Properties properties = properties();
    properties.setProperty("table", "people");
    properties.setProperty("columnfamily", "f");
    properties.setProperty("clientbuffering", "true");
    properties.setProperty("durability", "skip_wal");
    properties.setProperty("hbase.usepagefilter", "false");
    properties.setProperty("hbase.usescanvaluefiltering", "true");
    properties.setProperty("hbase.scanfilteroperator", "greater");
    properties.setProperty("debug", "true");
    properties.setProperty("principal", "ycsb@REALM");
    properties.setProperty("keytab", "ycsb.keytab");
    properties.setProperty("threadcount", "8");
    properties.setProperty("quorate.regions", "6");
    properties.setProperty("quorate.history", "run.csv.gz");
    properties.setProperty("quorate.deferral.bound.time", "200ms");
    properties.setProperty("quorate.deferral.durability", "process-crash");
    properties.setProperty("quorate.deferral.spill.directory", "spill");
    properties.setProperty("hbase.zookeeper.quorum", "zk1,zk2");
    HBaseBindingSettings settings = HBaseBindingSettings.of(properties);
    assertThat(settings.table().getNameAsString()).isEqualTo("people");
    assertThat(settings.family()).isEqualTo("f");
    assertThat(settings.buffered()).isTrue();
    assertThat(settings.durability()).isEqualTo(Durability.SKIP_WAL);
    assertThat(settings.limitedScans()).isFalse();
    assertThat(settings.scanOperator()).isEqualTo(CompareOperator.GREATER);
    assertThat(settings.debug()).isTrue();
    assertThat(settings.principal()).isEqualTo("ycsb@REALM");
    assertThat(settings.keytab()).isEqualTo(Path.of("ycsb.keytab"));
    assertThat(settings.threads()).isEqualTo(8);
    assertThat(settings.regions()).isEqualTo(6);
    assertThat(settings.history()).isEqualTo(Path.of("run.csv.gz"));
    assertThat(settings.deferral().bound().time()).isEqualTo(Duration.ofMillis(200));
    assertThat(settings.deferral().spill().durability()).isEqualTo(CrashDurability.PROCESS_CRASH);
    assertThat(settings.configuration().get("hbase.zookeeper.quorum")).isEqualTo("zk1,zk2");
    assertThat(settings.configuration().get("hbase.usepagefilter")).isNull();
  }

  @Test
  void theBufferOfEachThreadTogetherIsTheBoundOnBytes() {
    Properties properties = properties();
    properties.setProperty("clientbuffering", "true");
    properties.setProperty("threadcount", "4");
    assertThat(bytes(properties)).isEqualTo(Long.MAX_VALUE);
    properties.setProperty("writebuffersize", "1000");
    assertThat(bytes(properties)).isEqualTo(4000);
    properties.setProperty("quorate.deferral.bound.bytes", "1MiB");
    assertThat(bytes(properties)).isEqualTo(1 << 20);
  }

  @Test
  void aBoundOfZeroMeansTheStockBuffer() {
    Properties properties = properties();
    properties.setProperty("clientbuffering", "true");
    properties.setProperty("quorate.deferral.bound.time", "0");
    HBaseBindingSettings settings = HBaseBindingSettings.of(properties);
    assertThat(settings.buffered()).isTrue();
    assertThat(settings.deferral().enabled()).isFalse();
  }

  @Test
  void withoutBufferingNothingIsDeferredWhateverTheBound() {
    Properties properties = properties();
    properties.setProperty("quorate.deferral.bound.time", "5s");
    assertThat(HBaseBindingSettings.of(properties).deferral().enabled()).isFalse();
  }

  @Test
  void aTableWithoutAFamilyIsRefused() {
    assertThatThrownBy(() -> HBaseBindingSettings.of(new Properties()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("The property columnfamily is missing");
  }

  @ParameterizedTest
  @CsvSource({
    "writebuffersize, 0",
    "writebuffersize, 12MB",
    "threadcount, -1",
    "quorate.regions, many",
    "durability, NEVER",
    "table, a b"
  })
  void whatIsNotValidIsNamed(String name, String value) {
    Properties properties = properties();
    properties.setProperty(name, value);
    assertThatThrownBy(() -> HBaseBindingSettings.of(properties))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("The property " + name + " is " + value);
  }

  @Test
  void anUnknownOperatorAndAnUnknownSettingOfDeferralAreNamed() {
    Properties operator = properties();
    operator.setProperty("hbase.usescanvaluefiltering", "true");
    operator.setProperty("hbase.scanfilteroperator", "like");
    assertThatThrownBy(() -> HBaseBindingSettings.of(operator))
        .hasMessageContaining("The property hbase.scanfilteroperator is like")
        .hasMessageContaining("lessOrEqual");

    Properties setting = properties();
    setting.setProperty("clientbuffering", "true");
    setting.setProperty("quorate.deferral.bound.tine", "1s");
    assertThatThrownBy(() -> HBaseBindingSettings.of(setting))
        .hasMessageContaining("quorate.deferral.bound.tine is no setting of deferral");
  }

  @Test
  void aTableIsSplitByTheFirstDigitsOfKeys() {
    assertThat(SharedHBase.splits(1)).isEmpty();
    assertThat(Arrays.stream(SharedHBase.splits(3)).map(Bytes::toString))
        .containsExactly("user3999", "user6999");
  }

  private static long bytes(Properties properties) {
    return HBaseBindingSettings.of(properties).deferral().bound().bytes();
  }

  private static Properties properties() {
    Properties properties = new Properties();
    properties.setProperty("columnfamily", "family");
    return properties;
  }
}
