package org.quorate.ycsb;

import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Mutation;
import org.quorate.hbase.metric.DeferralListener;
import site.ycsb.Status;
import site.ycsb.measurements.Measurements;

/**
 * Puts what becomes of deferred writes into YCSB's own measurements, as an operation {@value
 * #OPERATION}: how long after its acceptance each was acknowledged, and how many never were. The
 * latencies that YCSB measures of updates and inserts are those of their acceptance. Thread-safe.
 */
final class AcknowledgementMeter implements DeferralListener {
  static final String OPERATION = "ACKNOWLEDGED";

  private final Measurements measurements = Measurements.getMeasurements();

  @Override
  public void acknowledged(
      TableName table, Mutation mutation, long acceptedAt, long acknowledgedAt) {
    long micros = TimeUnit.NANOSECONDS.toMicros(acknowledgedAt - acceptedAt);
    measurements.measure(OPERATION, (int) Math.min(Integer.MAX_VALUE, Math.max(0, micros)));
    measurements.reportStatus(OPERATION, Status.OK);
  }

  @Override
  public void failed(TableName table, Mutation mutation, Throwable reason) {
    measurements.reportStatus(OPERATION, HBaseStatuses.of(reason));
  }
}
