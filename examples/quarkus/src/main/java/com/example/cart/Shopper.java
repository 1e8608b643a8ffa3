package com.example.cart;

import io.quarkus.runtime.QuarkusApplication;
import io.quarkus.runtime.annotations.QuarkusMain;
import jakarta.inject.Inject;
import org.quorate.cassandra.session.AdaptiveSession;

/** Fills two hundred carts, looks into each, and prints how their table stands. */
@QuarkusMain
public class Shopper implements QuarkusApplication {
  private final Carts carts;
  private final AdaptiveSession session;

  @Inject
  Shopper(Carts carts, AdaptiveSession session) {
    this.carts = carts;
    this.session = session;
  }

  @Override
  public int run(String... arguments) {
    int found = 0;
    for (int id = 0; id < 200; id++) {
      carts.put(id, id + " apples");
      found += carts.look(id).equals(id + " apples") ? 1 : 0;
    }
    System.out.println(found + " carts were found as they were written.");
    session
        .levels()
        .status()
        .forEach(
            table ->
                System.out.println(table.table() + " at " + table.level() + ": " + table.reason()));
    return 0;
  }
}
