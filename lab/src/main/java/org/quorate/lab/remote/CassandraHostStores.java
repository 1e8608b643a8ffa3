package org.quorate.lab.remote;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.quorate.core.workload.Workload;
import org.quorate.lab.host.HostStores;
import org.quorate.lab.host.HostTable;
import org.quorate.lab.store.LaneStores;
import org.quorate.lab.store.cassandra.CassandraConnection;
import org.quorate.lab.store.cassandra.CassandraStore;
import org.quorate.lab.store.cassandra.ConnectionSettings;
import org.quorate.lab.store.cassandra.ContactPoint;
import org.quorate.lab.store.cassandra.StoreException;
import org.quorate.lab.store.cassandra.TableLayout;

/** Tables of Cassandra, as a load host sends to them: over one connection. Used by one thread. */
public final class CassandraHostStores implements HostStores {
  private final @Nullable Path driverConfiguration;
  private final Map<HostTable, CassandraStore> stores = new HashMap<>();
  private @Nullable CassandraConnection connection;

  /**
   * @param driverConfiguration a file in the driver's format with what encryption and
   *     authentication need on this host, or null
   */
  public CassandraHostStores(@Nullable Path driverConfiguration) {
    this.driverConfiguration = driverConfiguration;
  }

  @Override
  public LaneStores open(
      List<String> contactPoints,
      @Nullable String localDataCenter,
      HostTable place,
      Workload workload,
      int lanes)
      throws IOException {
    try {
      CassandraStore store = stores.get(place);
      if (store == null) {
        store =
            connection(contactPoints, localDataCenter)
                .openStore(
                    new TableLayout(place.keyspace(), place.table(), workload.fields().names()),
                    workload.keyNames()::bytes);
        stores.put(place, store);
      }
      return LaneStores.given(Collections.nCopies(lanes, store));
    } catch (StoreException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  private CassandraConnection connection(
      List<String> contactPoints, @Nullable String localDataCenter) throws StoreException {
    CassandraConnection known = connection;
    if (known == null) {
      List<InetSocketAddress> points = new ArrayList<>();
      contactPoints.forEach(point -> points.add(ContactPoint.parse(point)));
      if (points.isEmpty() && driverConfiguration == null) {
        throw new StoreException(
            "the study names no contact points, and this host has no --driver-config with them");
      }
      known =
          CassandraConnection.open(
              ConnectionSettings.of(points, driverConfiguration)
                  .withLocalDataCenter(localDataCenter));
      connection = known;
    }
    return known;
  }

  @Override
  public void close() {
    stores.values().forEach(CassandraStore::close);
    stores.clear();
    CassandraConnection open = connection;
    connection = null;
    if (open != null) {
      open.close();
    }
  }
}
