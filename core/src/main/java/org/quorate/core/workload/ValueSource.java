package org.quorate.core.workload;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.quorate.core.random.SeededRandom;

/**
 * Makes field values: random characters from the space to the underscore (0x20 to 0x5F), the
 * alphabet of YCSB's own values. Not thread-safe.
 */
final class ValueSource {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /** Six random bits in each byte, and the code of the space added to each. */
  private static final long LOW_SIX_BITS = 0x3f3f3f3f3f3f3f3fL;

  private static final long SPACES = 0x2020202020202020L;

  private final SeededRandom random;
  private final LengthDistribution.Sampler lengths;

  ValueSource(Fields fields, SeededRandom random) {
    this.random = random;
    this.lengths = fields.lengths().sampler(fields.minimumLength(), fields.length());
  }

  /** Values for {@code count} fields. */
  byte[][] values(int count) {
    byte[][] values = new byte[count][];
    for (int i = 0; i < count; i++) {
      values[i] = value();
    }
    return values;
  }

  private byte[] value() {
    byte[] value = new byte[lengths.next(random)];
    int whole = value.length & -Long.BYTES;
    for (int i = 0; i < whole; i += Long.BYTES) {
      LONGS.set(value, i, (random.nextLong() & LOW_SIX_BITS) + SPACES);
    }
    if (whole < value.length) {
      long rest = (random.nextLong() & LOW_SIX_BITS) + SPACES;
      for (int i = whole; i < value.length; i++) {
        value[i] = (byte) rest;
        rest >>>= Byte.SIZE;
      }
    }
    return value;
  }
}
