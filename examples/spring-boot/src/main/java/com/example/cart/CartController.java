package com.example.cart;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Asks for a session as any application does; that it is adaptive is not its concern. */
@RestController
@RequestMapping("/carts/{id}")
class CartController {
  private final CqlSession session;
  private final PreparedStatement put;
  private final PreparedStatement look;

  CartController(CqlSession session) {
    this.session = session;
    session.execute(
        "CREATE KEYSPACE IF NOT EXISTS shop WITH replication ="
            + " {'class': 'NetworkTopologyStrategy', 'dc1': 3}");
    session.execute("CREATE TABLE IF NOT EXISTS shop.carts (id int PRIMARY KEY, items text)");
    put = session.prepare("INSERT INTO shop.carts (id, items) VALUES (?, ?)");
    look = session.prepare("SELECT items FROM shop.carts WHERE id = ?");
  }

  @PutMapping
  void put(@PathVariable int id, @RequestBody String items) {
    session.execute(put.bind(id, items));
  }

  @GetMapping
  String look(@PathVariable int id) {
    Row row = session.execute(look.bind(id)).one();
    String items = row == null ? null : row.getString("items");
    return items == null ? "" : items;
  }
}
