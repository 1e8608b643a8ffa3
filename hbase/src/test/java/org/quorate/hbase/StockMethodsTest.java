package org.quorate.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.AsyncBufferedMutator;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.BufferedMutatorImpl;
import org.apache.hadoop.hbase.client.HTable;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Many methods of the client's interfaces throw unless they are overridden, as stock does. */
class StockMethodsTest {
  static Stream<Arguments> replacements() throws ClassNotFoundException {
    return Stream.of(
        Arguments.of(BufferedMutator.class, BufferedMutatorImpl.class, DeferredMutator.class),
        Arguments.of(BufferedMutator.class, BufferedMutatorImpl.class, ConfiguredMutator.class),
        Arguments.of(
            AsyncBufferedMutator.class,
            Class.forName("org.apache.hadoop.hbase.client.AsyncBufferedMutatorImpl"),
            DeferredAsyncMutator.class),
        Arguments.of(Table.class, HTable.class, DeferredTable.class));
  }

  @ParameterizedTest
  @MethodSource("replacements")
  void whatTheStockClassOverridesIsOverriddenHereToo(
      Class<?> api, Class<?> stock, Class<?> replacement) throws Exception {
    List<String> missing = new ArrayList<>();
    for (Method method : api.getMethods()) {
      if (isOverridden(stock, method) && !isOverridden(replacement, method)) {
        missing.add(method.toString());
      }
    }
    assertThat(api.getMethods()).hasSizeGreaterThan(9);
    assertThat(missing).isEmpty();
  }

  private static boolean isOverridden(Class<?> type, Method method) throws NoSuchMethodException {
    return !type.getMethod(method.getName(), method.getParameterTypes())
        .getDeclaringClass()
        .isInterface();
  }
}
