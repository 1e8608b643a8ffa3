package org.quorate.lab.hbase;

import org.quorate.lab.engine.RunningNode;

/** Is told, on the thread that changes it, which servers rest. Must return soon. */
public interface RestListener {
  /** A region was asked to move from one server to another, and did or did not. */
  void moved(boolean done);

  /**
   * Regions are where they shall be, with the servers that are awake.
   *
   * @param regions that were moved
   * @param seconds that it took
   */
  void spread(int regions, double seconds);

  /**
   * A server holds no region any more, and none will be given to it.
   *
   * @param stopped whether its process has ended as well
   */
  void rests(RunningNode node, boolean stopped);

  /** A server that rested is wanted again, and begins to wake up. */
  void wakes(RunningNode node);

  /**
   * Servers serve that had rested: regions are spread over them as over the others.
   *
   * @param seconds since they were wanted
   */
  void serves(RunningNode node, double seconds);

  /** Is interested in nothing. */
  static RestListener none() {
    return new RestListener() {
      @Override
      public void moved(boolean done) {}

      @Override
      public void spread(int regions, double seconds) {}

      @Override
      public void rests(RunningNode node, boolean stopped) {}

      @Override
      public void wakes(RunningNode node) {}

      @Override
      public void serves(RunningNode node, double seconds) {}
    };
  }
}
