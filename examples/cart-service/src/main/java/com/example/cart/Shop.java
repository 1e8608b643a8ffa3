package com.example.cart;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.CqlSession;
import java.net.InetSocketAddress;
import java.util.Locale;
import org.quorate.cassandra.Quorate;
import org.quorate.cassandra.session.AdaptiveSession;
import org.quorate.cassandra.setting.Mode;
import org.quorate.cassandra.table.TableName;

/** Runs a shop for two minutes: {@code java -jar cart-service.jar HOST:PORT [observe|adapt]}. */
final class Shop {
  private static final TableName CARTS = TableName.parse("shop.carts");

  private Shop() {}

  public static void main(String[] arguments) throws InterruptedException {
    if (arguments.length < 1 || !arguments[0].matches("[^:]+:\\d+")) {
      System.err.println("Name a node of the cluster, such as 127.10.0.1:9042.");
      System.exit(2);
    }
    String[] node = arguments[0].split(":", -1);
    CqlSession plain;
    try {
      plain =
          CqlSession.builder()
              .addContactPoint(new InetSocketAddress(node[0], Integer.parseInt(node[1])))
              .build();
    } catch (AllNodesFailedException e) {
      System.err.println(
          "No node answers at " + arguments[0] + "; ./quorate cluster status has the addresses.");
      System.exit(3);
      return;
    }
    try (AdaptiveSession session = Quorate.adaptive(plain)) {
      if (arguments.length > 1) {
        session.levels().mode(Mode.valueOf(arguments[1].toUpperCase(Locale.ROOT)));
      }
      Shoppers shoppers = new Shoppers(new Carts(session));
      for (int rate = 10; rate <= 1280; rate *= 2) {
        shoppers.come(rate, 15);
        System.out.printf("%,6d operations/s  %s%n", rate, standing(session));
      }
      System.out.println(shoppers);
      session.pairs().result(CARTS).ifPresent(found -> System.out.println(found.sentence()));
    }
  }

  private static String standing(AdaptiveSession session) {
    return session
        .levels()
        .status(CARTS)
        .map(table -> "reads at " + table.level() + ". " + table.reason())
        .orElse("shop.carts is not in application.conf.");
  }
}
