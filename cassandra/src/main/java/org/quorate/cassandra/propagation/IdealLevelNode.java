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
      if (previous == null) {
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
   * @return whether there was no level before, so that another one had to be left behind
   * @throws IOException when the server does not answer
   */
  boolean restore() throws IOException, InterruptedException {
    if (!lock.tryLock(IdealLevelNodes.PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new IOException("The node has not answered the question before.");
    }
    try {
      if (ended) {
        return false;
      }
      ended = true;
      String before = previous;
      boolean leftBehind = false;
      if (before != null && !before.equals(IDEAL) && server.idealLevel().equals(IDEAL)) {
        leftBehind = before.isEmpty();
        server.setIdealLevel(leftBehind ? withoutPrevious : before);
      }
      return leftBehind;
    } finally {
      server.close();
      lock.unlock();
    }
  }
}
