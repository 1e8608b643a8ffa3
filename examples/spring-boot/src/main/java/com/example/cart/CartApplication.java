package com.example.cart;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import org.springframework.boot.CommandLineRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

/** A Spring Boot application that reads one cart again and again, for a minute. */
@SpringBootApplication
public class CartApplication {
  public static void main(String[] arguments) {
    SpringApplication.run(CartApplication.class, arguments).close();
  }

  /** Asks for a session as any application does; that it is adaptive is not its concern. */
  @Bean
  CommandLineRunner shopper(CqlSession session) {
    return arguments -> {
      PreparedStatement look = session.prepare("SELECT items FROM shop.carts WHERE id = ?");
      for (int i = 0; i < 600; i++) {
        session.execute(look.bind(i % 1000));
        Thread.sleep(100);
      }
    };
  }
}
