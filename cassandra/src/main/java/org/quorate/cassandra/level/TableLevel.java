package org.quorate.cassandra.level;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToIntFunction;
import org.quorate.cassandra.recency.TableMemory;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.level.KeyRange;
import org.quorate.core.level.Level;
import org.quorate.core.policy.CompiledDecision;
import org.quorate.core.policy.Decision;

/**
 * The read level of one table, which may change at any time, with the {@link CarriedLevel}s that
 * its statements get. One thread changes it; any thread reads it, without a lock.
 */
public final class TableLevel {
  private final Map<Level, CarriedLevel> carriers;
  private final TableName table;
  private final TableMemory memory;
  private volatile State state;
  private volatile List<KeyRange> behind = List.of();
  private volatile Level own;
  private volatile boolean left;

  /**
   * @param current the level in effect at first, the application's own
   * @param strength replicas that each level needs; a level that needs more is stronger
   * @param memory of this process's own requests to the table
   */
  public TableLevel(
      TableName table, Level current, ToIntFunction<Level> strength, TableMemory memory) {
    this.table = table;
    this.memory = memory;
    Map<Level, CarriedLevel> made = new EnumMap<>(Level.class);
    for (Level level : Level.values()) {
      made.put(level, new CarriedLevel(this, level));
    }
    carriers = made;
    own = current;
    state = State.of(Decision.of(current, "Nothing is known yet."), strength);
  }

  /** The level in effect, of reads that no decision raises. */
  public Level current() {
    return state.decision.level();
  }

  /** The application's own level, at which reads would be sent without this library. */
  public Level own() {
    return own;
  }

  /** The application's own level is this from now on. */
  public void own(Level declared) {
    own = declared;
  }

  /** The table whose level this is. */
  public TableName table() {
    return table;
  }

  /** What statements that are bound or sent now carry: the current level. */
  public CarriedLevel carrier() {
    return carrier(current());
  }

  /** The carrier of a level; always the same object. */
  public CarriedLevel carrier(Level level) {
    return Objects.requireNonNull(carriers.get(level));
  }

  /** Changes the level, and what is known of how strong levels are. */
  public void set(Decision decision, ToIntFunction<Level> strength) {
    if (!state.decision.isOf(decision, strength)) {
      state = State.of(decision, strength);
    }
    left = false;
  }

  /** Leaves the level of reads to the driver, until it is set again. */
  public void leave() {
    left = true;
  }

  /** Whether reads are sent without a level of this table, so at the driver's own. */
  public boolean isLeft() {
    return left;
  }

  /** The decision in effect, for who looks a read's level up. */
  public CompiledDecision decision() {
    return state.decision;
  }

  /** Replicas of these ranges of the ring, and of no others, may lack writes from now on. */
  public void behind(List<KeyRange> ranges) {
    behind = List.copyOf(ranges);
  }

  /** The ranges whose replicas may lack writes, whether reads of them are raised or not. */
  public List<KeyRange> behind() {
    return behind;
  }

  /** What this process remembers of its own requests to the table. */
  public TableMemory memory() {
    return memory;
  }

  /** The current level, or this one where it needs more replicas. */
  public Level atLeast(Level floor) {
    return Objects.requireNonNull(state.byFloor.get(floor));
  }

  /** The stronger of two levels, the first where they need as many replicas. */
  public Level stronger(Level one, Level other) {
    State now = state;
    return Objects.requireNonNull(now.strength.get(other))
            > Objects.requireNonNull(now.strength.get(one))
        ? other
        : one;
  }

  /**
   * @param strength replicas that each level needs
   * @param byFloor for each level itself or the current one, whichever is stronger
   */
  private record State(
      CompiledDecision decision, Map<Level, Integer> strength, Map<Level, Level> byFloor) {
    static State of(Decision decision, ToIntFunction<Level> strength) {
      Level current = decision.level();
      int needed = strength.applyAsInt(current);
      Map<Level, Integer> strengths = new EnumMap<>(Level.class);
      Map<Level, Level> byFloor = new EnumMap<>(Level.class);
      for (Level floor : Level.values()) {
        strengths.put(floor, strength.applyAsInt(floor));
        byFloor.put(floor, strength.applyAsInt(floor) > needed ? floor : current);
      }
      return new State(new CompiledDecision(decision, strength), strengths, byFloor);
    }
  }
}
