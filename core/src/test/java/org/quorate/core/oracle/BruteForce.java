package org.quorate.core.oracle;

import java.util.ArrayList;
import java.util.List;
import org.quorate.core.history.HistoryFormat;
import org.quorate.core.history.OperationType;
import org.quorate.core.history.Outcome;

/** The rule, word by word: every read is compared with every operation. */
final class BruteForce {
  long reads;
  long readsWithoutRow;
  long readYourWritesViolations;
  long monotonicReadsViolations;
  long unknownVersions;
  final List<Long> versionsBehind = new ArrayList<>();
  final List<Long> nanosBehind = new ArrayList<>();

  /** Judges the reads among {@code judged} in the context of all operations. */
  BruteForce(List<Operation> judged, List<Operation> all) {
    judged.stream()
        .filter(o -> o.type() == OperationType.READ && o.outcome() == Outcome.OK)
        .forEach(read -> judge(read, all));
  }

  private void judge(Operation read, List<Operation> all) {
    reads++;
    if (read.version() == HistoryFormat.NO_VERSION) {
      readsWithoutRow++;
    } else if (all.stream().noneMatch(o -> mayHaveWritten(o, read))) {
      unknownVersions++;
    }
    List<Operation> newer =
        all.stream()
            .filter(o -> o.key() == read.key() && o.outcome() == Outcome.OK)
            .filter(o -> o.complete() < read.invoke() && o.version() > read.version())
            .toList();
    List<Operation> newerWrites =
        newer.stream().filter(o -> o.type() == OperationType.WRITE).toList();
    if (!newerWrites.isEmpty()) {
      versionsBehind.add(newerWrites.stream().mapToLong(Operation::version).distinct().count());
      nanosBehind.add(
          read.invoke() - newerWrites.stream().mapToLong(Operation::complete).min().orElseThrow());
    }
    List<Operation> newerOfClient =
        newer.stream()
            .filter(o -> o.client() == read.client() && o.group() == read.group())
            .toList();
    if (newerOfClient.stream().anyMatch(o -> o.type() == OperationType.WRITE)) {
      readYourWritesViolations++;
    }
    if (newerOfClient.stream().anyMatch(o -> o.type() == OperationType.READ)) {
      monotonicReadsViolations++;
    }
  }

  private static boolean mayHaveWritten(Operation o, Operation read) {
    return o.type() == OperationType.WRITE
        && o.key() == read.key()
        && o.outcome() != Outcome.ERROR
        && o.version() == read.version();
  }
}
