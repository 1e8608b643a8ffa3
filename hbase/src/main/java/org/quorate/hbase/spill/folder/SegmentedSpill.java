package org.quorate.hbase.spill.folder;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Mutation;
import org.quorate.hbase.spill.CrashDurability;
import org.quorate.hbase.spill.SegmentSettings;
import org.quorate.hbase.spill.Spill;
import org.quorate.hbase.spill.SpillCluster;
import org.quorate.hbase.spill.SpillException;
import org.quorate.hbase.spill.SpillRecord;
import org.quorate.hbase.spill.SpillUse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A spill in a folder of its own below the spill directory.
 *
 * <p>An append puts its record together on its own thread, takes room from the bound, and joins a
 * {@link GroupCommit}, which writes it to the newest segment. An acknowledgement takes the write
 * out of the ledger; a segment in which no write is left is deleted. Where a few writes that no
 * server acknowledges keep many segments, they are written together again, from memory, so that the
 * bound is one on what is not acknowledged, up to a factor of two. Thread-safe.
 */
public final class SegmentedSpill implements Spill {
  private static final Logger LOG = LoggerFactory.getLogger(SegmentedSpill.class);

  private final SpillFolder folder;
  private final SpillCluster cluster;
  private final SegmentLedger ledger = new SegmentLedger();
  private final SpillBudget budget;
  private final Housekeeping housekeeping;
  private final SegmentLog log;
  private final GroupCommit commits;
  private final AtomicBoolean closed = new AtomicBoolean();
  private final ThreadLocal<Writer> writers = ThreadLocal.withInitial(Writer::new);

  /** What a thread uses for each of its records in turn. */
  private static final class Writer {
    final MutationWriter mutations = new MutationWriter();
    final Submission submission = new Submission();

    /** Keeps no more than little memory until the thread's next record. */
    void rest() {
      submission.forget();
      mutations.trim();
    }
  }

  private SegmentedSpill(
      SpillFolder folder, SpillCluster cluster, SegmentSettings settings, SegmentFile.Maker maker)
      throws IOException {
    this.folder = folder;
    this.cluster = cluster;
    this.budget = new SpillBudget(settings, SpillFolder.leftIn(settings.directory(), cluster.id()));
    this.housekeeping = new Housekeeping(ledger, budget);
    this.log = new SegmentLog(folder.path(), settings, maker, ledger, budget, housekeeping);
    this.commits = new GroupCommit(log, settings.durability() == CrashDurability.PROCESS_CRASH);
  }

  /**
   * For writes of which nobody knows which cluster they are for: whoever drains them takes them for
   * its own.
   *
   * @throws SpillException if the directory cannot be used
   */
  public static SegmentedSpill open(SegmentSettings settings) throws IOException {
    return open(settings, SpillCluster.UNKNOWN);
  }

  /**
   * Makes a folder for this process, locked until {@link #close} or the process's end.
   *
   * @param cluster that the writes are for
   * @throws SpillException if the directory cannot be used
   */
  public static SegmentedSpill open(SegmentSettings settings, SpillCluster cluster)
      throws IOException {
    return open(settings, cluster, SegmentFile::create);
  }

  static SegmentedSpill open(
      SegmentSettings settings, SpillCluster cluster, SegmentFile.Maker maker) throws IOException {
    SpillFolder folder = SpillFolder.create(settings.directory(), cluster.id());
    try {
      return new SegmentedSpill(folder, cluster, settings, maker);
    } catch (Throwable failure) {
      folder.delete();
      throw failure;
    }
  }

  @Override
  public void append(long sequence, TableName table, Mutation mutation) throws IOException {
    if (sequence < 1) {
      throw new IllegalArgumentException(
          "Sequences begin at 1, so " + sequence + " cannot be one; count from 1.");
    }
    Writer writer = writers.get();
    try {
      long newestRegion = cluster.newestRegion().applyAsLong(table);
      keep(new SpillRecord(sequence, table, newestRegion, mutation), writer);
    } finally {
      writer.rest();
    }
  }

  private void keep(SpillRecord write, Writer writer) throws IOException {
    writer.mutations.write(write);
    int bytes = writer.mutations.size();
    budget.take(bytes, this::makeRoom);
    try {
      writer.submission.renew(writer.mutations.bytes(), bytes, write);
      commits.submit(writer.submission);
    } catch (Throwable failure) {
      budget.release(bytes);
      throw failure;
    }
  }

  @Override
  public void acknowledged(long sequence) {
    if (closed.get()) {
      return;
    }
    Segment needless = ledger.acknowledge(sequence);
    if (needless == null) {
      housekeeping.noteSoon();
    } else {
      housekeeping.discard(needless);
    }
  }

  /** What it holds now. */
  public SpillUse use() {
    return new SpillUse(ledger.writes(), budget.used(), ledger.segments().size());
  }

  /** Where its files are. */
  public Path folder() {
    return folder.path();
  }

  @Override
  public void close() throws IOException {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    try {
      commits.exclusively(log::close);
    } finally {
      try {
        housekeeping.close();
      } finally {
        leave();
      }
    }
  }

  private void leave() throws IOException {
    int left = ledger.writes();
    if (left == 0) {
      folder.delete();
    } else {
      folder.close();
      LOG.warn(
          "{} writes that no server has acknowledged remain in {}; whoever opens the spill next, or"
              + " \"quorate spill drain\", applies them.",
          left,
          folder.path());
    }
  }

  /** Deletes what is needless and, where that is not enough, moves writes together. */
  private void makeRoom(int bytes) throws IOException {
    commits.exclusively(
        () -> {
          log.refuseIfClosed();
          housekeeping.deleteNeedless();
          if (!budget.fits(bytes)) {
            housekeeping.undisturbed(log::clean);
            housekeeping.deleteNeedless();
          }
        });
  }
}
