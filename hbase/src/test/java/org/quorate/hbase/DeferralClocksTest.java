package org.quorate.hbase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.hbase.setting.DeferralSettings;
import org.quorate.hbase.setting.StampSettings;
import org.quorate.hbase.spill.CrashDurability;

class DeferralClocksTest {
  @TempDir Path directory;

  @Test
  void whereStampsAreToBeTheServersNothingIsOpenedBeforeTheirClocksAreKnown() {
    Connection connection =
        stub(
            Connection.class,
            (proxy, method, arguments) -> {
              if (method.getName().equals("getConfiguration")) {
                return new Configuration(false);
              }
              throw new IOException("no master answers " + method.getName());
            });
    AsyncConnection asynchronous =
        stub(
            AsyncConnection.class,
            (proxy, method, arguments) -> {
              if (method.getName().equals("getConfiguration")) {
                return new Configuration(false);
              }
              throw new UnsupportedOperationException(method.getName());
            });
    DeferralSettings settings =
        DeferralSettings.builder()
            .survive(CrashDurability.PROCESS_CRASH, directory)
            .stamps(new StampSettings(StampSettings.Clock.SERVERS, Duration.ofMillis(100)))
            .build();
    assertThatThrownBy(() -> Deferral.open(connection, asynchronous, settings))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("no master answers getAdmin");
    assertThat(directory).isEmptyDirectory();
  }

  private static <T> T stub(Class<T> type, InvocationHandler handler) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }
}
