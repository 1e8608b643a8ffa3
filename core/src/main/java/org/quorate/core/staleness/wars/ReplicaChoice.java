package org.quorate.core.staleness.wars;

/** Which replicas of a row a read is sent to. */
public enum ReplicaChoice {
  /** Any replica coordinates, asks itself first, and others in any order. */
  RANDOM,

  /** Any replica coordinates, and asks in the order of its {@link Snitch}: mostly itself first. */
  NEAREST,

  /**
   * The replica that the others are nearest to coordinates all reads, as where clients prefer it,
   * and asks in the order of its {@link Snitch}. Any replica still coordinates writes.
   */
  FASTEST
}
