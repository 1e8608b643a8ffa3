package org.quorate.lab.store.hbase;

import java.io.IOException;
import org.quorate.study.result.ReadBackResult;

/** Looks for the acknowledged writes of a run once it is over. Calls block. */
@FunctionalInterface
interface ReadBack {
  /**
   * Reads every row that was written.
   *
   * @throws IOException when rows cannot be read
   */
  ReadBackResult check() throws IOException;
}
