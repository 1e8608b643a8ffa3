package org.quorate.lab.link.relay;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * What the relay's one thread does, over and over: deliver what is due, then wait for sockets or
 * for the next thing that is due, whichever comes first. Everything is for that thread alone except
 * where stated otherwise.
 *
 * <p>A selector waits in whole milliseconds. So it is used to wait until shortly before something
 * is due; from there the loop looks at the sockets and naps in turns of at most {@link
 * #LONGEST_NAP_NANOS}, which bounds both how late a delivery is and how late an arrival is noticed.
 * With nothing under way it sleeps until a socket wakes it.
 */
final class RelayLoop implements Runnable {
  private static final Logger LOGGER = System.getLogger(RelayLoop.class.getPackageName());
  private static final long MILLISECOND = 1_000_000;

  /** Longest sleep during which the sockets are not looked at. */
  private static final long LONGEST_NAP_NANOS = 50_000;

  /** To fall asleep and to be woken costs about this much, so a shorter sleep saves nothing. */
  private static final long SHORTEST_NAP_NANOS = 20_000;

  /** From the end of a sleep until the thread runs. */
  private static final long WAKING_NANOS = 15_000;

  /** How much before something is due a wait of the selector ends, since it may end late. */
  private static final long MARGIN_NANOS = 200_000;

  private record Change(Runnable action, CompletableFuture<Boolean> made) {}

  private final Selector selector;
  private final SegmentPool pool = new SegmentPool();
  private final Set<RelayedConnection> connections = new HashSet<>();
  private final List<RelayedConnection> watched = new ArrayList<>();
  private final Queue<Change> changes = new ConcurrentLinkedQueue<>();
  private volatile boolean closing;
  private volatile boolean stopped;

  /**
   * @param selector on which listeners are registered; closed with all its channels in the end
   */
  RelayLoop(Selector selector) {
    this.selector = selector;
  }

  @Override
  public void run() {
    try {
      TimerSlack.shortenForThisThread();
      while (!closing) {
        makeChanges();
        await(deliverDue());
      }
    } catch (IOException | RuntimeException e) {
      LOGGER.log(Level.ERROR, "The relay failed; all connections through it are closed.", e);
    } finally {
      stop();
    }
  }

  /**
   * Has the relay's thread make a change, and waits until it did. For any other thread.
   *
   * @throws IllegalStateException if the relay is closed
   */
  void perform(Runnable action) {
    Change change = new Change(action, new CompletableFuture<>());
    changes.add(change);
    selector.wakeup();
    if (stopped) {
      refuseChanges();
    }
    if (!change.made().join()) {
      throw new IllegalStateException("The relay is closed; open another.");
    }
  }

  /** Bytes that all connections hold. For any other thread. */
  long heldBytes() {
    AtomicLong held = new AtomicLong();
    perform(() -> connections.forEach(connection -> held.addAndGet(connection.heldBytes())));
    return held.get();
  }

  /** Number of connections. For any other thread. */
  int connections() {
    AtomicLong count = new AtomicLong();
    perform(() -> count.set(connections.size()));
    return (int) count.get();
  }

  /** Ends the loop soon. For any thread. */
  void close() {
    closing = true;
    selector.wakeup();
  }

  /** Nanoseconds on the clock of all instants here. For any thread. */
  long now() {
    return System.nanoTime();
  }

  Selector selector() {
    return selector;
  }

  SegmentPool pool() {
    return pool;
  }

  void add(RelayedConnection connection) {
    connections.add(connection);
  }

  void forget(RelayedConnection connection) {
    connections.remove(connection);
  }

  /** Looks at a connection until it has nothing pending. */
  void watch(RelayedConnection connection) {
    if (!connection.watched) {
      connection.watched = true;
      watched.add(connection);
    }
  }

  void healed(RelayLink link) {
    for (RelayedConnection connection : List.copyOf(connections)) {
      connection.healed(link);
    }
  }

  /** Something went wrong that concerns no connection that is relayed. */
  void troubled(String what, IOException cause) {
    LOGGER.log(Level.WARNING, what, cause);
    // Where file descriptors have run out, accepting would fail again at once, for ever.
    LockSupport.parkNanos(MILLISECOND);
  }

  /** Delivers what is due and returns when the next thing is. */
  private long deliverDue() {
    long next = ChunkQueue.NEVER;
    long now = now();
    for (int i = watched.size() - 1; i >= 0; i--) {
      RelayedConnection connection = watched.get(i);
      long due = connection.nextDue();
      if (due <= now) {
        connection.deliver(now);
        due = connection.nextDue();
      }
      if (connection.isPending()) {
        next = Math.min(next, due);
      } else {
        connection.watched = false;
        watched.set(i, watched.get(watched.size() - 1));
        watched.remove(watched.size() - 1);
      }
    }
    return next;
  }

  private void await(long due) throws IOException {
    if (due == ChunkQueue.NEVER) {
      selector.select(RelayLoop::dispatch);
      return;
    }
    long rest = due - now();
    if (rest >= MARGIN_NANOS + MILLISECOND) {
      selector.select(RelayLoop::dispatch, (rest - MARGIN_NANOS) / MILLISECOND);
    } else if (selector.selectNow(RelayLoop::dispatch) == 0 && rest > SHORTEST_NAP_NANOS) {
      LockSupport.parkNanos(Math.min(rest, LONGEST_NAP_NANOS) - WAKING_NANOS);
    }
  }

  private static void dispatch(SelectionKey key) {
    if (key.isValid() && key.attachment() instanceof Ready ready) {
      ready.ready(key);
    }
  }

  private void makeChanges() {
    for (Change change = changes.poll(); change != null; change = changes.poll()) {
      change.action().run();
      change.made().complete(true);
    }
  }

  private void refuseChanges() {
    for (Change change = changes.poll(); change != null; change = changes.poll()) {
      change.made().complete(false);
    }
  }

  /** Closes everything at once. For the thread that runs the loop, or the one that will not. */
  void stop() {
    stopped = true;
    refuseChanges();
    for (SelectionKey key : List.copyOf(selector.keys())) {
      try {
        key.channel().close();
      } catch (IOException e) {
        LOGGER.log(Level.DEBUG, "A socket could not be closed.", e);
      }
    }
    try {
      selector.close();
    } catch (IOException e) {
      LOGGER.log(Level.DEBUG, "The selector could not be closed.", e);
    }
  }
}
