package org.quorate.lab.store;

import java.io.IOException;
import java.util.List;

/** Reads the versions of rows as any other client would. Calls block. */
public interface VersionReader {
  /**
   * The version of each row, in their order; {@link org.quorate.load.store.Completion#NO_VERSION}
   * of one that is not there.
   *
   * @param keys numbers of rows, at least one
   */
  long[] versions(List<Long> keys) throws IOException;
}
