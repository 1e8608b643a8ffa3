package org.quorate.ycsb;

import java.io.Closeable;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * YCSB's client threads at the store that they share. The first to arrive opens it. The last to
 * leave closes it once all have arrived; where some never do, it is closed at the end of the
 * process, so that nothing that was accepted stays behind and a history is whole in either case.
 * Thread-safe.
 *
 * @param <S> what they share
 */
final class ClientThreads<S extends ClientThreads.Shared> {
  /** What threads share. Its closing is asked for once. */
  interface Shared extends Closeable {
    /** How many threads it is for. */
    int threads();
  }

  /**
   * Opens what threads share.
   *
   * @param <E> what it may throw besides
   */
  interface Opener<S, E extends Exception> {
    S open() throws IOException, E;
  }

  /**
   * One client thread's share.
   *
   * @param client its number, from 0
   * @param place closed when the thread leaves
   */
  record Seat<S>(int client, S store, Closeable place) {
    /** Gives the place up; the last one closes what is shared. */
    void leave() throws IOException {
      place.close();
    }
  }

  private @Nullable Round<S> current;

  /**
   * Takes a place for one client thread.
   *
   * @param opener asked where this is the first
   * @throws IllegalArgumentException when there are more clients than what is shared is for
   */
  synchronized <E extends Exception> Seat<S> join(Opener<S, E> opener) throws IOException, E {
    Round<S> round = current;
    if (round == null) {
      round = new Round<>(opener.open());
      Runtime.getRuntime().addShutdownHook(round.atEnd);
      current = round;
    }
    if (round.arrived == round.store.threads()) {
      throw new IllegalArgumentException(
          "There are more clients than threadcount, which is " + round.arrived + ".");
    }
    Round<S> joined = round;
    return new Seat<>(round.arrived++, round.store, () -> leave(joined));
  }

  private void leave(Round<S> round) throws IOException {
    synchronized (this) {
      round.left++;
      if (round.left < round.store.threads()) {
        return;
      }
      current = null;
    }
    Runtime.getRuntime().removeShutdownHook(round.atEnd);
    round.close();
  }

  /** From the first thread's arrival until what they share is closed. */
  private static final class Round<S extends Shared> {
    private final S store;
    private final Thread atEnd = new Thread(this::closeQuietly, "quorate-close");
    private int arrived;
    private int left;
    private boolean closed;

    Round(S store) {
      this.store = store;
    }

    synchronized void close() throws IOException {
      if (!closed) {
        closed = true;
        store.close();
      }
    }

    private void closeQuietly() {
      try {
        close();
      } catch (IOException e) {
        System.err.println(e.getMessage());
      }
    }
  }
}
