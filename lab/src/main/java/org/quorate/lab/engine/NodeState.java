package org.quorate.lab.engine;

/** What a node's process is doing, as its launcher sees it. */
public enum NodeState {
  /** The process runs and does not answer clients yet. */
  STARTING,
  /** The node answers clients. */
  READY,
  /** The process is frozen by {@link RunningNode#pause()}. */
  PAUSED,
  /** The process was ended on purpose. */
  STOPPED,
  /** The process ended though nobody asked it to. */
  DIED
}
