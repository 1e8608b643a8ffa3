package org.quorate.ycsb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.quorate.core.level.Level;

class BindingSettingsTest {
  @Test
  void defaultsAreThoseOfStockYcsbsBinding() {
    BindingSettings settings = BindingSettings.of(properties("hosts", "127.0.0.1, 127.0.0.2"));
    assertThat(settings.connection().contactPoints())
        .extracting(point -> point.getHostString() + ":" + point.getPort())
        .containsExactly("127.0.0.1:9042", "127.0.0.2:9042");
    assertThat(settings.layout().keyspace()).isEqualTo("ycsb");
    assertThat(settings.layout().table()).isEqualTo("usertable");
    assertThat(settings.layout().fields()).hasSize(10).startsWith("field0").endsWith("field9");
    assertThat(settings.readLevel()).isEqualTo(Level.QUORUM);
    assertThat(settings.writeLevel()).isEqualTo(Level.QUORUM);
    assertThat(settings.threads()).isEqualTo(1);
    assertThat(settings.replicationFactor()).isZero();
    assertThat(settings.history()).isNull();
  }

  @Test
  void everyPropertyIsTaken() {
    Properties properties = properties("hosts", "127.0.0.1");
    properties.setProperty("port", "9999");
    properties.setProperty("cassandra.keyspace", "other");
    properties.setProperty("table", "people");
    properties.setProperty("fieldcount", "2");
    properties.setProperty("fieldnameprefix", "f");
    properties.setProperty("cassandra.readconsistencylevel", "one");
    properties.setProperty("cassandra.writeconsistencylevel", "LOCAL_QUORUM");
    properties.setProperty("threadcount", "8");
    properties.setProperty("quorate.history", "run.csv.gz");
    properties.setProperty("quorate.driverconfiguration", "application.conf");
    properties.setProperty("quorate.localdatacenter", "east");
    properties.setProperty("quorate.replicationfactor", "3");
    BindingSettings settings = BindingSettings.of(properties);
    assertThat(settings.connection().contactPoints().get(0).getPort()).isEqualTo(9999);
    assertThat(settings.connection().localDataCenter()).isEqualTo("east");
    assertThat(settings.connection().driverConfiguration()).isEqualTo(Path.of("application.conf"));
    assertThat(settings.layout().keyspace()).isEqualTo("other");
    assertThat(settings.layout().table()).isEqualTo("people");
    assertThat(settings.layout().fields()).containsExactly("f0", "f1");
    assertThat(settings.readLevel()).isEqualTo(Level.ONE);
    assertThat(settings.writeLevel()).isEqualTo(Level.LOCAL_QUORUM);
    assertThat(settings.threads()).isEqualTo(8);
    assertThat(settings.replicationFactor()).isEqualTo(3);
    assertThat(settings.history()).isEqualTo(Path.of("run.csv.gz"));
  }

  @Test
  void addressesMayStandInTheDriversFileAlone() {
    assertThat(
            BindingSettings.of(properties("quorate.driverconfiguration", "a.conf"))
                .connection()
                .contactPoints())
        .isEmpty();
    assertThatThrownBy(() -> BindingSettings.of(new Properties()))
        .hasMessageContaining("The property hosts is missing");
  }

  @ParameterizedTest
  @CsvSource({
    "port, 0",
    "port, many",
    "fieldcount, 0",
    "threadcount, -1",
    "quorate.replicationfactor, x",
    "cassandra.readconsistencylevel, SERIAL",
    "cassandra.writeconsistencylevel, ANY"
  })
  void whatIsNotValidIsNamed(String name, String value) {
    Properties properties = properties("hosts", "127.0.0.1");
    properties.setProperty(name, value);
    assertThatThrownBy(() -> BindingSettings.of(properties))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("The property " + name + " is " + value);
  }

  @Test
  void aNumberThatIsEmptyIsAsGoodAsNone() {
    Properties properties = properties("hosts", "127.0.0.1");
    properties.setProperty("fieldcount", " ");
    assertThat(BindingSettings.of(properties).layout().fields()).hasSize(10);
  }

  private static Properties properties(String name, String value) {
    Properties properties = new Properties();
    properties.setProperty(name, value);
    return properties;
  }
}
