package org.quorate.hbase.overlay;

import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.OperationWithAttributes;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.security.visibility.VisibilityConstants;

/** What can be merged exactly. Stateless. */
public final class Exactness {
  private Exactness() {}

  /**
   * Whether the effect of a put or delete on a row can be told from the row as a read returned it.
   * A delete of one version uncovers an older one that was not returned; a time to live, an access
   * list or visibility labels are judged by the server.
   */
  static boolean mergeable(Mutation mutation) {
    if (!mutation.getAttributesMap().isEmpty()
        && (mutation.getTTL() != Long.MAX_VALUE
            || mutation.getACL() != null
            || hasLabels(mutation))) {
      return false;
    }
    if (mutation instanceof Put) {
      return true;
    }
    for (List<Cell> cells : mutation.getFamilyCellMap().values()) {
      for (Cell cell : cells) {
        if (cell.getType() == Cell.Type.Delete || cell.getType() == Cell.Type.DeleteFamilyVersion) {
          return false;
        }
      }
    }
    return true;
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
