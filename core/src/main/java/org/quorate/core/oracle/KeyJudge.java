package org.quorate.core.oracle;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.quorate.core.history.HistoryFormat;
import org.quorate.core.history.OperationTag;
import org.quorate.core.history.Outcome;
import org.quorate.core.recency.RecentWrites;

/**
 * Judges one key after another, in O(n log n) for a key with n operations: reads in the order of
 * their invocations meet completions in theirs, and at each read the newest versions that completed
 * before are known.
 */
final class KeyJudge {
  /** What is left of a tag when only group and client count. */
  private static final int CLIENT_AND_GROUP_SHIFT = 16;

  private final JudgementTally tally;
  private final JudgedReads judged;
  private final IndexSort sort = new IndexSort();
  private final ClientTable clients = new ClientTable();
  private final CompletedVersions completed = new CompletedVersions();
  private long[] knownVersions = new long[0];
  private int[] reads = new int[0];
  private int[] completions = new int[0];
  private int[] staleReads = new int[0];
  private int[] writes = new int[0];
  private int knownCount;
  private int readCount;
  private int completionCount;
  private int staleCount;

  /** Null where all clocks are one. */
  private final @Nullable UncertainOrder uncertain;

  KeyJudge(JudgementTally tally, JudgedReads judged, ClockUncertainties clocks) {
    this.tally = tally;
    this.judged = judged;
    this.uncertain = clocks.isExact() ? null : new UncertainOrder(clocks);
  }

  void judge(KeyOperations key) {
    sortOut(key);
    if (readCount > 0) {
      judgeReads(key);
      judged.keyEnds();
      if (staleCount > 0) {
        measureStaleReads(key);
      }
    }
  }

  private void sortOut(KeyOperations key) {
    reserve(key.size);
    knownCount = 0;
    readCount = 0;
    completionCount = 0;
    for (int i = 0; i < key.size; i++) {
      long tag = key.tag[i];
      tally.part(tag).count(tag);
      boolean write = OperationTag.isWrite(tag);
      if (OperationTag.isOk(tag)) {
        completions[completionCount++] = i;
        if (!write) {
          reads[readCount++] = i;
        }
      }
      if (write && OperationTag.outcome(tag) != Outcome.ERROR) {
        knownVersions[knownCount++] = key.version[i];
      }
    }
    sort.sort(reads, readCount, key.invokeNanos);
    sort.sort(completions, completionCount, key.completeNanos);
    Arrays.sort(knownVersions, 0, knownCount);
    for (int i = 1; i < knownCount; i++) {
      if (knownVersions[i] == knownVersions[i - 1]) {
        tally.duplicateVersions++;
      }
    }
  }

  private void judgeReads(KeyOperations key) {
    clients.clear();
    staleCount = 0;
    long newest = HistoryFormat.NO_VERSION;
    boolean written = false;
    long lastWritten = 0;
    int next = 0;
    UncertainOrder order = uncertain;
    if (order != null) {
      order.build(key, completions, completionCount);
    }
    for (int i = 0; i < readCount; i++) {
      int read = reads[i];
      long invoke = key.invokeNanos[read];
      for (; next < completionCount && key.completeNanos[completions[next]] < invoke; next++) {
        int operation = completions[next];
        int slot = clientSlot(key.tag[operation]);
        if (OperationTag.isWrite(key.tag[operation])) {
          newest = Math.max(newest, key.version[operation]);
          written = true;
          lastWritten = key.completeNanos[operation];
          clients.wrote(slot, key.version[operation]);
          if (order != null) {
            order.completed(OperationTag.group(key.tag[operation]), key.version[operation]);
          }
        } else {
          clients.read(slot, key.version[operation]);
        }
      }
      long required = newest;
      if (order != null) {
        int group = OperationTag.group(key.tag[read]);
        required = order.newestForAll(group, invoke);
        if (required <= key.version[read]
            && order.newestForSome(group, invoke) > key.version[read]) {
          tally.part(key.tag[read]).undecidedReads++;
        }
      }
      judgeRead(key, read, required);
      judged.read(
          key.tag[read],
          invoke,
          written ? invoke - lastWritten : RecentWrites.NEVER_WRITTEN,
          required > key.version[read]);
    }
  }

  private void judgeRead(KeyOperations key, int read, long newest) {
    long tag = key.tag[read];
    long version = key.version[read];
    StalenessTally part = tally.part(tag);
    boolean stale = newest > version;
    if (stale) {
      staleReads[staleCount++] = read;
    }
    tally.countInTime(tag, key.invokeNanos[read], stale);
    if (version == HistoryFormat.NO_VERSION) {
      part.readsWithoutRow++;
    } else if (Arrays.binarySearch(knownVersions, 0, knownCount, version) < 0) {
      part.unknownVersions++;
    }
    int slot = clientSlot(tag);
    if (clients.newestWritten(slot) > version) {
      part.readYourWritesViolations++;
    }
    if (clients.newestRead(slot) > version) {
      part.monotonicReadsViolations++;
    }
  }

  private int clientSlot(long tag) {
    return clients.slot(tag >>> CLIENT_AND_GROUP_SHIFT, HistoryFormat.NO_VERSION);
  }

  private void measureStaleReads(KeyOperations key) {
    int writeCount = 0;
    for (int i = 0; i < completionCount; i++) {
      if (OperationTag.isWrite(key.tag[completions[i]])) {
        writes[writeCount++] = completions[i];
      }
    }
    sort.sort(writes, writeCount, key.version);
    completed.build(writes, writeCount, key.version, key.completeNanos);
    int next = 0;
    for (int i = 0; i < staleCount; i++) {
      int read = staleReads[i];
      long invoke = key.invokeNanos[read];
      for (; next < completionCount && key.completeNanos[completions[next]] < invoke; next++) {
        int operation = completions[next];
        if (OperationTag.isWrite(key.tag[operation])) {
          completed.complete(key.version[operation], key.completeNanos[operation]);
        }
      }
      long version = key.version[read];
      tally
          .part(key.tag[read])
          .countStale(
              completed.completedAbove(version), invoke - completed.supersededNanos(version));
    }
  }

  private void reserve(int n) {
    if (reads.length < n) {
      knownVersions = new long[n];
      reads = new int[n];
      completions = new int[n];
      staleReads = new int[n];
      writes = new int[n];
    }
  }
}
