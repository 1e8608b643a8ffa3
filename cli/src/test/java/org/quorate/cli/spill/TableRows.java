package org.quorate.cli.spill;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;

/** A cluster that has every table but {@code dropped}, and remembers which rows were written. */
final class TableRows implements SpillCommand.Connector {
  private final List<String> rows = new ArrayList<>();
  private @Nullable Configuration configuration;
  private @Nullable IOException failure;

  @Override
  public Connection connect(Configuration given) {
    configuration = given;
    return (Connection)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "getTable" -> table((TableName) arguments[0]);
                  case "getClusterId" -> "green";
                  default -> null;
                });
  }

  private Table table(TableName name) {
    return (Table)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {Table.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("batch")) {
                batch(name, (List<?>) arguments[0], (Object[]) arguments[1]);
              }
              return null;
            });
  }

  private void batch(TableName name, List<?> writes, Object[] results) throws IOException {
    if (failure != null) {
      throw failure;
    }
    if (name.getNameAsString().equals("dropped")) {
      throw new TableNotFoundException("dropped");
    }
    writes.forEach(write -> rows.add(name + " " + Bytes.toString(((Row) write).getRow())));
    Arrays.fill(results, new Result());
  }

  /** From now on every batch fails so. */
  void fail(@Nullable IOException with) {
    failure = with;
  }

  /** Table and key of each write. */
  List<String> rows() {
    return rows;
  }

  /** A setting that the client was given. */
  @Nullable String setting(String name) {
    Configuration given = configuration;
    return given == null ? null : given.get(name);
  }
}
