package org.quorate.study.plan;

import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * What studies know of an engine: what it lacks, and why, and how its servers are configured. A new
 * engine is one more of these; a backend says which ones it can start. Immutable.
 *
 * @param name in study files
 * @param title for people
 * @param replicationFactor replicas of a row where a study says nothing, if there are as many nodes
 * @param heap maximum heap of a server where a study says nothing
 * @param lacks why it has none of what is named, a sentence that says what to do
 * @param refusal why a study may not set a setting of this name; empty where it may
 * @param value a setting's value as the servers take it, or an {@link IllegalArgumentException}
 */
public record StoreEngine(
    String name,
    String title,
    int replicationFactor,
    String heap,
    Map<Capability, String> lacks,
    Function<String, Optional<String>> refusal,
    UnaryOperator<String> value) {
  /** The engine of clusters that a study says nothing else of. */
  public static final StoreEngine CASSANDRA =
      new StoreEngine(
          "cassandra",
          "Cassandra",
          3,
          "192MiB",
          Map.of(
              Capability.DEFERRAL,
              "Cassandra's clients send every write at once; remove it, or take cluster: {engine:"
                  + " hbase}.",
              Capability.RESTING,
              "only HBase can send the requests of a server elsewhere while it runs; remove it, or"
                  + " take cluster: {engine: hbase}.",
              Capability.DATA_NODES,
              "Cassandra's nodes keep their files themselves; remove it, or take engine: hbase."),
          ServerOptions::refusal,
          ServerOptions::value);

  /** One replica of a row answers, the nodes are region servers, and clients keep writes back. */
  public static final StoreEngine HBASE =
      new StoreEngine(
          "hbase",
          "HBase",
          1,
          "256MiB",
          Map.of(
              Capability.LEVELS,
              "HBase has one replica of each row that answers, so there are no levels; remove it.",
              Capability.PLACEMENT,
              "HBase spreads the regions of a table over its region servers by itself, and each row"
                  + " has one region; remove it.",
              Capability.COORDINATORS,
              "HBase's clients ask the one region server that has the row; remove it.",
              Capability.MONITOR,
              "a monitor estimates how stale replicas are, and HBase has none to read from; remove"
                  + " it.",
              Capability.FAULTS,
              "faults in the middle of a run are known for Cassandra alone; remove it."),
          HBaseOptions::refusal,
          HBaseOptions::value);

  public StoreEngine {
    lacks = Map.copyOf(lacks);
  }

  /**
   * The engine of this name; a name that studies do not know is taken for {@link #CASSANDRA}'s
   * like, until a backend refuses it.
   */
  public static StoreEngine named(String name) {
    return name.equals(HBASE.name) ? HBASE : CASSANDRA;
  }

  /** Whether it has something. */
  public boolean can(Capability capability) {
    return !lacks.containsKey(capability);
  }

  /** Why it has something not, and what to do; empty where it has it. */
  public Optional<String> lack(Capability capability) {
    return Optional.ofNullable(lacks.get(capability));
  }
}
