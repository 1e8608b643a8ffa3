package com.example.cart;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import java.util.concurrent.CompletionStage;

/** The shopping carts of a shop. It knows nothing of Quorate: any session will do. */
final class Carts {
  private final CqlSession session;
  private final PreparedStatement put;
  private final PreparedStatement look;

  Carts(CqlSession session) {
    this.session = session;
    session.execute(
        "CREATE KEYSPACE IF NOT EXISTS shop WITH replication ="
            + " {'class': 'NetworkTopologyStrategy', 'dc1': 3}");
    session.execute("CREATE TABLE IF NOT EXISTS shop.carts (id int PRIMARY KEY, items text)");
    put = session.prepare("INSERT INTO shop.carts (id, items) VALUES (?, ?)");
    look = session.prepare("SELECT items FROM shop.carts WHERE id = ?");
  }

  /** Writes at LOCAL_QUORUM, as application.conf tells Quorate. */
  CompletionStage<AsyncResultSet> put(int id, String items) {
    return session.executeAsync(
        put.bind(id, items).setConsistencyLevel(DefaultConsistencyLevel.LOCAL_QUORUM));
  }

  /** Reads at whatever level the session gives. */
  CompletionStage<String> look(int id) {
    return session
        .executeAsync(look.bind(id))
        .thenApply(
            found -> {
              Row row = found.one();
              String items = row == null ? null : row.getString("items");
              return items == null ? "" : items;
            });
  }
}
