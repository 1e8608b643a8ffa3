package org.quorate.bench.session;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.metadata.Metadata;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.TokenMap;
import com.datastax.oss.driver.api.core.metadata.schema.ColumnMetadata;
import com.datastax.oss.driver.api.core.metadata.schema.KeyspaceMetadata;
import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import com.datastax.oss.driver.api.core.type.DataType;
import com.datastax.oss.driver.api.core.type.DataTypes;
import com.datastax.oss.driver.internal.core.metadata.schema.DefaultColumnMetadata;
import com.datastax.oss.driver.internal.core.metadata.schema.DefaultKeyspaceMetadata;
import com.datastax.oss.driver.internal.core.metadata.schema.DefaultTableMetadata;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A cluster that keeps three replicas of each row of {@code shop.carts} and {@code shop.orders},
 * both {@code (id int PRIMARY KEY, v text)}.
 */
final class ShopMetadata implements Metadata {
  private static final CqlIdentifier SHOP = CqlIdentifier.fromInternal("shop");

  /** A ring of which nothing but the partitioner is known. */
  private static final TokenMap MURMUR3 =
      (TokenMap)
          Proxy.newProxyInstance(
              TokenMap.class.getClassLoader(),
              new Class<?>[] {TokenMap.class},
              (ring, method, arguments) -> {
                if (!method.getName().equals("getPartitionerName")) {
                  throw new UnsupportedOperationException(method.getName());
                }
                return "org.apache.cassandra.dht.Murmur3Partitioner";
              });

  private final Map<CqlIdentifier, KeyspaceMetadata> keyspaces =
      Map.of(
          SHOP,
          new DefaultKeyspaceMetadata(
              SHOP,
              true,
              false,
              Map.of("class", "org.apache.cassandra.locator.NetworkTopologyStrategy", "dc1", "3"),
              Map.of(),
              Stream.of("carts", "orders")
                  .map(ShopMetadata::table)
                  .collect(Collectors.toMap(TableMetadata::getName, Function.identity())),
              Map.of(),
              Map.of(),
              Map.of()));

  private static TableMetadata table(String name) {
    CqlIdentifier table = CqlIdentifier.fromInternal(name);
    ColumnMetadata id = column(table, "id", DataTypes.INT);
    ColumnMetadata value = column(table, "v", DataTypes.TEXT);
    return new DefaultTableMetadata(
        SHOP,
        table,
        UUID.nameUUIDFromBytes(new byte[] {1}),
        false,
        false,
        List.of(id),
        Map.of(),
        Map.of(id.getName(), id, value.getName(), value),
        Map.of(),
        Map.of());
  }

  private static ColumnMetadata column(CqlIdentifier table, String name, DataType type) {
    return new DefaultColumnMetadata(SHOP, table, CqlIdentifier.fromInternal(name), type, false);
  }

  @Override
  public Map<UUID, Node> getNodes() {
    return Map.of();
  }

  @Override
  public Map<CqlIdentifier, KeyspaceMetadata> getKeyspaces() {
    return keyspaces;
  }

  @Override
  public Optional<TokenMap> getTokenMap() {
    return Optional.of(MURMUR3);
  }
}
