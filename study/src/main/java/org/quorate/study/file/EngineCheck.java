package org.quorate.study.file;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.quorate.core.level.Level;
import org.quorate.study.plan.Buffering;
import org.quorate.study.plan.Capability;
import org.quorate.study.plan.ClusterSettings;
import org.quorate.study.plan.Durability;
import org.quorate.study.plan.OffloadSettings;
import org.quorate.study.plan.Rest;
import org.quorate.study.plan.RunSettings;
import org.quorate.study.plan.StoreEngine;

/** Refuses what a study says of matters that its engine does not have. Stateless. */
final class EngineCheck {
  /** Sections, and what an engine must have for them. */
  private static final Map<String, Capability> SECTIONS =
      new TreeMap<>(
          Map.of(
              "levels", Capability.LEVELS,
              "coordinators", Capability.COORDINATORS,
              "faults", Capability.FAULTS,
              "monitor", Capability.MONITOR));

  private EngineCheck() {}

  /**
   * Refuses sections and factors that the engine does not have.
   *
   * @param parts those that are to be run
   */
  static void check(Section study, List<PartReader> parts, ClusterSettings cluster)
      throws StudyFileException {
    StoreEngine engine = cluster.engine();
    for (Map.Entry<String, Capability> section : SECTIONS.entrySet()) {
      refuse(study.find(section.getKey()), engine, section.getValue());
    }
    for (PartReader part : parts) {
      for (Map.Entry<Factor, List<Value>> factor : part.factors().entrySet()) {
        if (factor.getKey().needs().filter(needed -> !engine.can(needed)).isPresent()) {
          throw factor
              .getValue()
              .get(0)
              .refuse(engine.title() + " has nothing of that kind; remove the factor.");
        }
      }
    }
  }

  /** Refuses what a file says of something that its engine does not have. */
  static void refuse(@Nullable Entry entry, StoreEngine engine, Capability capability)
      throws StudyFileException {
    String lack = engine.lack(capability).orElse(null);
    if (entry != null && lack != null) {
      throw entry.refuse(lack);
    }
  }

  /** The same of a value. */
  static void refuse(Value value, StoreEngine engine, Capability capability)
      throws StudyFileException {
    String lack = engine.lack(capability).orElse(null);
    if (lack != null) {
      throw value.refuse(lack);
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
    StoreEngine engine = cell.cluster().engine();
    if (!engine.can(Capability.LEVELS) && cell.secondRead() != null) {
      throw secondRead.refuse(
          "a second read asks another replica of the row, and on "
              + engine.title()
              + " one of them answers; remove it.");
    }
    if (!(cell.buffering() instanceof Buffering.Unbuffered)) {
      refuse(buffering, engine, Capability.DEFERRAL);
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
    boolean hasReplicas = cell.cluster().engine().can(Capability.PLACEMENT);
    if (hasReplicas && settings.rest() == Rest.CONSOLIDATE) {
      checkHosts(cell.cluster(), settings, offload);
      return;
    }
    if (hasReplicas && settings.gear() != null) {
      checkLevels(cell, offload);
    }
    if (settings.rest() == Rest.NONE) {
      return;
    }
    if (hasReplicas) {
      checkGear(cell, settings, offload);
    } else {
      checkOneByOne(cell, settings, offload);
    }
  }

  private static void checkOneByOne(RunSettings cell, OffloadSettings settings, Value offload)
      throws StudyFileException {
    if (settings.gear() != null) {
      throw offload.refuse(
          "region servers rest one by one, and no data centre does; remove offload.gear.");
    }
    if (settings.rest() == Rest.CONSOLIDATE) {
      throw offload.refuse(
          "a region server gives its regions away instead of moving to another host; take idle,"
              + " stop, or none.");
    }
    int nodes = cell.cluster().nodes();
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

  /** No host may get two replicas of a row, and each rack must have a host to spare. */
  private static void checkHosts(ClusterSettings cluster, OffloadSettings settings, Value offload)
      throws StudyFileException {
    if (settings.gear() != null) {
      throw offload.refuse(
          "nodes share fewer hosts of their rack, and no data centre rests; remove offload.gear.");
    }
    if (cluster.hostQuota() == null) {
      throw offload.refuse(
          "there are no hosts that nodes could share; say what each has as cluster: {host-quota:"
              + " 0.25}, or take none.");
    }
    if (cluster.racks() < cluster.replicationFactor()) {
      throw offload.refuse(
          "with fewer racks than replicas a host could get two replicas of a row; write cluster:"
              + " {racks: "
              + cluster.replicationFactor()
              + "}, or take none.");
    }
    int hosts = cluster.fewestHostsOfARack();
    if (hosts < 2) {
      throw offload.refuse(
          "a rack with one host has none that could rest; add nodes, or lower nodes-per-host, or"
              + " take none.");
    }
    if (settings.leastAwakeOf(hosts) == hosts) {
      throw offload.refuse(
          "by offload.awake none of the "
              + hosts
              + " hosts of a rack may rest; lower it, or add nodes, or take none.");
    }
  }

  /** Whether its rows let it rest is looked at when it is to, on the running cluster. */
  private static void checkGear(RunSettings cell, OffloadSettings settings, Value offload)
      throws StudyFileException {
    List<String> centers = List.copyOf(cell.cluster().dataCenters().keySet());
    String gear = settings.gear();
    if (gear == null || centers.indexOf(gear) < 1) {
      throw offload.refuse(
          "of Cassandra a whole data centre rests, and not the first, which clients use; name another"
              + " one of cluster: data-centers as offload.gear, or take consolidate, or none.");
    }
    if (settings.rest() != Rest.STOP) {
      throw offload.refuse(
          "a node of Cassandra that runs gets all writes, so it does not rest; take stop, or none.");
    }
  }

  /** Also of cells in which nobody rests, so that cells differ in that alone. */
  private static void checkLevels(RunSettings cell, Value offload) throws StudyFileException {
    Level read = cell.readPolicy().fixedLevel().orElse(null);
    if (read == null || !read.isLocal() || !cell.writeLevel().isLocal()) {
      throw offload.refuse(
          "what a data centre at rest would have to answer fails; read and write at LOCAL_ONE or"
              + " LOCAL_QUORUM, at fixed levels, or remove offload.");
    }
  }
}
