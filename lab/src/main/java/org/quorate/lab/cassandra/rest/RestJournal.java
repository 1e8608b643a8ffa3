package org.quorate.lab.cassandra.rest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import org.quorate.lab.engine.EngineException;
import org.quorate.study.io.Json;

/**
 * Where each node of a cluster is between awake and at rest, in a file among the node's own, which
 * ends with the cluster. A node without a file is awake. Files are written whole or not at all.
 */
public final class RestJournal {
  private static final String NAME = "rest.json";

  private final Path cluster;

  /**
   * @param cluster the cluster's directory
   */
  public RestJournal(Path cluster) {
    this.cluster = cluster;
  }

  /**
   * What is written down of a node; nothing where it is awake.
   *
   * @throws EngineException when that cannot be read
   */
  public Optional<RestEntry> of(String node) throws EngineException {
    try {
      return Optional.of(Json.read(file(node), RestEntry.class));
    } catch (NoSuchFileException awake) {
      return Optional.empty();
    } catch (IOException | RuntimeException e) {
      throw new EngineException(
          "What is written down of the rest of "
              + node
              + " in "
              + file(node)
              + " cannot be read ("
              + e.getMessage()
              + "); have the node join the ring anew, without its data.",
          e);
    }
  }

  void write(String node, RestEntry entry) throws EngineException {
    try {
      Json.write(file(node), entry);
    } catch (IOException e) {
      throw unwritten(node, e);
    }
  }

  /** The node is awake. */
  void forget(String node) throws EngineException {
    try {
      Files.deleteIfExists(file(node));
    } catch (IOException e) {
      throw unwritten(node, e);
    }
  }

  private EngineException unwritten(String node, IOException e) {
    return new EngineException(
        "It cannot be written down in "
            + file(node)
            + " what becomes of "
            + node
            + " ("
            + e
            + "); make room there, and try again.",
        e);
  }

  private Path file(String node) {
    return cluster.resolve(node).resolve(NAME);
  }
}
