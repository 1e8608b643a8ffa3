package org.quorate.hbase.stamp;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.LongSupplier;

/**
 * What this process has stamped of a cluster's rows, whoever opened deferral: one that is opened
 * after another was closed, or beside it, gives a row a later timestamp than the other did, or the
 * same where the row is written too fast for that ({@link RowStamps}). One for each cluster that
 * was ever written to, for as long as the process lives. Thread-safe.
 */
public final class ProcessStamps {
  private static final ConcurrentMap<String, ProcessStamps> CLUSTERS = new ConcurrentHashMap<>();

  private final ProcessClocks clocks = new ProcessClocks();
  private final RowStamps stamps = new RowStamps(clocks::slowest, Long.MAX_VALUE);

  private ProcessStamps() {}

  /**
   * Those of a cluster.
   *
   * @param cluster its id
   */
  public static ProcessStamps of(String cluster) {
    return CLUSTERS.computeIfAbsent(cluster, any -> new ProcessStamps());
  }

  /**
   * For deferral that is opened.
   *
   * @param clock whose time its stamps are, in milliseconds; they begin where others' are
   * @param mostLead of a row that is written fast, in milliseconds
   * @param floor what earlier processes have stamped, and where it is kept for those to come
   */
  public RowStamps following(LongSupplier clock, long mostLead, StampFloor floor) {
    return stamps.beside(clocks.add(clock), mostLead, floor);
  }
}
