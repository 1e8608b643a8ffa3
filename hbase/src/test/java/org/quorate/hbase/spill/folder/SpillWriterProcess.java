package org.quorate.hbase.spill.folder;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.quorate.hbase.spill.CrashDurability;
import org.quorate.hbase.spill.SegmentSettings;

/**
 * A process that appends to a spill from several threads until it is killed, and prints each
 * sequence once it is accepted. Every third write is acknowledged. Arguments: directory,
 * durability, threads.
 */
final class SpillWriterProcess {
  private SpillWriterProcess() {}

  public static void main(String[] arguments) throws IOException {
    SegmentedSpill spill =
        SegmentedSpill.open(
            new SegmentSettings(
                Path.of(arguments[0]),
                CrashDurability.valueOf(arguments[1]),
                256 << 20,
                1 << 15,
                Duration.ofSeconds(10)));
    say("open " + spill.folder());
    AtomicLong sequences = new AtomicLong();
    for (int thread = 0; thread < Integer.parseInt(arguments[2]); thread++) {
      new Thread(() -> write(spill, sequences)).start();
    }
  }

  private static void write(SegmentedSpill spill, AtomicLong sequences) {
    try {
      while (true) {
        long sequence = sequences.incrementAndGet();
        spill.append(sequence, Writes.TABLE, Writes.put(sequence));
        say("accepted " + sequence);
        if (sequence % 3 == 0) {
          spill.acknowledged(sequence);
        }
      }
    } catch (IOException e) {
      say("failed " + e);
    }
  }

  /** One call of the system, so that a line is in the pipe whole or not at all. */
  private static void say(String line) {
    byte[] bytes = (line + ".\n").getBytes(StandardCharsets.UTF_8);
    System.out.write(bytes, 0, bytes.length);
    System.out.flush();
  }
}
