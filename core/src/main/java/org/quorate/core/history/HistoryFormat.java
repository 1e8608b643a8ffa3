package org.quorate.core.history;

/** The constants of the history format that {@code docs/history-format.md} describes. */
public final class HistoryFormat {
  /** The first line of every history, without its line end. */
  public static final String HEADER = "op,key,version,invoke_ns,complete_ns,client,level,outcome";

  /** The names of the columns, in their order. */
  public static final java.util.List<String> COLUMNS = java.util.List.of(HEADER.split(",", -1));

  /**
   * The version of a read that found no row: older than every version. It is an empty field in the
   * text form, and no write may carry it.
   */
  public static final long NO_VERSION = Long.MIN_VALUE;

  /** The completion instant of an operation that never completed: later than every instant. */
  public static final long NEVER = Long.MAX_VALUE;

  /** The prefix of a key's name; the number of the key follows it, as in YCSB. */
  public static final String KEY_PREFIX = "user";

  private HistoryFormat() {}
}
