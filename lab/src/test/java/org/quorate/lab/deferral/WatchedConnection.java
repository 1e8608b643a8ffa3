package org.quorate.lab.deferral;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.AsyncTableBuilder;
import org.apache.hadoop.hbase.client.AsyncTableRegionLocator;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.util.Bytes;
import org.quorate.hbase.destination.Refusals;

/**
 * The asynchronous connection that a deferral flushes with, and what it asks of it: batches, with
 * those that a quota refused, and where regions are. What the client itself asks its servers for
 * that is not seen. Thread-safe.
 */
final class WatchedConnection {
  private final AsyncConnection stock;
  private final List<Batch> batches = new CopyOnWriteArrayList<>();
  private final List<Throttled> throttled = new CopyOnWriteArrayList<>();
  private final List<String> lookedUp = new CopyOnWriteArrayList<>();
  private final AtomicInteger listings = new AtomicInteger();
  private final AtomicInteger listed = new AtomicInteger();

  /**
   * What was sent together.
   *
   * @param rows their keys
   * @param sentAt by {@link System#nanoTime}
   */
  record Batch(List<String> rows, long sentAt) {}

  /**
   * An action that a quota refused.
   *
   * @param answeredAt by {@link System#nanoTime}
   * @param pause nanoseconds after which the server wants to be asked again
   */
  record Throttled(String row, long answeredAt, long pause) {}

  WatchedConnection(AsyncConnection stock) {
    this.stock = stock;
  }

  /** The connection to open deferral with. */
  AsyncConnection connection() {
    return proxy(AsyncConnection.class, (self, asked, of) -> ofConnection(asked, of));
  }

  List<Batch> batches() {
    return batches;
  }

  List<Throttled> throttled() {
    return throttled;
  }

  /** The rows whose regions were asked for, one by one. */
  List<String> lookedUp() {
    return lookedUp;
  }

  /** How often all regions of a table were asked for. */
  int listings() {
    return listings.get();
  }

  /** How often that was answered. */
  int listed() {
    return listed.get();
  }

  private Object ofConnection(Method method, Object[] arguments) throws Throwable {
    Object answer = invoke(stock, method, arguments);
    if (answer instanceof AsyncTableRegionLocator locator) {
      return proxy(
          AsyncTableRegionLocator.class, (self, asked, of) -> ofLocator(locator, asked, of));
    }
    return answer instanceof AsyncTableBuilder<?> builder
        ? proxy(AsyncTableBuilder.class, (self, asked, of) -> ofBuilder(builder, self, asked, of))
        : answer;
  }

  private Object ofLocator(AsyncTableRegionLocator locator, Method method, Object[] arguments)
      throws Throwable {
    if (method.getName().equals("getRegionLocation")) {
      lookedUp.add(Bytes.toString((byte[]) arguments[0]));
    }
    if (!method.getName().equals("getAllRegionLocations")) {
      return invoke(locator, method, arguments);
    }
    listings.incrementAndGet();
    CompletableFuture<?> listing = (CompletableFuture<?>) invoke(locator, method, arguments);
    CompletableFuture<?> counted =
        listing.whenComplete((locations, failure) -> listed.incrementAndGet());
    Object answer = counted;
    return answer;
  }

  private Object ofBuilder(
      AsyncTableBuilder<?> builder, Object proxy, Method method, Object[] arguments)
      throws Throwable {
    Object answer = invoke(builder, method, arguments);
    return answer instanceof AsyncTable<?> table
        ? proxy(AsyncTable.class, (self, asked, of) -> ofTable(table, asked, of))
        : proxy;
  }

  private Object ofTable(AsyncTable<?> table, Method method, Object[] arguments) throws Throwable {
    if (!method.getName().equals("batch")) {
      return invoke(table, method, arguments);
    }
    List<String> rows =
        ((List<?>) arguments[0])
            .stream().map(action -> Bytes.toString(((Row) action).getRow())).toList();
    batches.add(new Batch(rows, System.nanoTime()));
    List<?> answers = (List<?>) invoke(table, method, arguments);
    List<CompletableFuture<?>> watched = new CopyOnWriteArrayList<>();
    for (int index = 0; index < rows.size(); index++) {
      String row = rows.get(index);
      // What depends on it is done after this, so that nothing is sent again before it is noted.
      watched.add(
          ((CompletableFuture<?>) answers.get(index))
              .whenComplete((done, failure) -> note(row, failure)));
    }
    return watched;
  }

  private void note(String row, Throwable failure) {
    long pause = failure == null ? 0 : Refusals.pauseMillis(failure);
    if (pause > 0) {
      throttled.add(new Throttled(row, System.nanoTime(), TimeUnit.MILLISECONDS.toNanos(pause)));
    }
  }

  private static Object invoke(Object target, Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }
}
