package org.quorate.cassandra.control;

import com.datastax.oss.driver.api.core.CqlSession;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.propagation.PropagationFactory;
import org.quorate.cassandra.propagation.PropagationReading;
import org.quorate.cassandra.propagation.PropagationSource;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.policy.LevelLadder;
import org.quorate.core.policy.ReadLevels;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Measures the propagation time of tables, one round of each at a time. Thread-safe. */
final class PropagationRounds implements AutoCloseable {
  /** Hears how a round begun for such levels ended: one of the two is there. On any thread. */
  interface Listener {
    void ended(
        TableName table,
        ReadLevels levels,
        @Nullable PropagationReading reading,
        @Nullable Throwable failure);
  }

  private static final Logger LOG = LoggerFactory.getLogger(PropagationRounds.class);

  private final CqlSession session;
  private final PropagationFactory factory;
  private final Listener listener;

  /**
   * A source, the ladder that it was made for, and the reads that the table's former ones had sent.
   */
  private record Made(LevelLadder ladder, PropagationSource source, long formerReads) {
    long readsSent() {
      return formerReads + source.readsSent();
    }
  }

  private final Map<TableName, Made> sources = new ConcurrentHashMap<>();
  private final Set<TableName> underWay = ConcurrentHashMap.newKeySet();
  private boolean closed;

  PropagationRounds(CqlSession session, PropagationFactory factory, Listener listener) {
    this.session = session;
    this.factory = factory;
    this.listener = listener;
  }

  /** Begins a round, unless the table's last is still under way. */
  void begin(TableName table, ReadLevels levels, DoubleSupplier averageWriteBytes) {
    if (!underWay.add(table)) {
      return;
    }
    try {
      source(table, levels.ladder(), averageWriteBytes)
          .measure()
          .whenComplete((reading, failure) -> ended(table, levels, reading, failure));
    } catch (RuntimeException e) {
      ended(table, levels, null, e);
    }
  }

  private synchronized PropagationSource source(
      TableName table, LevelLadder ladder, DoubleSupplier averageWriteBytes) {
    if (closed) {
      throw new IllegalStateException("Nothing is measured any more.");
    }
    Made known = sources.get(table);
    if (known != null && known.ladder() == ladder) {
      return known.source();
    }
    if (known != null) {
      // Which replicas count follows from the ladder, as which level the application reads at does.
      sources.remove(table);
      close(known);
    }
    PropagationSource made = factory.make(session, table, ladder, averageWriteBytes);
    sources.put(table, new Made(ladder, made, known == null ? 0 : known.readsSent()));
    return made;
  }

  private void ended(
      TableName table,
      ReadLevels levels,
      @Nullable PropagationReading reading,
      @Nullable Throwable failure) {
    underWay.remove(table);
    listener.ended(table, levels, reading, failure);
  }

  /** What the source of a table's time says of its own figure, where there is a source already. */
  Optional<String> meaning(TableName table) {
    return Optional.ofNullable(sources.get(table)).map(made -> made.source().meaning());
  }

  /** Reads that were sent to the table itself so far. */
  long readsSent(TableName table) {
    Made made = sources.get(table);
    return made == null ? 0 : made.readsSent();
  }

  /** Undoes what sources have changed on the cluster. */
  @Override
  public synchronized void close() {
    closed = true;
    // At once, since one may wait for its servers; and one that fails keeps no other open.
    sources.values().parallelStream().forEach(PropagationRounds::close);
    sources.clear();
  }

  private static void close(Made made) {
    try {
      made.source().close();
    } catch (RuntimeException e) {
      LOG.warn("A source of propagation times could not be closed.", e);
    }
  }
}
