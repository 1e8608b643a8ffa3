package org.quorate.hbase.spill;

import java.io.Closeable;
import java.io.IOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Mutation;

/**
 * Keeps accepted mutations until a server has acknowledged them. Thread-safe; several threads
 * append at once, and their records may share one write to the disk.
 */
public interface Spill extends Closeable {
  /** Keeps nothing: {@link CrashDurability#NONE}. */
  Spill NOTHING =
      new Spill() {
        @Override
        public void append(long sequence, TableName table, Mutation mutation) {}

        @Override
        public void acknowledged(long sequence) {}

        @Override
        public void close() {}
      };

  /**
   * Keeps a mutation, and returns when it is as durable as the spill was asked to make it. The
   * mutation carries its timestamps already, so that it can be applied twice. Nobody changes it
   * before it is acknowledged, because the spill may write it again.
   *
   * @param sequence unique within the process, at least 1; of two mutations of which one was
   *     accepted before the other was offered, it has the lower one. Sequences of threads that
   *     append at the same time may arrive in any order; replay is in the order of sequences.
   * @throws IOException if it cannot be kept (the disk or the bound on its bytes is full, the file
   *     cannot be written); the mutation is then not in the spill. Only where the process or the
   *     machine ends before what was written of it could be cut off again may it be replayed.
   */
  void append(long sequence, TableName table, Mutation mutation) throws IOException;

  /**
   * Says that a mutation need not be kept any longer: a server has it, or it went back to the
   * application with the reason why no server took it. Never waits for the disk; that it is
   * forgotten late, or not at all after a crash, only makes replay do more.
   *
   * @param sequence of an append that has returned
   */
  void acknowledged(long sequence);

  /**
   * Ends the spill. What was not acknowledged stays on the disk, for the next process that opens
   * the directory.
   */
  @Override
  void close() throws IOException;
}
