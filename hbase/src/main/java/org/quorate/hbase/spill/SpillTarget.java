package org.quorate.hbase.spill;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.hadoop.hbase.TableName;

/** Where the writes of a spill go when it is drained. */
public interface SpillTarget {
  /**
   * Applies writes, so that of two writes to the same row the later one in the list is applied
   * later. Returns when all are acknowledged or refused.
   *
   * @param writes in the order in which they were accepted
   * @return those that are refused and would be again, such as writes to a table that does not
   *     exist; they stay in the spill
   * @throws IOException if the servers cannot be reached or do not answer; any of the writes may be
   *     applied then, and all stay in the spill
   */
  List<Refusal> apply(List<SpillRecord> writes) throws IOException;

  /**
   * The id of the cluster that takes the writes; empty where this is none, and takes any.
   *
   * @throws IOException if the cluster cannot be asked
   */
  default Optional<String> cluster() throws IOException {
    return Optional.empty();
  }

  /**
   * The lowest id among the regions that a table has and those that these were split or merged
   * from, as far as these can be told; empty where it has none or nobody can tell.
   *
   * @throws IOException if the servers cannot be asked
   */
  default OptionalLong oldestRegion(TableName table) throws IOException {
    return OptionalLong.empty();
  }

  /**
   * A write that a server does not take.
   *
   * @param reason a part of a sentence for a user
   */
  record Refusal(SpillRecord write, String reason) {}
}
