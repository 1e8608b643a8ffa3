package com.example.cart;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** The shopping carts of a shop, over HTTP. */
@SpringBootApplication
public class CartApplication {
  public static void main(String[] arguments) {
    SpringApplication.run(CartApplication.class, arguments);
  }
}
