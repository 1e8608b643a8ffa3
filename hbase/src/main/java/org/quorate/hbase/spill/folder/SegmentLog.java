package org.quorate.hbase.spill.folder;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.quorate.hbase.spill.CrashDurability;
import org.quorate.hbase.spill.SegmentSettings;
import org.quorate.hbase.spill.SpillException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The segments of a folder as they are written: the newest takes all records; when it has reached
 * its size it is ended and another one is begun. A write that fails leaves no trace: what of it is
 * in the file is cut off again, and where that fails too, nothing more is written before it has
 * succeeded. One thread at a time.
 *
 * <p>Where writes are to survive a crash of the machine, the order of what is forced to the disk
 * makes sure that only one group of writes, the last in the last segment, can ever be torn. A
 * segment's header is forced and then its name, before any group is written to it; a group is
 * forced before its writes are accepted and the next one is written; and the record that ends a
 * segment is forced before the next segment is begun. So when a group is written the disk has all
 * before it, which its mark says ({@link Frames}): what is damaged behind the last whole mark is
 * that group, whose blocks a disk writes in any order, and what is damaged before it no crash has
 * done. Writing a group on changes no byte before it, so a disk that writes sectors whole cannot
 * spoil the end of the group before, though both may have a part of one sector.
 */
final class SegmentLog implements GroupCommit.Sink {
  private static final Logger LOG = LoggerFactory.getLogger(SegmentLog.class);
  private static final int BATCH_BYTES = 256 << 10;

  private final Path folder;
  private final SegmentSettings settings;
  private final SegmentFile.Maker maker;
  private final SegmentLedger ledger;
  private final SpillBudget budget;
  private final Housekeeping housekeeping;
  private final boolean forced;
  private final byte[] batch = new byte[BATCH_BYTES];
  private final MutationWriter moved = new MutationWriter();

  private int lastNumber;

  /** One that nothing may follow while it is there, since it has no end. */
  private @Nullable Segment unended;

  private @Nullable OpenSegment open;
  private boolean closed;

  /**
   * @param housekeeping is told of segments whose files can be deleted
   */
  SegmentLog(
      Path folder,
      SegmentSettings settings,
      SegmentFile.Maker maker,
      SegmentLedger ledger,
      SpillBudget budget,
      Housekeeping housekeeping) {
    this.folder = folder;
    this.settings = settings;
    this.maker = maker;
    this.ledger = ledger;
    this.budget = budget;
    this.housekeeping = housekeeping;
    this.forced = settings.durability() == CrashDurability.MACHINE_CRASH;
  }

  @Override
  public void write(List<Submission> group) throws IOException {
    try {
      Segment unused = append(group, segment -> ledger.accept(group, segment));
    } catch (IOException e) {
      throw explained(e);
    }
  }

  /** Writes records, and enters them before they count as accepted. */
  private Segment append(List<Submission> group, Consumer<Segment> entry) throws IOException {
    OpenSegment current = ready();
    try {
      int mark = mark(current);
      long length = gather(group, mark, current);
      current.force();
      entry.accept(current.segment());
      current.accept(length);
      budget.add(mark);
      return current.segment();
    } catch (IOException | RuntimeException e) {
      current.cutBack();
      giveUpIfNeedless(current);
      throw e;
    }
  }

  /** The disk may be full of what servers have acknowledged; without it the next write has room. */
  private void giveUpIfNeedless(OpenSegment current) {
    if (current.isUnclean() || ledger.liveBytes(current.segment()) > 0) {
      return;
    }
    try {
      end(current);
    } catch (IOException e) {
      LOG.debug("{} cannot be ended: {}", current.segment().file(), e.getMessage());
      unended = current.segment();
      seal(current);
      housekeeping.deleteNeedless();
    }
  }

  /**
   * Makes room where a few writes that no server acknowledges keep a whole segment: writes them
   * again to the newest one, and frees at least half of the other. Their sequences stay, so their
   * order does.
   */
  void clean() throws IOException {
    try {
      retireIfSparse();
      moveSparsest();
    } catch (IOException e) {
      throw explained(e);
    }
  }

  private void moveSparsest() throws IOException {
    for (Segment from : ledger.sparse(budget.roomForMoving())) {
      List<Submission> records = again(ledger.in(from));
      if (!records.isEmpty()) {
        Segment to = append(records, segment -> {});
        records.forEach(each -> budget.add(each.length()));
        if (ledger.move(records, from, to)) {
          housekeeping.discard(from);
        }
        return;
      }
    }
  }

  /**
   * The records of writes as they were; none where somebody changes one that has gone back to the
   * application, which is about to be acknowledged.
   */
  private List<Submission> again(List<SegmentLedger.Place> places) throws IOException {
    List<Submission> records = new ArrayList<>();
    try {
      for (SegmentLedger.Place place : places) {
        moved.write(place.write());
        Submission record = new Submission();
        record.renew(Arrays.copyOf(moved.bytes(), moved.size()), moved.size(), place.write());
        if (record.checksum() != place.checksum()) {
          return List.of();
        }
        records.add(record);
      }
    } catch (RuntimeException e) {
      LOG.debug("A write in the spill in {} is being changed.", folder, e);
      return List.of();
    } finally {
      moved.trim();
    }
    return records;
  }

