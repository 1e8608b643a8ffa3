package org.quorate.cassandra.propagation;

import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;
import org.quorate.cassandra.monitor.OwnReads;
import org.quorate.cassandra.monitor.SourceException;

/**
 * What the sources have in common that read random keys of the observed table, which almost surely
 * do not exist, through one of their replicas: which keys and replicas, when nothing needs to be
 * measured or can be, and what failures mean.
 */
abstract sealed class KeyReadPropagation implements PropagationSource
    permits NetworkPropagation, TracePropagation {
  /** How long a read has to be answered. */
  static final Duration READ = Duration.ofSeconds(2);

  /** The table, and what this source was told. */
  final TimedTable of;

  final LongSupplier clock = System::nanoTime;
  final OwnReads.Counter reads = new OwnReads.Counter();
  private final Rounds rounds = new Rounds();
  private final KeyReads keys;

  KeyReadPropagation(TimedTable of) {
    this.of = of;
    this.keys = new KeyReads(of.session(), of.table());
  }

  /**
   * Measures with keys that have been drawn.
   *
   * @param plan of at least one key
   * @param ring that they were drawn of
   */
  abstract CompletionStage<PropagationReading> measured(
      PairPlan<BoundStatement, Node> plan, TableRing ring) throws SourceException;

  @Override
  public final CompletionStage<PropagationReading> measure() {
    return measure(Integer.MAX_VALUE);
  }

  @Override
  public CompletionStage<PropagationReading> measure(int mostPairs) {
    return rounds.begin(() -> keys.prepared().thenCompose(prepared -> round(prepared, mostPairs)));
  }

  private CompletionStage<PropagationReading> round(KeyReads.Prepared prepared, int mostPairs) {
    TableRing ring =
        new TableRing(of.session(), of.table(), of.isLocal(), () -> prepared.draw(of.random()));
    try {
      PairPlan<BoundStatement, Node> plan = PairPlan.draw(ring, mostPairs);
      if (!plan.isReplicated()) {
        return CompletableFuture.completedFuture(
            PropagationReading.ofOneReplica(of.table().toString(), name(), clock.getAsLong()));
      }
      if (plan.pairs().isEmpty()) {
        return CompletableFuture.failedFuture(
            new PropagationException(
                "No replica of "
                    + of.table()
                    + " is connected, so nothing could be read through one."));
      }
      return measured(plan, ring)
          .exceptionallyCompose(failure -> CompletableFuture.failedFuture(keys.explained(failure)));
    } catch (SourceException unknown) {
      return CompletableFuture.failedFuture(unknown);
    }
  }

  @Override
  public final OwnReads readsSent() {
    return reads.soFar();
  }

  @Override
  public final void close() {
    rounds.close();
  }
}
