package org.quorate.hbase.session;

import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.ConnectionConfiguration;
import org.apache.hadoop.hbase.client.Mutation;

/**
 * The largest cell that the client sends, so that one that is too large is refused when it is
 * offered and not when it is flushed.
 *
 * @param bytes at most; 0 or less for no limit
 */
public record CellLimit(int bytes) {
  /** As the stock client has it. */
  public static CellLimit of(Configuration configuration) {
    return new CellLimit(
        configuration.getInt(
            ConnectionConfiguration.MAX_KEYVALUE_SIZE_KEY,
            ConnectionConfiguration.MAX_KEYVALUE_SIZE_DEFAULT));
  }

  /**
   * Refuses cells that are too large.
   *
   * @throws IllegalArgumentException as the stock client does
   */
  public void check(Mutation mutation) {
    if (bytes <= 0) {
      return;
    }
    for (List<Cell> cells : mutation.getFamilyCellMap().values()) {
      for (Cell cell : cells) {
        if (cell.getSerializedSize() > bytes) {
          throw new IllegalArgumentException(
              "KeyValue size too large: "
                  + cell.getSerializedSize()
                  + " bytes, and at most "
                  + bytes
                  + " are allowed; see "
                  + ConnectionConfiguration.MAX_KEYVALUE_SIZE_KEY
                  + ".");
        }
      }
    }
  }
}
