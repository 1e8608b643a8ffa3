package org.quorate.cassandra.monitor;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.table.TableName;

/**
 * What one node has counted of many tables, in a column for each kind of count: 32 bytes a table,
 * and no objects, of which 200 nodes with 2,000 tables would have 400,000 at each of two readings.
 * Has the tables of which any count is known. Immutable.
 */
public final class CountColumns extends AbstractMap<TableName, TableCounts> {
  private final Places places;
  private final long[] clientReads;
  private final long[] clientWrites;
  private final long[] replicaReads;
  private final long[] replicaWrites;

  /** Which table stands where in the columns of all nodes. Immutable. */
  public static final class Places {
    private final List<TableName> tables;
    private final Map<TableName, Integer> places = new HashMap<>();

    /**
     * @param tables each once
     */
    public Places(List<TableName> tables) {
      this.tables = List.copyOf(tables);
      for (int place = 0; place < tables.size(); place++) {
        places.put(tables.get(place), place);
      }
    }

    /** The tables in their order. */
    public List<TableName> tables() {
      return tables;
    }
  }

  /**
   * Takes the columns for its own; they have what {@link TableCounts} has.
   *
   * @param places as many as each column is long
   */
  public CountColumns(
      Places places,
      long[] clientReads,
      long[] clientWrites,
      long[] replicaReads,
      long[] replicaWrites) {
    this.places = places;
    this.clientReads = clientReads;
    this.clientWrites = clientWrites;
    this.replicaReads = replicaReads;
    this.replicaWrites = replicaWrites;
  }

  private boolean isKnown(int place) {
    return clientReads[place] != TableCounts.UNKNOWN
        || clientWrites[place] != TableCounts.UNKNOWN
        || replicaReads[place] != TableCounts.UNKNOWN
        || replicaWrites[place] != TableCounts.UNKNOWN;
  }

  private IntStream known() {
    return IntStream.range(0, clientReads.length).filter(this::isKnown);
  }

  private TableCounts at(int place) {
    return new TableCounts(
        clientReads[place], clientWrites[place], replicaReads[place], replicaWrites[place]);
  }

  @Override
  public @Nullable TableCounts get(@Nullable Object table) {
    Integer place = places.places.get(table);
    return place == null || !isKnown(place) ? null : at(place);
  }

  @Override
  public boolean containsKey(@Nullable Object table) {
    return get(table) != null;
  }

  @Override
  public Set<Entry<TableName, TableCounts>> entrySet() {
    return new AbstractSet<>() {
      @Override
      public Iterator<Entry<TableName, TableCounts>> iterator() {
        return known().mapToObj(place -> Map.entry(places.tables.get(place), at(place))).iterator();
      }

      @Override
      public int size() {
        return (int) known().count();
      }
    };
  }
}
