package org.quorate.hbase.stamp;

import java.util.ArrayList;
import java.util.List;

/** Remembers what is given. For one thread. */
final class Floor implements StampFloor {
  private final long earlier;
  private final List<Long> given = new ArrayList<>();

  Floor(long earlier) {
    this.earlier = earlier;
  }

  @Override
  public long earlier() {
    return earlier;
  }

  @Override
  public void given(long stamp) {
    given.add(stamp);
  }

  List<Long> given() {
    return given;
  }
}
