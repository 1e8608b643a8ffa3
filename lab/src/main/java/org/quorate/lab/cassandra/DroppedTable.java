package org.quorate.lab.cassandra;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.quorate.lab.engine.EngineException;
import org.quorate.lab.engine.NodeState;
import org.quorate.lab.engine.RunningCluster;
import org.quorate.lab.engine.RunningNode;
import org.quorate.study.io.Tree;

/**
 * Sees to it that a dropped table has left nothing on the servers' disks. A server deletes the
 * files itself, a moment later, and leaves their folder; of its commit log it begins a new segment,
 * writes to disk what all other tables have in the older ones, and deletes these. What stays is the
 * segment that it writes to and the one that it has made ahead. Stateless.
 */
public final class DroppedTable {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final long BETWEEN_LOOKS_MILLIS = 10;
  private static final int SEGMENTS = 2;
  private static final Pattern SEGMENT = Pattern.compile("CommitLog-.*\\.log");

  private DroppedTable() {}

  /**
   * Waits until no server has files of the table, or segments of its commit log from before the
   * drop, and deletes the folders.
   *
   * @param keyspace the table's keyspace as the server keeps it, without quotes
   * @param table the table's name, likewise
   * @throws EngineException when a server still has some after half a minute
   */
  public static void awaitGone(RunningCluster cluster, String keyspace, String table)
      throws EngineException, InterruptedException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    for (RunningNode node : cluster.nodes()) {
      if (node.state() != NodeState.READY) {
        continue;
      }
      Path directory = cluster.directory().resolve(node.name());
      try {
        Path data = CassandraConfiguration.data(directory).resolve(keyspace);
        List<Path> left = left(data, table, CassandraConfiguration.commitLog(directory));
        while (!left.isEmpty()) {
          if (System.nanoTime() > deadline) {
            throw new EngineException(
                node.name()
                    + " still keeps "
                    + left.get(0)
                    + " half a minute after the table "
                    + table
                    + " was dropped; see its log "
                    + node.log()
                    + ".");
          }
          TimeUnit.MILLISECONDS.sleep(BETWEEN_LOOKS_MILLIS);
          left = left(data, table, CassandraConfiguration.commitLog(directory));
        }
        for (Path folder : folders(data, table)) {
          Tree.delete(folder);
        }
      } catch (IOException e) {
        throw new EngineException(
            "What the dropped table "
                + table
                + " has left of "
                + node.name()
                + " cannot be deleted: "
                + e
                + ".",
            e);
      }
    }
  }

  /** Files that are still to go. */
  private static List<Path> left(Path data, String table, Path commitLog) throws IOException {
    List<Path> left = new ArrayList<>();
    for (Path folder : folders(data, table)) {
      // Snapshots are in a folder of their own; no server touches them again.
      Tree.children(folder).stream().filter(Files::isRegularFile).forEach(left::add);
    }
    List<Path> segments =
        Tree.children(commitLog).stream()
            .filter(file -> SEGMENT.matcher(file.getFileName().toString()).matches())
            .toList();
    left.addAll(segments.subList(0, Math.max(0, segments.size() - SEGMENTS)));
    return left;
  }

  /** A table's folder is named by the table and its identifier. */
  private static List<Path> folders(Path data, String table) throws IOException {
    Pattern name = Pattern.compile(Pattern.quote(table) + "-[0-9a-f]{32}");
    return Tree.children(data).stream()
        .filter(folder -> name.matcher(folder.getFileName().toString()).matches())
        .toList();
  }
}
