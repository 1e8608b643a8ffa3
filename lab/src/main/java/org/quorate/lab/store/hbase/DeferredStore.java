package org.quorate.lab.store.hbase;

import java.io.IOException;
import java.util.function.LongFunction;
import org.apache.hadoop.hbase.client.Table;
import org.quorate.core.history.Outcome;
import org.quorate.core.level.Level;
import org.quorate.hbase.DeferralSession;
import org.quorate.lab.hbase.InterruptedCalls;
import org.quorate.lab.store.AcknowledgedWrites;
import org.quorate.load.store.Completion;
import org.quorate.load.store.Store;

/**
 * One client as a session of Quorate's deferral: a write is accepted when the session's table has
 * it, and the session's reads see it from then on. Used by one thread.
 */
final class DeferredStore implements Store {
  private final DeferralSession session;
  private final Table table;
  private final RowRequests requests;
  private final LongFunction<byte[]> names;
  private final ClientReads reads;
  private final WriteCounts counts;
  private final AcknowledgedWrites known;
  private final VisibilityProbe probe;

  /**
   * @param table of the session; closed with this
   * @param names the name of the row with a number
   * @param counts of which only what is accepted is counted here
   * @param known told here of what is about to be accepted
   */
  DeferredStore(
      DeferralSession session,
      Table table,
      RowRequests requests,
      LongFunction<byte[]> names,
      WriteCounts counts,
      AcknowledgedWrites known,
      VisibilityProbe probe) {
    this.session = session;
    this.table = table;
    this.requests = requests;
    this.names = names;
    this.reads = new ClientReads(table, requests, names);
    this.counts = counts;
    this.known = known;
    this.probe = probe;
  }

  @Override
  public void read(long key, int field, Level level, Completion completion) {
    reads.read(key, field, completion);
  }

  @Override
  public void write(
      long key, int field, byte[][] values, long version, Level level, Completion completion) {
    known.sending(key, version);
    try {
      table.put(requests.put(names.apply(key), field, values, version));
    } catch (IOException | RuntimeException e) {
      known.notAccepted(version);
      FailureKind kind = FailureKind.ofAcceptance(e);
      completion.completed(kind.ofWrite(), Completion.NO_VERSION, kind.text());
      return;
    }
    counts.accepted();
    probe.accepted(key, version);
    completion.completed(Outcome.OK, Completion.NO_VERSION, null);
  }

  @Override
  public void scan(long key, int length, int field, Level level, Completion completion) {
    reads.scan(key, length, field, completion);
  }

  @Override
  public void finish() throws InterruptedException {
    try {
      session.flush();
    } catch (IOException e) {
      InterruptedCalls.rethrow(e);
      // The listener was told of each write that was given up; any other stays unfinished.
    }
  }

  @Override
  public void close() {
    Closing.quietly(table);
  }
}
