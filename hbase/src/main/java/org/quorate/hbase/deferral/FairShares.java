package org.quorate.hbase.deferral;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.apache.hadoop.hbase.TableName;

/**
 * Whose writes the room is divided among: tables, region servers, and each table's writes on each
 * server. Thread-safe.
 */
final class FairShares {
  /** A table on one server has seven eighths of the room at most. */
  private static final int ALONE = 7;

  /**
   * All of a table, or of a server, has fifteen sixteenths: more, so that the table goes on where
   * another of its servers hangs, and the server for other tables where one of them is disabled.
   */
  private static final int TOGETHER = 15;

  private final long bound;
  private final ConcurrentMap<TableName, OfTable> tables = new ConcurrentHashMap<>();
  private final ConcurrentMap<String, Share> servers = new ConcurrentHashMap<>();
  private volatile boolean severalTables;
  private volatile boolean severalServers;

  /**
   * @param bound in nanoseconds
   */
  FairShares(long bound) {
    this.bound = bound;
  }

  OfTable of(TableName table) {
    OfTable shares = tables.computeIfAbsent(table, name -> new OfTable());
    severalTables = tables.size() > 1;
    return shares;
  }

  /**
   * Looks what is stuck.
   *
   * @param now elapsed nanoseconds
   * @return bytes that are pending there
   */
  long look(long now) {
    long stuck = 0;
    for (OfTable table : tables.values()) {
      for (ServerShare share : table.servers.values()) {
        stuck += share.look(now, bound);
      }
    }
    return stuck;
  }

  private Share server(String server) {
    if (server.isEmpty()) {
      // It is not known, and may be any.
      return new Share(() -> false, TOGETHER);
    }
    Share share =
        servers.computeIfAbsent(server, name -> new Share(() -> severalServers, TOGETHER));
    severalServers = servers.size() > 1;
    return share;
  }

  /** What a table has on each server. */
  final class OfTable {
    private final Share table = new Share(() -> severalTables, TOGETHER);
    private final ConcurrentMap<String, ServerShare> servers = new ConcurrentHashMap<>();

    /**
     * @param server by its name, empty where it is not known
     */
    ServerShare on(String server) {
      ServerShare known = servers.get(server);
      return known != null ? known : servers.computeIfAbsent(server, this::newShare);
    }

    private ServerShare newShare(String server) {
      Share own = new Share(() -> severalTables || severalServers, ALONE);
      return new ServerShare(server, own, table, server(server));
    }
  }
}
