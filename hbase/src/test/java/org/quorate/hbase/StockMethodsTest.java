package org.quorate.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.AsyncBufferedMutator;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.BufferedMutatorImpl;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.HTable;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.CompareFilter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Many methods of the client's interfaces throw unless they are overridden, as stock does. Those
 * that lead to others need not be.
 */
class StockMethodsTest {
  private static final byte[] ROW = {1};

  @SuppressWarnings("deprecation")
  private static final Map<Class<?>, Object> ARGUMENTS =
      Map.of(
          byte[].class,
          ROW,
          int.class,
          1,
          long.class,
          1L,
          List.class,
          List.of(new Get(ROW)),
          Put.class,
          new Put(ROW),
          Delete.class,
          new Delete(ROW),
          Durability.class,
          Durability.SYNC_WAL,
          CompareFilter.CompareOp.class,
          CompareFilter.CompareOp.EQUAL);

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
      if (isOverridden(stock, method)
          && !isOverridden(replacement, method)
          && !leadsToOthers(api, method)) {
        missing.add(method.toString());
      }
    }
    assertThat(api.getMethods()).hasSizeGreaterThan(9);
    assertThat(missing).isEmpty();
  }

  /** Whether the interface has a method that asks others, and throws only if these do. */
  private static boolean leadsToOthers(Class<?> api, Method method) throws Exception {
    List<String> asked = new ArrayList<>();
    Object other =
        Proxy.newProxyInstance(
            api.getClassLoader(),
            new Class<?>[] {api},
            (proxy, called, arguments) -> {
              if (called.equals(method)) {
                return InvocationHandler.invokeDefault(proxy, called, arguments);
              }
              asked.add(called.getName());
              throw new IllegalStateException("Others are asked.");
            });
    try {
      method.invoke(other, Arrays.stream(method.getParameterTypes()).map(ARGUMENTS::get).toArray());
    } catch (InvocationTargetException e) {
      assertThat(e.getCause()).as(method.toString()).isNotInstanceOf(NullPointerException.class);
    }
    return !asked.isEmpty();
  }

  private static boolean isOverridden(Class<?> type, Method method) throws NoSuchMethodException {
    return !type.getMethod(method.getName(), method.getParameterTypes())
        .getDeclaringClass()
        .isInterface();
  }
}
