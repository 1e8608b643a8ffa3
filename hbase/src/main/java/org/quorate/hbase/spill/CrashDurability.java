package org.quorate.hbase.spill;

/** What an accepted write survives before a server has acknowledged it, from little to much. */
public enum CrashDurability {
  /** Nothing: it is in the client's memory alone, as with the stock buffer. */
  NONE,
  /**
   * The end of the client's process, {@code kill -9} included: the operating system has the write.
   */
  PROCESS_CRASH,
  /** The end of the client's machine: the write is on its disk ({@code fsync}). */
  MACHINE_CRASH
}
