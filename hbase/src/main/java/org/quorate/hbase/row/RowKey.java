package org.quorate.hbase.row;

import java.util.Arrays;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;

/** The bytes of a row's key, compared by content. The bytes are not copied: leave them alone. */
public final class RowKey {
  private final byte[] bytes;
  private final int hash;

  public RowKey(byte[] bytes) {
    this.bytes = bytes;
    // Keys that count upwards differ in their last bytes only; spread those over all bits.
    int sum = Arrays.hashCode(bytes) * 0x9E3779B9;
    this.hash = sum ^ (sum >>> 16);
  }

  /** The very bytes. */
  public byte[] bytes() {
    return bytes;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof RowKey key && hash == key.hash && Arrays.equals(bytes, key.bytes);
  }

  @Override
  public int hashCode() {
    return hash;
  }

  /** The key as HBase prints it: what is no printable character is escaped. */
  @Override
  public String toString() {
    return Bytes.toStringBinary(bytes);
  }
}
