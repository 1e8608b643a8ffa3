package org.quorate.cassandra.propagation;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * One node on its way: its ideal level is set to ALL whenever it is another one, its totals are
 * differenced, and at the end the level is what it was before. Thread-safe; calls may block.
 */
final class IdealLevelNode {
  /** What the server is left with. */
  enum Left {
    /** What it had before, or what somebody else has set meanwhile. */
    AS_IT_WAS,
    /** Another level, since there was none before. */
    WITH_ANOTHER,
    /** The level that this source needs, which it had before this source came. */
    WITH_IDEAL
  }

  /** The ideal level that this source needs. */
  static final String IDEAL = "ALL";

  private final IdealLevelServer server;
  private final String withoutPrevious;
  private final ReentrantLock lock = new ReentrantLock();
  private @Nullable String previous;
  private @Nullable WriteTotals latest;
  private long startedAt;
  private boolean ended;

  /**
   * @param withoutPrevious the level left behind where there was none before, since the server
   *     cannot be told to have none
   */
  IdealLevelNode(IdealLevelServer server, String withoutPrevious) {
    this.server = server;
    this.withoutPrevious = withoutPrevious;
  }

  /**
   * The writes since the last call. None at the first call, and none where the node was started
   * anew or had lost the level meanwhile, since its mean would be of other writes.
   *
   * @throws IOException when the server does not answer, or a question before is still unanswered
   */
  WriteTotals advance() throws IOException {
    if (!lock.tryLock()) {
      throw new IOException("The node has not answered the question before.");
    }
    try {
      if (ended) {
        return WriteTotals.NONE;
      }
      String inForce = server.idealLevel();
      // Where it is another one later, somebody else has set it, such as another source like this
      // one that has given the server back what it had found.
      if (previous == null || !inForce.equals(IDEAL)) {
        previous = inForce;
      }
      if (!inForce.equals(IDEAL)) {
        latest = null;
        server.setIdealLevel(IDEAL);
      }
      long start = server.startedAt();
      WriteTotals now = server.totals();
      WriteTotals before = start == startedAt ? latest : null;
      startedAt = start;
      latest = now;
      return before == null ? WriteTotals.NONE : now.since(before);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Gives the node back the level that it had, unless somebody else has set another one meanwhile,
   * and closes the connection. Once done, {@link #advance} does nothing.
   *
   * @throws IOException when the server does not answer
   */
  Left restore() throws IOException, InterruptedException {
    if (!lock.tryLock(IdealLevelNodes.PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new IOException("The node has not answered the question before.");
    }
    try {
      if (ended) {
        return Left.AS_IT_WAS;
      }
      ended = true;
      String before = previous;
      if (before == null || !server.idealLevel().equals(IDEAL)) {
        return Left.AS_IT_WAS;
      }
      if (before.equals(IDEAL)) {
        return Left.WITH_IDEAL;
      }
      server.setIdealLevel(before.isEmpty() ? withoutPrevious : before);
      return before.isEmpty() ? Left.WITH_ANOTHER : Left.AS_IT_WAS;
    } finally {
      server.close();
      lock.unlock();
    }
  }
}
