package com.example.cart;

import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import org.quorate.cassandra.session.AdaptiveSession;

/** The shopping carts of a shop. It asks for the adaptive session by its type. */
@ApplicationScoped
class Carts {
  private final AdaptiveSession session;
  private final PreparedStatement put;
  private final PreparedStatement look;

  @Inject
  Carts(AdaptiveSession session) {
    this.session = session;
    session.execute(
        "CREATE KEYSPACE IF NOT EXISTS shop WITH replication ="
            + " {'class': 'NetworkTopologyStrategy', 'dc1': 3}");
    session.execute("CREATE TABLE IF NOT EXISTS shop.carts (id int PRIMARY KEY, items text)");
    put = session.prepare("INSERT INTO shop.carts (id, items) VALUES (?, ?)");
    look = session.prepare("SELECT items FROM shop.carts WHERE id = ?");
  }

  void put(int id, String items) {
    session.execute(put.bind(id, items));
  }

  String look(int id) {
    Row row = session.execute(look.bind(id)).one();
    String items = row == null ? null : row.getString("items");
    return items == null ? "" : items;
  }
}
