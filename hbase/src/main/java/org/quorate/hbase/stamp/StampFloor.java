package org.quorate.hbase.stamp;

/**
 * How far the stamps of writes have gone, kept for processes to come: where clocks are set back, or
 * were ahead, what a process stamps is then later than what earlier ones have stamped.
 */
public interface StampFloor {
  /** Nothing is kept, and nothing known. */
  StampFloor NONE =
      new StampFloor() {
        @Override
        public long earlier() {
          return 0;
        }

        @Override
        public void given(long stamp) {}
      };

  /** No earlier process has given a later stamp, in milliseconds; 0 where nothing is known. */
  long earlier();

  /** A stamp is given, in milliseconds. Returns at once. */
  void given(long stamp);
}
