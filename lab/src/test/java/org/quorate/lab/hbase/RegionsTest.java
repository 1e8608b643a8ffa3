package org.quorate.lab.hbase;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.InterruptedIOException;
import java.lang.reflect.Proxy;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RegionsTest {
  @Test
  void spreadingEndsWhenItsThreadIsInterruptedInHBasesClient() {
    Connection interrupted =
        (Connection)
            Proxy.newProxyInstance(
                RegionsTest.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                (proxy, method, arguments) -> {
                  throw new InterruptedIOException(method.getName());
                });

    assertThatThrownBy(
            () -> new Regions(interrupted).spreadEvenly(TableName.valueOf("t"), List.of()))
        .isInstanceOf(InterruptedException.class);
  }
}
