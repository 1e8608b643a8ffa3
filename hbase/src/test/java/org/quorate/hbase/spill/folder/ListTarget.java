package org.quorate.hbase.spill.folder;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;
import org.apache.hadoop.hbase.TableName;
import org.quorate.hbase.spill.SpillRecord;
import org.quorate.hbase.spill.SpillTarget;

/** Remembers what is applied; refuses and fails on request. */
final class ListTarget implements SpillTarget {
  private final List<SpillRecord> applied = new ArrayList<>();
  private Predicate<SpillRecord> refused = write -> false;
  private int answersLeft = Integer.MAX_VALUE;
  private Optional<String> cluster = Optional.empty();
  private OptionalLong oldestRegion = OptionalLong.empty();

  @Override
  public Optional<String> cluster() throws IOException {
    if (answersLeft <= 0) {
      throw new IOException("no master answers");
    }
    return cluster;
  }

  @Override
  public List<Refusal> apply(List<SpillRecord> writes) throws IOException {
    if (answersLeft-- <= 0) {
      throw new IOException("no region server answers");
    }
    List<Refusal> refusals = new ArrayList<>();
    for (SpillRecord write : writes) {
      if (refused.test(write)) {
        refusals.add(new Refusal(write, "table " + write.table() + " does not exist"));
      } else {
        applied.add(write);
      }
    }
    return refusals;
  }

  ListTarget refusing(Predicate<SpillRecord> which) {
    refused = which;
    return this;
  }

  @Override
  public OptionalLong oldestRegion(TableName table) {
    return oldestRegion;
  }

  /** No table has an older region. */
  ListTarget oldestRegion(long id) {
    oldestRegion = OptionalLong.of(id);
    return this;
  }

  /** Is that cluster. */
  ListTarget of(String id) {
    cluster = Optional.of(id);
    return this;
  }

  /** Answers so many batches, then no more. */
  ListTarget answering(int batches) {
    answersLeft = batches;
    return this;
  }

  List<Long> sequences() {
    return applied.stream().map(SpillRecord::sequence).toList();
  }

  List<SpillRecord> applied() {
    return applied;
  }
}
