package org.quorate.hbase.spill;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * What became of a spill's folder that was to be drained.
 *
 * @param applied writes that the servers have acknowledged
 * @param discarded writes that were thrown away on request
 * @param refused how many writes the servers refuse, by the reason; they stay in the folder
 * @param notes sentences about what is left out or wrong
 */
public record FolderDrain(
    Path folder,
    Outcome outcome,
    long applied,
    long discarded,
    Map<String, Long> refused,
    List<String> notes) {
  /** How it ended. */
  public enum Outcome {
    /** All its writes are acknowledged, and the folder is removed. */
    DRAINED,
    /** All that could be was applied; refused writes remain. */
    REFUSED,
    /** The servers could not be reached or did not answer; the rest remains. */
    INTERRUPTED,
    /** A running process has it; nothing was touched. */
    IN_USE,
    /** Its writes are for another cluster; nothing was touched. */
    OTHER_CLUSTER,
    /** Its own files could not be read or removed to the end; the next drain has the rest. */
    FAILED,
    /** It is damaged; it remains, with what lies behind the damage. */
    DAMAGED,
    /** It is no spill's, or of another version, or not readable; nothing was touched. */
    UNREADABLE,
    /** Not tried, because the servers could not be reached. */
    NOT_TRIED
  }

  /** Whether something remains that nobody takes care of. */
  public boolean leavesWrites() {
    return outcome != Outcome.DRAINED && outcome != Outcome.IN_USE;
  }
}
