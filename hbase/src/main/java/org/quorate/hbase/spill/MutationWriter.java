package org.quorate.hbase.spill;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.codec.Codec;
import org.apache.hadoop.hbase.codec.KeyValueCodecWithTags;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutationProto;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutationProto.MutationType;
import org.apache.hbase.thirdparty.com.google.protobuf.CodedOutputStream;

/**
 * Makes a record of a write, as HBase's own client sends it: the mutation's protobuf without its
 * cells, and these after it as key-values with their tags ({@link MutationReader} reads it). The
 * protobuf alone would leave tags out. Not thread-safe.
 */
final class MutationWriter {
  private final FrameBuffer buffer = new FrameBuffer();
  private final Codec.Encoder cells = new KeyValueCodecWithTags().getEncoder(buffer);

  /**
   * Puts a record together.
   *
   * @return where it lies, until the next one is written
   * @throws IllegalArgumentException if a spill does not hold such a write
   */
  FrameBuffer write(SpillRecord write) throws IOException {
    Mutation mutation = write.mutation();
    MutationType type = type(mutation);
    buffer.begin();
    buffer.writeLong(write.newestRegion());
    byte[] name = write.table().getName();
    buffer.writeShort(name.length);
    buffer.write(name, 0, name.length);
    MutationProto proto = ProtobufUtil.toMutationNoData(type, mutation);
    int protoLength = proto.getSerializedSize();
    buffer.writeInt(protoLength);
    int at = buffer.claim(protoLength);
    proto.writeTo(CodedOutputStream.newInstance(buffer.bytes(), at, protoLength));
    if (mutation.isEmpty()) {
      refuseWithoutTimestamp(mutation.getTimestamp());
    }
    for (List<Cell> family : mutation.getFamilyCellMap().values()) {
      for (Cell cell : family) {
        refuseWithoutTimestamp(cell.getTimestamp());
        cells.write(cell);
      }
    }
    buffer.finish(Frames.WRITE, write.sequence());
    return buffer;
  }

  /** Gives memory back that a large record took. */
  void trim() {
    buffer.trim();
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
