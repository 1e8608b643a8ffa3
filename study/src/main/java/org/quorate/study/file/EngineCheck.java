package org.quorate.study.file;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
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
    refuse(offload, cell.cluster().engine(), Capability.RESTING);
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
