package org.quorate.study.file;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.quorate.core.quantity.ByteSizes;
import org.quorate.study.plan.Capability;
import org.quorate.study.plan.ClusterSettings;
import org.quorate.study.plan.RemoteSettings;
import org.quorate.study.plan.StoreEngine;

/** Reads the {@code cluster} section. Stateless. */
final class ClusterReader {
  static final int MOST_NODES = 1000;

  private static final List<String> OF_ALL_SERVERS =
      List.of("engine", "version", "nodes", "data-centers", "replication-factor");

  /** Keys that only a study which starts its servers can have. */
  static final List<String> OF_STARTED_SERVERS =
      List.of(
          "tokens",
          "heap",
          "processor-quota",
          "quick-compiler",
          "settings",
          "pools",
          "racks",
          "nodes-per-host",
          "host-quota",
          "hdfs-data-nodes");

  /** What an engine may decide by itself, or not have. */
  private static final Map<String, Capability> NOT_OF_EVERY_ENGINE =
      new TreeMap<>(
          Map.of(
              "data-centers", Capability.PLACEMENT,
              "replication-factor", Capability.PLACEMENT,
              "tokens", Capability.PLACEMENT,
              "pools", Capability.PLACEMENT,
              "racks", Capability.PLACEMENT,
              "hdfs-data-nodes", Capability.DATA_NODES));

  private static final int DEFAULT_NODES = 3;

  private ClusterReader() {}

  /**
   * @param remote how the cluster is reached where it exists already; then the section says what is
   *     expected of it
   */
  static ClusterSettings read(Section study, @Nullable RemoteSettings remote)
      throws StudyFileException {
    Entry entry = study.find("cluster");
    Section cluster =
        entry == null
            ? new Section(study.self(), Map.of())
            : entry.section(
                Stream.concat(OF_ALL_SERVERS.stream(), OF_STARTED_SERVERS.stream())
                    .toArray(String[]::new));
    if (remote != null) {
      refuseWhatIsNotOurs(cluster);
    }
    StoreEngine engine =
        cluster.value("engine", StoreEngine.CASSANDRA.text()).as(StoreEngine::parse);
    if (remote != null) {
      EngineCheck.refuse(study.find("remote"), engine, Capability.REMOTE);
    }
    for (Map.Entry<String, Capability> key : NOT_OF_EVERY_ENGINE.entrySet()) {
      EngineCheck.refuse(cluster.find(key.getKey()), engine, key.getValue());
    }
    Map<String, Integer> dataCenters =
        dataCenters(cluster, remote == null ? "dc1" : remote.localDataCenter());
    int smallest = dataCenters.values().stream().mapToInt(Integer::intValue).min().orElseThrow();
    String factor = Integer.toString(Math.min(engine.replicationFactor(), smallest));
    return new ClusterSettings(
        engine,
        cluster.value("version", "default").text(),
        dataCenters,
        (int) cluster.value("replication-factor", factor).wholeNumber(1, MOST_NODES),
        (int) cluster.value("tokens", "1").wholeNumber(1, 1024),
        cluster.value("heap", engine.heap()).as(ClusterReader::heap),
        quota(cluster.find("processor-quota")),
        cluster.value("quick-compiler", "false").yesOrNo(),
        settings(cluster.find("settings"), engine),
        cluster.value("pools", ClusterSettings.BALANCED).as(Texts::pools),
        (int) cluster.value("racks", "1").wholeNumber(1, MOST_NODES),
        (int) cluster.value("nodes-per-host", "1").wholeNumber(1, MOST_NODES),
        hostQuota(cluster),
        (int) cluster.value("hdfs-data-nodes", "0").wholeNumber(0, ClusterSettings.MOST_DATA_NODES),
        remote);
  }

  private static @Nullable Double hostQuota(Section cluster) throws StudyFileException {
    Entry entry = cluster.find("host-quota");
    if (entry != null && cluster.find("processor-quota") != null) {
      throw entry.refuse(
          "processor-quota already says what each node may use; remove one of the two.");
    }
    return quota(entry);
  }

  /** Which of the section's keys only a study that starts its servers can have. */
  static List<String> ofStartedServers(Entry cluster) throws StudyFileException {
    return cluster.entries().keySet().stream().filter(OF_STARTED_SERVERS::contains).toList();
  }

  /** How servers are set up is decided when they are started. */
  private static void refuseWhatIsNotOurs(Section cluster) throws StudyFileException {
    for (String key : OF_STARTED_SERVERS) {
      Entry entry = cluster.find(key);
      if (entry != null) {
        throw entry.refuse(
            "a study cannot set this on a remote cluster, whose servers it does not start; remove"
                + " it.");
      }
    }
  }

  private static Map<String, Integer> dataCenters(Section cluster, String only)
      throws StudyFileException {
    Entry entry = cluster.find("data-centers");
    if (entry == null) {
      int nodes =
          (int) cluster.value("nodes", Integer.toString(DEFAULT_NODES)).wholeNumber(1, MOST_NODES);
      return Map.of(only, nodes);
    }
    Entry nodes = cluster.find("nodes");
    if (nodes != null) {
      throw nodes.refuse("data-centers says how many nodes there are; remove one of the two.");
    }
    Map<String, Integer> dataCenters = new LinkedHashMap<>();
    for (Map.Entry<String, Entry> each : entry.entries().entrySet()) {
      if (!each.getKey().matches("[A-Za-z][A-Za-z0-9_-]{0,47}")) {
        throw each.getValue()
            .refuse("the name of a data centre is made of letters, digits, - and _.");
      }
      dataCenters.put(each.getKey(), (int) each.getValue().value().wholeNumber(1, MOST_NODES));
    }
    if (dataCenters.isEmpty()) {
      throw entry.refuse("there is no data centre; write one, such as dc1: 3.");
    }
    return dataCenters;
  }

  private static long heap(String text) {
    long bytes = ByteSizes.parse(text);
    if (bytes < 1 << 20) {
      throw new IllegalArgumentException("\"" + text + "\" is too small for a server's heap.");
    }
    return bytes;
  }

  private static @Nullable Double quota(@Nullable Entry entry) throws StudyFileException {
    if (entry == null) {
      return null;
    }
    return entry
        .value()
        .as(
            text -> {
              if (!text.matches("\\d{1,4}(\\.\\d{1,4})?") || Double.parseDouble(text) == 0) {
                throw new IllegalArgumentException(
                    "\"" + text + "\" is not a number of cores above 0, such as 0.5.");
              }
              return Double.parseDouble(text);
            });
  }

  private static Map<String, String> settings(@Nullable Entry entry, StoreEngine engine)
      throws StudyFileException {
    Map<String, String> settings = new LinkedHashMap<>();
    if (entry != null) {
      for (Map.Entry<String, Entry> each : entry.entries().entrySet()) {
        Optional<String> refusal = engine.refusal(each.getKey());
        if (refusal.isPresent()) {
          throw each.getValue().refuse(refusal.get());
        }
        settings.put(each.getKey(), each.getValue().value().as(engine::value));
      }
    }
    return settings;
  }
}
