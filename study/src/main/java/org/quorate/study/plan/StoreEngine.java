package org.quorate.study.plan;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.quorate.core.text.Suggestions;

/**
 * The engines that a study may ask for: what each lacks, and why, and how its servers are
 * configured. A new engine is one more of these; whatever starts servers then does not compile
 * until it says how.
 */
public enum StoreEngine {
  /** The engine of clusters that a study says nothing else of. */
  CASSANDRA("cassandra", "Cassandra", 3, "192MiB") {
    @Override
    public Optional<String> lack(Capability capability) {
      return switch (capability) {
        case LEVELS, PLACEMENT, COORDINATORS, MONITOR, FAULTS, REMOTE -> Optional.empty();
        case DEFERRAL ->
            Optional.of(
                "Cassandra's clients send every write at once; remove it, or take cluster: {engine:"
                    + " hbase}.");
        case DATA_NODES ->
            Optional.of(
                "Cassandra's nodes keep their files themselves; remove it, or take engine: hbase.");
      };
    }

    @Override
    public Optional<String> refusal(String setting) {
      return ServerOptions.refusal(setting);
    }

    @Override
    public String value(String written) {
      return ServerOptions.value(written);
    }
  },

  /** One replica of a row answers, the nodes are region servers, and clients keep writes back. */
  HBASE("hbase", "HBase", 1, "256MiB") {
    @Override
    public Optional<String> lack(Capability capability) {
      return switch (capability) {
        case DEFERRAL, DATA_NODES -> Optional.empty();
        case LEVELS ->
            Optional.of(
                "HBase has one replica of each row that answers, so there are no levels; remove"
                    + " it.");
        case PLACEMENT ->
            Optional.of(
                "HBase spreads the regions of a table over its region servers by itself, and each"
                    + " row has one region; remove it.");
        case COORDINATORS ->
            Optional.of("HBase's clients ask the one region server that has the row; remove it.");
        case MONITOR ->
            Optional.of(
                "a monitor estimates how stale replicas are, and HBase has none to read from;"
                    + " remove it.");
        case FAULTS ->
            Optional.of("faults in the middle of a run are known for Cassandra alone; remove it.");
        case REMOTE ->
            Optional.of(
                "only a cluster of Cassandra can be measured that somebody else has started;"
                    + " remove it and backend: remote, or take cluster: {engine: cassandra}.");
      };
    }

    @Override
    public Optional<String> refusal(String setting) {
      return HBaseOptions.refusal(setting);
    }

    @Override
    public String value(String written) {
      return HBaseOptions.value(written);
    }
  };

  private final String text;
  private final String title;
  private final int replicationFactor;
  private final String heap;

  StoreEngine(String text, String title, int replicationFactor, String heap) {
    this.text = text;
    this.title = title;
    this.replicationFactor = replicationFactor;
    this.heap = heap;
  }

  /**
   * The engine of a name.
   *
   * @throws IllegalArgumentException if there is none; the message names those that there are
   */
  public static StoreEngine parse(String text) {
    return Arrays.stream(values())
        .filter(engine -> engine.text.equals(text))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "\""
                        + text
                        + "\" is no engine; write "
                        + String.join(" or ", names())
                        + "."
                        + Suggestions.didYouMean(text, names())));
  }

  /** The names of all. */
  public static List<String> names() {
    return Arrays.stream(values()).map(StoreEngine::text).toList();
  }

  /** The name in study files. */
  public String text() {
    return text;
  }

  /** The name for people. */
  public String title() {
    return title;
  }

  /** Replicas of a row where a study says nothing, if there are as many nodes. */
  public int replicationFactor() {
    return replicationFactor;
  }

  /** Maximum heap of a server where a study says nothing. */
  public String heap() {
    return heap;
  }

  /** Whether it has something. */
  public boolean can(Capability capability) {
    return lack(capability).isEmpty();
  }

  /** Why it has something not, and what to do, in a sentence; empty where it has it. */
  public abstract Optional<String> lack(Capability capability);

  /** Why a study may not set a server's setting of this name, in a sentence; empty where it may. */
  public abstract Optional<String> refusal(String setting);

  /**
   * A setting's value as the servers take it.
   *
   * @throws IllegalArgumentException when it is none that a study may choose
   */
  public abstract String value(String written);
}
