package org.quorate.study.file;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.quorate.study.plan.Buffering;
import org.quorate.study.plan.ClusterSettings;
import org.quorate.study.plan.Durability;
import org.quorate.study.plan.OffloadSettings;
import org.quorate.study.plan.Rest;
import org.quorate.study.plan.RunSettings;

/** Refuses what a study says of matters that its engine does not have. Stateless. */
final class EngineCheck {
  /** What Cassandra has and HBase does not. */
  private static final Map<String, String> SECTIONS =
      Map.of(
          "levels", "HBase has one replica of each row that answers, so there are no levels",
          "coordinators", "HBase's clients ask the one region server that has the row",
          "faults", "faults in the middle of a run are known for Cassandra alone",
          "monitor", "a monitor estimates how stale replicas are, and HBase has none to read from");

  private static final List<Factor> FACTORS =
      List.of(
          Factor.REPLICATION_FACTOR,
          Factor.POOLS,
          Factor.COORDINATORS,
          Factor.COLD_CAP,
          Factor.READ_LEVEL,
          Factor.POLICY,
          Factor.WRITE_LEVEL,
          Factor.SECOND_READ,
          Factor.FAULT);

  private EngineCheck() {}

  /**
   * Refuses sections and factors that the engine does not have.
   *
   * @param parts those that are to be run
   */
  static void check(Section study, List<PartReader> parts, ClusterSettings cluster)
      throws StudyFileException {
    if (!cluster.onHBase()) {
      return;
    }
    for (Map.Entry<String, String> section : new TreeMap<>(SECTIONS).entrySet()) {
      Entry entry = study.find(section.getKey());
      if (entry != null) {
        throw entry.refuse(section.getValue() + "; remove it.");
      }
    }
    for (PartReader part : parts) {
      for (Factor factor : FACTORS) {
        List<Value> levels = part.factors().get(factor);
        if (levels != null) {
          throw levels.get(0).refuse("HBase has nothing of that kind; remove the factor.");
        }
      }
    }
  }

  /**
   * Refuses a cell whose reads the engine cannot compare, and one whose writes its clients cannot
   * keep back, or not so that they survive; and one whose servers cannot rest.
   *
   * @param secondRead where the file says the cell's second read
   * @param buffering where it says its buffering
   * @param durability where it says its durability
   * @param offload where it says what resting servers do
   */
  static void check(
      RunSettings cell, Value secondRead, Value buffering, Value durability, Value offload)
      throws StudyFileException {
    check(cell, offload);
    if (cell.cluster().onHBase() && cell.secondRead() != null) {
      throw secondRead.refuse(
          "a second read asks another replica of the row, and on HBase one of them answers; remove"
              + " it.");
    }
    boolean unbuffered = cell.buffering() instanceof Buffering.Unbuffered;
    if (!cell.cluster().onHBase() && !unbuffered) {
      throw buffering.refuse(
          "Cassandra's clients send every write at once; remove it, or take cluster: {engine:"
              + " hbase}.");
    }
    if (cell.durability() != Durability.NONE
        && !(cell.buffering() instanceof Buffering.BoundedDeferral)) {
      throw durability.refuse(
          "only a bounded deferral, such as bounded 1s, has writes survive before a server has"
              + " them; take durability none for buffering "
              + cell.buffering().text()
              + ".");
    }
  }

  private static void check(RunSettings cell, Value offload) throws StudyFileException {
    OffloadSettings settings = cell.offload();
    if (settings == null) {
      return;
    }
    if (!cell.cluster().onHBase()) {
      throw offload.refuse(
          "only HBase can send the requests of a server elsewhere while it runs; remove it, or take"
              + " cluster: {engine: hbase}.");
    }
    int nodes = cell.cluster().nodes();
    if (settings.rest() == Rest.NONE) {
      return;
    }
    if (cell.cluster().dataNodes() > 0) {
      throw offload.refuse(
          "a host whose data node keeps copies for others cannot sleep; remove hdfs-data-nodes, or"
              + " take none.");
    }
    if (nodes < 2) {
      throw offload.refuse(
          "a cluster of one server has none that could rest; add nodes, or take none.");
    }
    if (settings.leastAwakeOf(nodes) == nodes) {
      throw offload.refuse(
          "by offload.awake none of the "
              + nodes
              + " servers may rest; lower it, or add nodes, or take none.");
    }
  }
}
