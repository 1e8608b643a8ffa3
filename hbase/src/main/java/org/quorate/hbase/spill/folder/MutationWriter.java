package org.quorate.hbase.spill.folder;

import java.io.IOException;
import java.util.List;
import java.util.zip.CRC32C;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.codec.Codec;
import org.apache.hadoop.hbase.codec.KeyValueCodecWithTags;
import org.apache.hadoop.hbase.io.ByteArrayOutputStream;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutationProto.MutationType;
import org.apache.hadoop.hbase.util.Bytes;
import org.quorate.hbase.spill.SpillRecord;

/**
 * Makes a record of a write, as HBase's own client sends it: the mutation's protobuf without its
 * cells, and these after it as key-values with their tags ({@link MutationReader} reads it). The
 * protobuf alone would leave tags out. Not thread-safe.
 */
final class MutationWriter {
  private static final int USUAL_BYTES = 2 << 10;

  /** More is given back when it is not in use. */
  private static final int MOST_KEPT_BYTES = 256 << 10;

  private static final byte[] HEAD = new byte[Frames.HEAD_BYTES];
  private static final byte[] FOOT = new byte[Frames.FOOT_BYTES];

  private final CRC32C crc = new CRC32C();
  private ByteArrayOutputStream buffer = new ByteArrayOutputStream(USUAL_BYTES);
  private Codec.Encoder cells = encoder(buffer);

  /**
   * Puts a record together, which lies in {@link #bytes()} until the next one does.
   *
   * @throws IllegalArgumentException if a spill does not hold such a write
   */
  void write(SpillRecord write) throws IOException {
    Mutation mutation = write.mutation();
    MutationType type = type(mutation);
    byte[] name = write.table().getName();
    byte[] proto = ProtobufUtil.toMutationNoData(type, mutation).toByteArray();
    buffer.reset();
    buffer.write(HEAD);
    buffer.write(Bytes.toBytes(write.newestRegion()));
    buffer.write(Bytes.toBytes((short) name.length));
    buffer.write(name);
    buffer.writeInt(proto.length);
    buffer.write(proto);
    if (mutation.isEmpty()) {
      refuseWithoutTimestamp(mutation.getTimestamp());
    }
    for (List<Cell> family : mutation.getFamilyCellMap().values()) {
      for (Cell cell : family) {
        refuseWithoutTimestamp(cell.getTimestamp());
        cells.write(cell);
      }
    }
    int payloadLength = size() - Frames.HEAD_BYTES;
    buffer.write(FOOT);
    Frames.complete(bytes(), 0, payloadLength, Frames.WRITE, write.sequence(), crc);
  }

  /** The record begins at its start and has {@link #size()} bytes. */
  byte[] bytes() {
    return buffer.getBuffer();
  }

  int size() {
    return buffer.size();
  }

  /** Gives memory back that a large record took. */
  void trim() {
    if (bytes().length > MOST_KEPT_BYTES) {
      buffer = new ByteArrayOutputStream(USUAL_BYTES);
      cells = encoder(buffer);
    }
  }

  private static Codec.Encoder encoder(ByteArrayOutputStream into) {
    return new KeyValueCodecWithTags().getEncoder(into);
  }

  private static MutationType type(Mutation mutation) {
    if (mutation instanceof Put) {
      return MutationType.PUT;
    }
    if (mutation instanceof Delete) {
      return MutationType.DELETE;
    }
    throw new IllegalArgumentException(
        "A spill holds puts and deletes, because only they can be applied twice, but this is "
            + mutation.getClass().getSimpleName()
            + ".");
  }

  private static void refuseWithoutTimestamp(long timestamp) {
    if (timestamp == HConstants.LATEST_TIMESTAMP) {
      throw new IllegalArgumentException(
          "A write without a timestamp cannot be kept in a spill, because applying it again would"
              + " give it another one; stamp all its cells first.");
    }
  }
}
