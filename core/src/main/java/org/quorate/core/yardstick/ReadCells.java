package org.quorate.core.yardstick;

import java.util.List;

/**
 * The reads of a run divided by key and second: how many pairs of a key and a second had how many
 * reads, and how many of these stale. Which key and which second they were does not matter, so this
 * does not grow with the length of a run. Immutable.
 *
 * @param cells by reads and stale reads, each combination once
 */
public record ReadCells(List<Alike> cells) {
  /** Copies the list. */
  public ReadCells {
    cells = List.copyOf(cells);
  }

  /**
   * Pairs of a key and a second with the same numbers.
   *
   * @param reads of the key during the second, at least 1
   * @param staleReads of these
   * @param cells how many such pairs there are, at least 1
   */
  public record Alike(long reads, long staleReads, long cells) {
    /** Checks that no more reads are stale than there are. */
    public Alike {
      ReadGroup.check(reads, staleReads);
    }

    private ReadGroup group() {
      return new ReadGroup(cells * reads, cells * staleReads);
    }
  }

  /** The reads as a policy tells them apart that decides for every key and second. */
  public List<ReadGroup> groups() {
    return cells.stream().map(Alike::group).toList();
  }

  /** All reads, as a policy sees them that knows nothing of any. */
  public ReadGroup total() {
    return groups().stream().reduce(new ReadGroup(0, 0), ReadGroup::plus);
  }
}
