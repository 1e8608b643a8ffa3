package org.quorate.hbase.spill.folder;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.hbase.TableName;
import org.quorate.hbase.spill.DrainSettings;
import org.quorate.hbase.spill.FolderDrain;
import org.quorate.hbase.spill.SpillCluster;
import org.quorate.hbase.spill.SpillRecord;
import org.quorate.hbase.spill.SpillTarget;

/** Applies the writes of one folder, which this process has adopted. Used once, by one thread. */
final class FolderDrainer {
  private static final int MOST_WRITES = 1000;
  private static final int MOST_BYTES = 2 << 20;

  /** A reason may name the row, so that each write has one of its own. */
  private static final int MOST_REASONS = 20;

  private static final String OTHER_REASONS = "other reasons";

  private final SpillFolder folder;
  private final SpillTarget target;
  private final DrainSettings settings;
  private final Map<String, Long> refused = new TreeMap<>();
  private final List<String> notes = new ArrayList<>();
  private final Map<TableName, OptionalLong> oldestRegions = new HashMap<>();
  private long applied;
  private long discarded;

  FolderDrainer(SpillFolder folder, SpillTarget target, DrainSettings settings) {
    this.folder = folder;
    this.target = target;
    this.settings = settings;
  }

  /**
   * Applies what is not acknowledged, and removes the folder when nothing is left in it. Where its
   * writes are for another cluster nothing is touched.
   *
   * @throws SpillDamagedException if something is damaged and that was not asked for
   * @throws IOException if the files cannot be read, so that nothing was applied, or the thread is
   *     interrupted
   */
  FolderDrain drain() throws IOException {
    Optional<FolderDrain.Outcome> obstacle = obstacle();
    return obstacle.isPresent() ? result(obstacle.get()) : drainHere();
  }

  /** What keeps all of its writes from the target; empty where nothing does. */
  private Optional<FolderDrain.Outcome> obstacle() throws IOException {
    Optional<String> theirs = folder.format().cluster();
    if (settings.elsewhere() || theirs.isEmpty()) {
      return Optional.empty();
    }
    Optional<String> own;
    try {
      own = target.cluster();
    } catch (IOException e) {
      noteThatNobodyAnswers(e);
      return Optional.of(FolderDrain.Outcome.INTERRUPTED);
    }
    if (!folder.format().isForAnother(own)) {
      return Optional.empty();
    }
    notes.add(
        "Its writes are for the cluster "
            + theirs.get()
            + ", and this is "
            + own.orElse("another")
            + "; drain it into that one or, if this one has taken its place, with \"quorate spill"
            + " drain --elsewhere\".");
    return Optional.of(FolderDrain.Outcome.OTHER_CLUSTER);
  }

  private FolderDrain drainHere() throws IOException {
    FolderScan scan = FolderScan.of(folder.path(), settings.beforeDamage());
    notes.addAll(scan.notes());
    FolderDrain.Outcome outcome;
    try {
      outcome = drain(scan);
    } catch (IOException e) {
      if (Interruptions.isOne(e)) {
        throw e;
      }
      notes.add("Its files could not be read or removed to the end (" + e + ").");
      outcome = FolderDrain.Outcome.FAILED;
    }
    return result(outcome);
  }

  private FolderDrain result(FolderDrain.Outcome outcome) {
    return new FolderDrain(
        folder.path(), outcome, applied, discarded, Map.copyOf(refused), List.copyOf(notes));
  }

  private FolderDrain.Outcome drain(FolderScan scan) throws IOException {
    boolean answered;
    try (UnacknowledgedWrites pending =
        new UnacknowledgedWrites(scan, UnacknowledgedWrites.MOST_BYTES)) {
      answered = applyAll(pending);
    }
    if (!answered) {
      return FolderDrain.Outcome.INTERRUPTED;
    }
    if (scan.damage().isPresent()) {
      notes.add(String.valueOf(scan.damage().get().getMessage()));
      return FolderDrain.Outcome.DAMAGED;
    }
    if (!refused.isEmpty()) {
      return FolderDrain.Outcome.REFUSED;
    }
    folder.delete();
    return FolderDrain.Outcome.DRAINED;
  }

  /** Returns whether the target answered to all. */
  private boolean applyAll(UnacknowledgedWrites pending) throws IOException {
    List<UnacknowledgedWrites.Pending> batch = new ArrayList<>();
    int bytes = 0;
    UnacknowledgedWrites.Pending next = pending.next();
    while (next != null) {
      if (settings.discarded().contains(next.write().table())) {
        pending.acknowledge(next);
        discarded++;
      } else {
        batch.add(next);
        bytes += next.bytes();
      }
      next = pending.next();
      boolean full = batch.size() == MOST_WRITES || bytes >= MOST_BYTES;
      if (!batch.isEmpty() && (full || next == null)) {
        if (!apply(batch, pending)) {
          return false;
        }
        batch.clear();
        bytes = 0;
      }
    }
    return true;
  }

  /**
   * Whether all regions of its table are newer than it is, so that the table may be another one.
   */
  private boolean isForAnEarlierTable(SpillRecord write) throws IOException {
    if (settings.elsewhere() || write.newestRegion() == SpillCluster.NO_REGION) {
      return false;
    }
    OptionalLong oldest = oldestRegions.get(write.table());
    if (oldest == null) {
      oldest = target.oldestRegion(write.table());
      oldestRegions.put(write.table(), oldest);
    }
    return oldest.isPresent() && oldest.getAsLong() > write.newestRegion();
  }

  private static SpillTarget.Refusal refusalByTable(SpillRecord write) {
    return new SpillTarget.Refusal(
        write,
        "table "
            + write.table().getNameAsString()
            + ": it was truncated or made anew after the write, or all its regions were split or"
            + " merged since; where the write belongs there, drain it with --elsewhere");
  }

  private void noteThatNobodyAnswers(IOException failure) throws IOException {
    if (Interruptions.isOne(failure)) {
      throw failure;
    }
    notes.add(
        "The servers did not take the writes ("
            + failure.getMessage()
            + "); what was not applied stays here: drain it again when they answer.");
  }

  private boolean apply(List<UnacknowledgedWrites.Pending> batch, UnacknowledgedWrites pending)
      throws IOException {
    List<SpillTarget.Refusal> refusals = new ArrayList<>();
    List<SpillRecord> fit = new ArrayList<>();
    try {
      for (UnacknowledgedWrites.Pending each : batch) {
        if (isForAnEarlierTable(each.write())) {
          refusals.add(refusalByTable(each.write()));
        } else {
          fit.add(each.write());
        }
      }
      if (!fit.isEmpty()) {
        refusals.addAll(target.apply(fit));
      }
    } catch (IOException e) {
      noteThatNobodyAnswers(e);
      return false;
    }
    Set<Long> without = new HashSet<>();
    for (SpillTarget.Refusal refusal : refusals) {
      without.add(refusal.write().sequence());
      boolean asTold = refused.size() < MOST_REASONS || refused.containsKey(refusal.reason());
      refused.merge(asTold ? refusal.reason() : OTHER_REASONS, 1L, Long::sum);
    }
    for (UnacknowledgedWrites.Pending each : batch) {
      if (!without.contains(each.write().sequence())) {
        pending.acknowledge(each);
        applied++;
      }
    }
    pending.flush();
    return true;
  }
}
