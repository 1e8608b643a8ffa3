package org.quorate.lab.store.hbase;

import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Mutation;
import org.quorate.hbase.metric.DeferralListener;
import org.quorate.hbase.metric.MissedBound;
import org.quorate.lab.store.AcknowledgedWrites;
import org.quorate.load.store.DeferredWrites;

/**
 * Counts what a deferral tells of single writes. Thread-safe, and quick enough to be told on the
 * threads of answers: nothing may be dropped, and a flush has counted what it flushed.
 */
final class DeferralCounter implements DeferralListener {
  private final WriteCounts counts;
  private final AcknowledgedWrites known;

  DeferralCounter(WriteCounts counts, AcknowledgedWrites known) {
    this.counts = counts;
    this.known = known;
  }

  @Override
  public void acknowledged(
      TableName table, Mutation mutation, long acceptedAt, long acknowledgedAt) {
    counts.acknowledged(acknowledgedAt - acceptedAt);
    known.acknowledged(RowRequests.version(mutation));
  }

  @Override
  public void missed(MissedBound miss) {
    if (!miss.givenUp()) {
      counts.missed(new DeferredWrites.Miss(miss.at(), miss.delay(), miss.cause().words()));
    }
  }

  @Override
  public void failed(TableName table, Mutation mutation, Throwable reason) {
    counts.failed(FailureKind.of(reason).text());
  }
}
