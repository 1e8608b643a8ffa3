package com.example.cart;

import java.util.SplittableRandom;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * People who look into carts and put something in, as often as they are told to. They notice a cart
 * that lacks what was in it before they looked.
 */
final class Shoppers {
  private final Carts carts;

  /** By cart, the last change that was done. */
  private final AtomicLongArray changes;

  private final SplittableRandom random = new SplittableRandom();
  private final AtomicLong looks = new AtomicLong();
  private final AtomicLong stale = new AtomicLong();
  private final AtomicLong puts = new AtomicLong();
  private final AtomicLong failed = new AtomicLong();

  /** Beyond those of earlier days, whose carts are still there. */
  private long change = TimeUnit.MILLISECONDS.toMicros(System.currentTimeMillis());

  Shoppers(Carts carts, int many) {
    this.carts = carts;
    this.changes = new AtomicLongArray(many);
  }

  /** Half of the operations are reads, whatever becomes of those before. */
  void come(int perSecond, int seconds) throws InterruptedException {
    long begin = System.nanoTime();
    long step = TimeUnit.SECONDS.toNanos(1) / perSecond;
    for (int i = 0; i < perSecond * seconds; i++) {
      TimeUnit.NANOSECONDS.sleep(begin + i * step - System.nanoTime());
      int cart = random.nextInt(changes.length());
      if (random.nextBoolean()) {
        look(cart);
      } else {
        put(cart, ++change);
      }
    }
  }

  private void look(int cart) {
    long before = changes.get(cart);
    count(
        carts
            .look(cart)
            .thenAccept(
                items -> {
                  looks.incrementAndGet();
                  if (changeOf(items) < before) {
                    stale.incrementAndGet();
                  }
                }));
  }

  private void put(int cart, long number) {
    count(
        carts
            .put(cart, "apples, pears #" + number)
            .thenAccept(
                done -> {
                  puts.incrementAndGet();
                  changes.accumulateAndGet(cart, number, Math::max);
                }));
  }

  private static long changeOf(String items) {
    int mark = items.indexOf('#');
    return mark < 0 ? 0 : Long.parseLong(items.substring(mark + 1));
  }

  private void count(CompletionStage<?> operation) {
    operation.whenComplete(
        (result, failure) -> {
          if (failure != null) {
            failed.incrementAndGet();
          }
        });
  }

  /** What has become of them since this was asked last. */
  String lately() {
    return String.format(
        "%,d looks, %,d of them stale, %,d changes, %,d failed",
        looks.getAndSet(0), stale.getAndSet(0), puts.getAndSet(0), failed.getAndSet(0));
  }
}
