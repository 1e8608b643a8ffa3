package org.quorate.hbase.deferral;

import java.util.concurrent.atomic.AtomicLong;

/**
 * What a table has pending on one region server, by where regions were when writes were accepted.
 * It is stuck when it has writes later than the bound and none was acknowledged for as long, since
 * the server hangs or takes nothing of the table. Thread-safe.
 */
final class ServerShare {
  /** The server's name, empty where it is not known. */
  final String address;

  private final Share own;
  private final Share table;
  private final Share server;
  private final AtomicLong overdue = new AtomicLong();
  private volatile long acknowledgedAt;
  private volatile boolean stuck;

  /**
   * @param address the server's name, empty where it is not known
   * @param own of this table on this server
   * @param table of the table on all servers
   * @param server of all tables on the server
   */
  ServerShare(String address, Share own, Share table, Share server) {
    this.address = address;
    this.own = own;
    this.table = table;
    this.server = server;
  }

  /** A write is pending. */
  void add(PendingWrite write) {
    own.add(write);
    table.add(write);
    server.add(write);
  }

  /** A write is pending no longer. */
  void remove(PendingWrite write) {
    own.remove(write);
    table.remove(write);
    server.remove(write);
    if (write.overdue) {
      overdue.decrementAndGet();
    }
  }

  /** A pending write has missed the bound. */
  void late() {
    overdue.incrementAndGet();
  }

  /** A server has acknowledged a write; elapsed nanoseconds. */
  void acknowledged(long now) {
    acknowledgedAt = now;
  }

  /**
   * Looks whether it is stuck.
   *
   * @return the bytes that it has pending if it is, else 0
   */
  long look(long now, long bound) {
    stuck = own.isOneOfSeveral() && overdue.get() > 0 && now - acknowledgedAt > bound;
    return stuck ? own.bytes() : 0;
  }

  /** Whether it was stuck when it was last looked at, and there are others. */
  boolean isStuck() {
    return stuck;
  }

  /** Whether there may be one more write, with so much of the room free. */
  boolean fits(long size, long freeBytes, long freeWrites) {
    return own.fits(size, freeBytes, freeWrites)
        && table.fits(size, freeBytes, freeWrites)
        && server.fits(size, freeBytes, freeWrites);
  }
}
