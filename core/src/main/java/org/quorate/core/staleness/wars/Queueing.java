package org.quorate.core.staleness.wars;

/**
 * What a message waits at a replica, its coordinator's own included, before it takes effect there.
 * Immutable.
 *
 * @param write wait of a write
 * @param read wait of a read; without meaning where it is common
 * @param common whether a read waits at a replica for as long as the write did there: right where
 *     queues outlast the age of the write, and too optimistic where they do not
 */
public record Queueing(Leg write, Leg read, boolean common) {
  /** Nothing waits. */
  public static final Queueing NONE = new Queueing(Leg.NONE, Leg.NONE, true);

  /** Writes and reads wait independently. */
  public static Queueing apart(Leg write, Leg read) {
    return new Queueing(write, read, false);
  }

  /** One wait of each replica, for the write and the read. */
  public static Queueing common(Leg wait) {
    return new Queueing(wait, Leg.NONE, true);
  }
}
