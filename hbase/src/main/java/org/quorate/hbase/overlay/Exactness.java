package org.quorate.hbase.overlay;

import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.OperationWithAttributes;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.security.visibility.VisibilityConstants;

/** What can be merged exactly. Stateless. */
public final class Exactness {
  private Exactness() {}

  /**
   * Whether the effect of a mutation on a row can be told from the row as a read returned it. A
   * delete may uncover what was not returned; a time to live, an access list or visibility labels
   * are judged by the server.
   */
  public static boolean mergeable(Mutation mutation) {
    return mutation instanceof Put
        && (mutation.getAttributesMap().isEmpty()
            || (mutation.getTTL() == Long.MAX_VALUE
                && mutation.getACL() == null
                && !hasLabels(mutation)));
  }

  /**
   * Whether pending writes can be merged into the answer to a get exactly: no filter, no limit or
   * offset within the row, no authorizations.
   */
  public static boolean mergeable(Get get) {
    return get.getFilter() == null
        && !hasLabels(get)
        && get.getMaxResultsPerColumnFamily() < 0
        && get.getRowOffsetPerColumnFamily() <= 0;
  }

  /** Whether visibility labels or authorizations go with a request. */
  private static boolean hasLabels(OperationWithAttributes request) {
    return request.getAttribute(VisibilityConstants.VISIBILITY_LABELS_ATTR_KEY) != null;
  }
}
