package com.example.cart;

import java.util.SplittableRandom;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** People who look into carts and put something in, as often as they are told to. */
final class Shoppers {
  private static final int CARTS = 1000;

  private final Carts carts;
  private final SplittableRandom random = new SplittableRandom();
  private final AtomicLong done = new AtomicLong();
  private final AtomicLong failed = new AtomicLong();

  Shoppers(Carts carts) {
    this.carts = carts;
  }

  /** Half of the operations are reads, whatever becomes of those before. */
  void come(int perSecond, int seconds) throws InterruptedException {
    long begin = System.nanoTime();
    long step = TimeUnit.SECONDS.toNanos(1) / perSecond;
    for (int i = 0; i < perSecond * seconds; i++) {
      TimeUnit.NANOSECONDS.sleep(begin + i * step - System.nanoTime());
      int cart = random.nextInt(CARTS);
      count(random.nextBoolean() ? carts.look(cart) : carts.put(cart, "apples, pears " + i));
    }
  }

  private void count(CompletionStage<?> operation) {
    operation.whenComplete(
        (result, failure) -> (failure == null ? done : failed).incrementAndGet());
  }

  @Override
  public String toString() {
    return done + " operations were done, " + failed + " failed.";
  }
}
