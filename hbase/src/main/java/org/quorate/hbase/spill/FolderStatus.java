package org.quorate.hbase.spill;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What is known of a spill's folder.
 *
 * @param created when; empty where it cannot be told
 * @param host where the process ran that made it; empty where it cannot be told
 * @param process its number on that host
 * @param cluster the id of the cluster that its writes are for; empty where it cannot be told
 * @param bytes of its files
 * @param writes that are not acknowledged; empty where its process still writes, or where it cannot
 *     be told
 * @param tables how many of these each table has
 * @param notes sentences about what is left out or wrong
 */
public record FolderStatus(
    Path folder,
    State state,
    Optional<Instant> created,
    Optional<String> host,
    OptionalLong process,
    Optional<String> cluster,
    long bytes,
    OptionalLong writes,
    Map<String, Long> tables,
    List<String> notes) {
  /** Whose it is, and whether it can be drained. */
  public enum State {
    /** A running process writes to it, or drains it. */
    IN_USE,
    /** Its process is gone; it can be drained. */
    LEFT_BEHIND,
    /** Its process is gone, and it is damaged. */
    DAMAGED,
    /** It is no spill's, or of another version, or not readable. */
    UNREADABLE
  }
}