  /** Ends the newest segment if little of it is needed, so that its room can be used again. */
  private void retireIfSparse() throws IOException {
    OpenSegment current = open;
    if (current == null || current.isUnclean()) {
      return;
    }
    long length = current.length();
    if (length >= settings.segmentBytes() / 4
        && 2 * ledger.liveBytes(current.segment()) <= length) {
      end(current);
    }
  }

  /**
   * Ends the newest segment; nothing can be written any more.
   *
   * @throws IOException if the rest of a write that was refused is still in the file
   */
  void close() throws IOException {
    closed = true;
    OpenSegment current = open;
    if (current == null) {
      return;
    }
    try {
      cleanAtTheEnd(current);
      end(current);
    } catch (SpillException e) {
      throw e;
    } catch (IOException e) {
      // A reader does not insist on it in the last one.
      LOG.info("{} has no record that ends it ({}).", current.segment().file(), e.getMessage());
    } finally {
      open = null;
      current.close();
    }
  }

  private void cleanAtTheEnd(OpenSegment current) throws IOException {
    try {
      current.clean();
    } catch (IOException e) {
      throw new SpillException(
          "What of a write that was refused is in "
              + current.segment().file()
              + " cannot be cut off ("
              + e.getMessage()
              + "); it may be applied with the accepted ones when the spill is drained: see what"
              + " became of the disk.",
          e);
    }
  }

  private OpenSegment ready() throws IOException {
    refuseIfClosed();
    OpenSegment current = open;
    if (current != null) {
      current.clean();
      if (current.isRetired() || current.length() >= settings.segmentBytes()) {
        end(current);
      }
    }
    OpenSegment left = open;
    return left == null ? begin() : left;
  }

  /** Nothing in the folder may be changed once it is closed: it may be somebody else's then. */
  void refuseIfClosed() throws SpillException {
    if (closed) {
      throw new SpillException(
          "The spill in " + folder + " is closed; the write was not accepted: open another one.");
    }
  }

  private OpenSegment begin() throws IOException {
    Segment segment = new Segment(folder, lastNumber + 1);
    // What could not be begun; were it followed by another, a reader would miss its end.
    Files.deleteIfExists(segment.file());
    Segment left = unended;
    if (left != null) {
      Files.deleteIfExists(left.file());
      unended = null;
    }
    OpenSegment begun = new OpenSegment(segment, maker.create(segment.file()), forced);
    byte[] header = new SegmentHeader(forced).encoded();
    try {
      begun.write(header, 0, header.length);
      begun.force();
      if (forced) {
        Directories.force(folder);
      }
    } catch (IOException | RuntimeException e) {
      begun.close();
      throw e;
    }
    begun.accept(header.length);
    budget.add(header.length);
    ledger.open(segment);
    lastNumber++;
    open = begun;
    return begun;
  }

  /** Ends a segment that others are to follow, or the last. */
  private void end(OpenSegment current) throws IOException {
    byte[] end = Frames.end(current.length());
    try {
      current.write(end, 0, end.length);
      current.force();
    } catch (IOException | RuntimeException e) {
      current.cutBack();
      throw e;
    }
    current.accept(end.length);
    budget.add(end.length);
    seal(current);
  }

  private void seal(OpenSegment current) {
    open = null;
    current.close();
    if (ledger.seal(current.segment())) {
      housekeeping.discard(current.segment());
    }
  }

  /** Puts what begins a group that is forced into the batch; returns its bytes. */
  private int mark(OpenSegment into) {
    if (!forced) {
      return 0;
    }
    Frames.mark(batch, into.length());
    return Frames.AROUND_PAYLOAD;
  }

  /**
   * Small records are put together, so that many threads' take one call of the system.
   *
   * @param begun bytes that are in the batch already
   */
  private long gather(List<Submission> group, int begun, OpenSegment into) throws IOException {
    long all = begun;
    int filled = begun;
    for (Submission each : group) {
      int length = each.length();
      if (filled > 0 && length > batch.length - filled) {
        into.write(batch, 0, filled);
        filled = 0;
      }
      if (length > batch.length || (filled == 0 && group.size() == 1)) {
        into.write(each.bytes(), 0, length);
      } else {
        System.arraycopy(each.bytes(), 0, batch, filled, length);
        filled += length;
      }
      all += length;
    }
    if (filled > 0) {
      into.write(batch, 0, filled);
    }
    return all;
  }

  private IOException explained(IOException problem) {
    return problem instanceof SpillException
        ? problem
        : new SpillException(
            "The spill in "
                + folder
                + " cannot be written ("
                + problem.getMessage()
                + "); the write was not accepted: make room on the disk, or choose another one.",
            problem);
  }
}
