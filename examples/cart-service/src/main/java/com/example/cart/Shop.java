package com.example.cart;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.CqlSession;
import java.net.InetSocketAddress;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.Locale;
import org.quorate.cassandra.Quorate;
import org.quorate.cassandra.session.AdaptiveSession;
import org.quorate.cassandra.setting.Mode;
import org.quorate.cassandra.table.TableName;

/**
 * Runs a shop: {@code java -jar cart-service.jar HOST:PORT [observe|adapt|off [CARTS RATE
 * SECONDS]]}; for 80 seconds, with more and more shoppers, unless told otherwise.
 */
final class Shop {
  private static final TableName CARTS = TableName.parse("shop.carts");
  private static final int SECONDS = 10;

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
      int many = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 1_000;
      Shoppers shoppers = new Shoppers(new Carts(session), many);
      if (arguments.length > 4) {
        int rate = Integer.parseInt(arguments[3]);
        for (int second = 0; second < Integer.parseInt(arguments[4]); second += SECONDS) {
          come(shoppers, rate, session);
        }
      } else {
        for (int rate = 10; rate <= 1280; rate *= 2) {
          come(shoppers, rate, session);
        }
      }
      session.pairs().result(CARTS).ifPresent(found -> System.out.println(found.sentence()));
    }
  }

  private static void come(Shoppers shoppers, int rate, AdaptiveSession session)
      throws InterruptedException {
    shoppers.come(rate, SECONDS);
    System.out.printf(
        "%tT  %,6d/s  %s  %s%n",
        LocalTime.now(ZoneId.systemDefault()), rate, shoppers.lately(), standing(session));
  }

  private static String standing(AdaptiveSession session) {
    return session
        .levels()
        .status(CARTS)
        .map(table -> "reads at " + table.level() + ". " + table.reason())
        .orElse("shop.carts is not in application.conf.");
  }
}
