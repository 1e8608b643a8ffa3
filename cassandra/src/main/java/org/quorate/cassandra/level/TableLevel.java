package org.quorate.cassandra.level;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToIntFunction;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.level.Level;

/**
 * The read level of one table, which may change at any time, with the {@link LiveLevel}s that carry
 * it. One thread changes it; any thread reads it, without a lock.
 */
public final class TableLevel {
  private final Map<Level, LiveLevel> carriers;
  private final TableName table;
  private final boolean copied;
  private volatile State state;

  /**
   * @param current the level in effect at first
   * @param strength replicas that each level needs; a level that needs more is stronger
   * @param copied whether requests are to be sent as copies with the driver's own constant
   */
  public TableLevel(TableName table, Level current, ToIntFunction<Level> strength, boolean copied) {
    this.table = table;
    this.copied = copied;
    Map<Level, LiveLevel> made = new EnumMap<>(Level.class);
    for (Level floor : Level.values()) {
      made.put(floor, new LiveLevel(this, floor));
    }
    carriers = made;
    state = State.of(current, strength);
  }

  /** The level in effect. */
  public Level current() {
    return state.current;
  }

  /** The table whose level this is. */
  public TableName table() {
    return table;
  }

  /** Whether requests are to be sent as copies with the driver's own constant. */
  public boolean isCopied() {
    return copied;
  }

  /** What statements that are bound now carry: the current level, also as their floor. */
  public LiveLevel carrier() {
    return carrier(state.current);
  }

  /** The carrier with this floor; always the same object. */
  public LiveLevel carrier(Level floor) {
    return Objects.requireNonNull(carriers.get(floor));
  }

  /** Changes the level, and what is known of how strong levels are. */
  public void set(Level level, ToIntFunction<Level> strength) {
    state = State.of(level, strength);
  }

  Level effective(Level floor) {
    return Objects.requireNonNull(state.byFloor.get(floor));
  }

  /**
   * @param byFloor the level in effect for each floor
   */
  private record State(Level current, Map<Level, Level> byFloor) {
    static State of(Level current, ToIntFunction<Level> strength) {
      int needed = strength.applyAsInt(current);
      Map<Level, Level> byFloor = new EnumMap<>(Level.class);
      for (Level floor : Level.values()) {
        byFloor.put(floor, strength.applyAsInt(floor) > needed ? floor : current);
      }
      return new State(current, byFloor);
    }
  }
}
