package org.quorate.cli.observe;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.quorate.cassandra.observe.ClusterReport;
import org.quorate.cassandra.observe.TableReport;

/**
 * How many operations a second the nodes were asked for between two rounds of questions, over all
 * keyspaces that are observed, all together and by data centre. Used by one thread.
 */
public final class OperationRates {
  private final Map<String, Integer> incompleteBefore = new HashMap<>();
  private final Map<String, Double> coordinated = new TreeMap<>();
  private boolean isCoordinatedKnown = true;
  private double all;

  /** A new round: nothing has been added. */
  public void begin() {
    all = 0;
    coordinated.clear();
    isCoordinatedKnown = true;
  }

  /** Of a keyspace nothing is known, so nothing is of the round. */
  public void addUnknown() {
    all = Double.NaN;
    isCoordinatedKnown = false;
  }

  /**
   * A keyspace was looked at.
   *
   * @param latest what the nodes' answers say
   * @param known whether there was something to take a difference to
   * @param ofCenters operations per second that the nodes of each data centre coordinated; NaN
   *     where that is not known
   */
  public void add(ClusterReport latest, boolean known, Map<String, Double> ofCenters) {
    Integer before = incompleteBefore.put(latest.keyspace(), latest.incompleteReadings());
    if (!known) {
      addUnknown();
      return;
    }
    // A first reading that was incomplete is no later one's fault.
    boolean isComplete = latest.incompleteReadings() == (before == null ? 0 : before);
    all += isComplete ? perSecond(latest) : Double.NaN;
    ofCenters.forEach((center, rate) -> coordinated.merge(center, rate, Double::sum));
  }

  /** Reads and writes of all observed tables; NaN where some rate is not known. */
  private static double perSecond(ClusterReport report) {
    double sum = 0;
    for (TableReport table : report.tables()) {
      sum += table.reads().mean() + table.writes().mean();
    }
    return sum;
  }

  /** Operations per second; NaN where they are not known. */
  double all() {
    return all;
  }

  /** Those that the nodes of a data centre coordinated; NaN where they are not known. */
  double of(String dataCenter) {
    return isCoordinatedKnown ? coordinated.getOrDefault(dataCenter, Double.NaN) : Double.NaN;
  }
}
