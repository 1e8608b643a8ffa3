package org.quorate.hbase.spill;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes room where a few writes that no server acknowledges keep whole segments: copies them to the
 * newest segment and deletes the old one. Their sequences stay, so their order does. One thread at
 * a time, while nothing is written.
 */
final class SegmentCleaner {
  private static final Logger LOG = LoggerFactory.getLogger(SegmentCleaner.class);

  private final SegmentLog log;
  private final SegmentLedger ledger;
  private final SpillBudget budget;
  private final Consumer<Segment> needless;

  /**
   * @param needless is told of segments whose files can be deleted
   */
  SegmentCleaner(
      SegmentLog log, SegmentLedger ledger, SpillBudget budget, Consumer<Segment> needless) {
    this.log = log;
    this.ledger = ledger;
    this.budget = budget;
    this.needless = needless;
  }

  /** Frees at least half of one segment, if there is one of which at most half is needed. */
  void clean() throws IOException {
    log.retireIfSparse();
    Optional<Segment> sparse = ledger.sparsest(budget.roomForMoving());
    if (sparse.isPresent()) {
      Segment segment = sparse.get();
      List<SegmentReader.Frame> needed = needed(segment);
      if (needed != null) {
        move(needed, segment);
      }
    }
  }

  private void move(List<SegmentReader.Frame> needed, Segment segment) throws IOException {
    if (!needed.isEmpty()) {
      log.copy(needed, segment);
    }
    if (ledger.removeIfNeedless(segment)) {
      needless.accept(segment);
    } else {
      ledger.keepInPlace(segment);
    }
  }

  /** The records that are not acknowledged; null where they cannot be had now. */
  private @Nullable List<SegmentReader.Frame> needed(Segment segment) throws IOException {
    List<SegmentReader.Frame> needed = new ArrayList<>();
    try (SegmentReader reader = SegmentReader.open(segment.file())) {
      SegmentReader.Frame frame = reader.next();
      while (frame != null) {
        if (ledger.holds(segment, frame.sequence())) {
          needed.add(frame);
        }
        frame = reader.next();
      }
      return needed;
    } catch (ClosedByInterruptException e) {
      // The thread is interrupted while it waits for room, and will be told so where it waits.
      return null;
    } catch (IOException e) {
      ledger.keepInPlace(segment);
      LOG.error(
          "{} cannot be read ({}), so it stays until servers have acknowledged all its writes: see"
              + " what became of the disk.",
          segment.file(),
          e.getMessage());
      return null;
    }
  }
}
