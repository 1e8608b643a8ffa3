package org.quorate.report.format;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.quorate.study.result.Latencies;
import org.quorate.study.summary.CellSummary;

/** Kinds of operations: their order, their names, and which of them stand for reads and writes. */
public final class Kinds {
  private static final List<String> READS = List.of("READ", "SCAN");
  private static final List<String> WRITES = List.of("UPDATE", "INSERT", "READ_MODIFY_WRITE");

  private Kinds() {}

  /** The kind that stands for reads where there is room for one, or null where nothing was read. */
  public static @Nullable String read(List<CellSummary> cells) {
    return READS.stream().filter(kind -> count(cells, kind) > 0).findFirst().orElse(null);
  }

  /** The kind that stands for writes: the most frequent, or null where nothing was written. */
  public static @Nullable String write(List<CellSummary> cells) {
    return WRITES.stream()
        .filter(kind -> count(cells, kind) > 0)
        .max(Comparator.comparingLong(kind -> count(cells, kind)))
        .orElse(null);
  }

  /** Every kind that occurs, reads first. */
  public static List<String> all(List<CellSummary> cells) {
    return cells.stream()
        .flatMap(cell -> cell.responseByKind().keySet().stream())
        .distinct()
        .sorted(Comparator.comparingInt(Kinds::place).thenComparing(Comparator.naturalOrder()))
        .toList();
  }

  /** The kind as people write it: {@code Read}, {@code Read-modify-write}. */
  public static String name(String kind) {
    String words = kind.toLowerCase(Locale.ROOT).replace('_', '-');
    return words.isEmpty() ? words : Character.toUpperCase(words.charAt(0)) + words.substring(1);
  }

  private static int place(String kind) {
    int read = READS.indexOf(kind);
    int write = WRITES.indexOf(kind);
    return read >= 0 ? read : write >= 0 ? 10 + write : 20;
  }

  private static long count(List<CellSummary> cells, String kind) {
    return cells.stream()
        .mapToLong(cell -> cell.responseByKind().getOrDefault(kind, Latencies.NONE).count())
        .sum();
  }
}
