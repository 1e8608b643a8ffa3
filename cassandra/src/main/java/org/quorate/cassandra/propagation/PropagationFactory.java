package org.quorate.cassandra.propagation;

import com.datastax.oss.driver.api.core.CqlSession;
import java.util.function.DoubleSupplier;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.policy.LevelLadder;

/** Makes the source of a table's propagation time. */
@FunctionalInterface
public interface PropagationFactory {
  /**
   * Makes one; it measures nothing until it is asked to.
   *
   * @param session stays open when the source is closed
   * @param ladder whether the levels of one data centre are in use
   * @param averageWriteBytes mean size of a write, in bytes; NaN while nobody knows
   */
  PropagationSource make(
      CqlSession session, TableName table, LevelLadder ladder, DoubleSupplier averageWriteBytes);
}
