package org.quorate.cassandra.control;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.quorate.cassandra.evidence.EvidenceStore.Row;
import org.quorate.cassandra.evidence.EvidenceStore.Rows;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.evidence.EvidenceCodec;
import org.quorate.core.evidence.EvidenceMap;
import org.quorate.core.evidence.ProcessEvidence;
import org.quorate.core.evidence.RefusedEvidenceException;

/**
 * Makes of rows what they say of a session's tables. What is refused is counted, and each reason
 * told once, until it is another. Not thread-safe, but for {@link #refused()}.
 */
final class EvidenceRows {
  private final Map<String, TableName> tables;
  private final Consumer<String> events;
  private final LongAdder refused = new LongAdder();
  private String told = "";

  /**
   * @param tables of the session; rows about others are none of its business
   * @param events hears why rows are refused, one sentence each
   */
  EvidenceRows(Set<TableName> tables, Consumer<String> events) {
    this.tables = tables.stream().collect(Collectors.toMap(TableName::toString, each -> each));
    this.events = events;
  }

  /** One more than are kept of each table, so that it shows that there are more. */
  int most() {
    return tables.size() * (EvidenceMap.MOST + 1);
  }

  /** What rows say, by the table that it is about. */
  Map<TableName, EvidenceMap> read(Rows read) {
    Map<TableName, List<ProcessEvidence>> values = new HashMap<>();
    for (Row row : read.rows()) {
      TableName table = row.about() == null ? null : tables.get(row.about());
      if (table != null) {
        decoded(row)
            .ifPresent(value -> values.computeIfAbsent(table, any -> new ArrayList<>()).add(value));
      }
    }
    if (read.more()) {
      tell(
          "There are "
              + read.rows().size()
              + " rows of evidence and more: others may only raise levels.");
    }
    Map<TableName, EvidenceMap> maps = new HashMap<>();
    for (TableName table : tables.values()) {
      EvidenceMap map = EvidenceMap.of(values.getOrDefault(table, List.of()));
      maps.put(table, read.more() ? map.withMore() : map);
    }
    return maps;
  }

  private Optional<ProcessEvidence> decoded(Row row) {
    ByteBuffer bytes = row.value();
    if (bytes == null) {
      refuse(
          "Evidence is refused: it is missing, or has more than "
              + EvidenceCodec.LONGEST
              + " bytes.");
      return Optional.empty();
    }
    try {
      ProcessEvidence value = EvidenceCodec.decode(bytes);
      if (value.process().equals(row.process())) {
        return Optional.of(value);
      }
      refuse("Evidence is refused: it stands under the name of another process.");
    } catch (RefusedEvidenceException e) {
      refuse(String.valueOf(e.getMessage()));
    }
    return Optional.empty();
  }

  private void refuse(String sentence) {
    refused.increment();
    tell(sentence);
  }

  private void tell(String sentence) {
    if (!sentence.equals(told)) {
      told = sentence;
      events.accept(sentence);
    }
  }

  /** Values that were refused so far. */
  long refused() {
    return refused.sum();
  }
}
