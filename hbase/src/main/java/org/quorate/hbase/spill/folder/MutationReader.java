package org.quorate.hbase.spill.folder;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import org.apache.hadoop.hbase.CellScanner;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.codec.KeyValueCodecWithTags;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutationProto;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutationProto.MutationType;
import org.apache.hadoop.hbase.util.Bytes;
import org.quorate.hbase.spill.SpillRecord;

/** Reads what {@link MutationWriter} has written. Stateless. */
final class MutationReader {
  private static final KeyValueCodecWithTags CELLS = new KeyValueCodecWithTags();
  private static final int NAME_LENGTH_AT = Long.BYTES;
  private static final int NAME_AT = NAME_LENGTH_AT + Short.BYTES;

  private MutationReader() {}

  /**
   * The write in a record that is whole.
   *
   * @throws SpillFormatException if it is not as {@link MutationWriter} writes
   */
  static SpillRecord read(long sequence, byte[] payload) throws SpillFormatException {
    try {
      int nameLength = nameLength(payload);
      int protoAt = NAME_AT + nameLength + Integer.BYTES;
      int protoLength = Bytes.toInt(payload, protoAt - Integer.BYTES);
      int cellsAt = protoAt + protoLength;
      MutationProto proto = MutationProto.parser().parseFrom(payload, protoAt, protoLength);
      CellScanner cells =
          CELLS.getDecoder(new ByteArrayInputStream(payload, cellsAt, payload.length - cellsAt));
      return new SpillRecord(
          sequence, table(payload), Bytes.toLong(payload), mutation(proto, cells));
    } catch (IOException | RuntimeException e) {
      throw unreadable(sequence, e);
    }
  }

  private static TableName table(byte[] payload) {
    return TableName.valueOf(payload, NAME_AT, nameLength(payload));
  }

  private static int nameLength(byte[] payload) {
    return Bytes.toShort(payload, NAME_LENGTH_AT) & 0xFFFF;
  }

  private static Mutation mutation(MutationProto proto, CellScanner cells) throws IOException {
    if (proto.getMutateType() == MutationType.PUT) {
      return ProtobufUtil.toPut(proto, cells);
    }
    if (proto.getMutateType() == MutationType.DELETE) {
      return ProtobufUtil.toDelete(proto, cells);
    }
    throw new IOException("a mutation of the kind " + proto.getMutateType());
  }

  private static SpillFormatException unreadable(long sequence, Exception cause) {
    return new SpillFormatException(
        "The write "
            + sequence
            + " is whole, but this Quorate and its HBase client cannot read it ("
            + cause
            + "); drain it with the versions that wrote it.",
        cause);
  }
}
