package org.quorate.cassandra.control;

/**
 * The reads that this library sends to a table itself, to learn what it has to know. Servers count
 * them as any client's: without taking them away, measuring the propagation time of a quiet table
 * would make it look busy. Not thread-safe.
 */
final class OwnReads {
  private long whenAsked;
  private long whenAnsweredLast;

  /** The servers are asked for their counts, when this many own reads have ended. */
  void asked(long soFar) {
    whenAsked = soFar;
  }

  /** The servers have answered; how many of the reads since their answer before were own. */
  long answered() {
    long since = whenAsked - whenAnsweredLast;
    whenAnsweredLast = whenAsked;
    return since;
  }
}
