package org.quorate.hbase.spill.folder;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.LongStream;
import org.apache.hadoop.hbase.client.Put;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.hbase.spill.CrashDurability;
import org.quorate.hbase.spill.DrainSettings;
import org.quorate.hbase.spill.FolderDrain;
import org.quorate.hbase.spill.SegmentSettings;

/** Groups of writes of any sizes, and a power cut at any moment, drawn with seeds 0 to 499. */
@Timeout(120)
final class PowerCutTest {
  private static final int CUTS = 500;
  private static final int MOST_CALLS = 80;
  private static final int MOST_TOGETHER = 8;
  private static final int MOST_VALUE_BYTES = 900;

  @TempDir Path directory;

  private int torn;

  @Test
  void everythingThatWasForcedIsAppliedAndNothingByHalves() throws Exception {
    for (int seed = 0; seed < CUTS; seed++) {
      cut(seed);
    }
    assertThat(torn).as("cuts that tore a group in its middle").isGreaterThan(CUTS / 20);
  }

  private void cut(int seed) throws Exception {
    Random random = new Random(seed);
    Path place = directory.resolve("cut-" + seed);
    PowerCut disk = new PowerCut(random, random.nextInt(MOST_CALLS));
    SegmentSettings settings =
        new SegmentSettings(place, CrashDurability.MACHINE_CRASH, 1 << 24, 1 << 12, Duration.ZERO);
    long accepted = 0;
    int together = 0;
    try (SpillFolder folder = SpillFolder.create(place, Optional.empty())) {
      SpillBudget budget = new SpillBudget(settings, List.of());
      SegmentLedger ledger = new SegmentLedger();
      SegmentLog log =
          new SegmentLog(
              folder.path(), settings, disk, ledger, budget, new Housekeeping(ledger, budget));
      while (true) {
        together = 1 + random.nextInt(MOST_TOGETHER);
        try {
          log.write(group(seed, accepted, together));
        } catch (IOException powerIsCut) {
          break;
        }
        accepted += together;
      }
      disk.leave();
    }
    look(seed, place, accepted, together);
  }

  private void look(int seed, Path place, long accepted, int together) throws IOException {
    ListTarget target = new ListTarget();
    List<FolderDrain> drained = SpillDirectory.at(place).drain(target, DrainSettings.usual());
    assertThat(drained)
        .as("cut %d: %s", seed, drained)
        .extracting(FolderDrain::outcome)
        .containsExactly(FolderDrain.Outcome.DRAINED);
    int applied = target.applied().size();
    assertThat((long) applied).as("cut %d", seed).isBetween(accepted, accepted + together);
    assertThat(target.sequences()).isEqualTo(LongStream.rangeClosed(1, applied).boxed().toList());
    assertThat(target.applied())
        .allSatisfy(
            write ->
                assertThat(Writes.text(write.mutation()))
                    .isEqualTo(Writes.text(write(seed, write.sequence()))));
    if (drained.get(0).notes().toString().contains("tore")) {
      torn++;
    }
  }

  /** Writes that are forced together. */
  private static List<Submission> group(int seed, long before, int count) throws IOException {
    List<Submission> group = new ArrayList<>();
    for (long sequence = before + 1; sequence <= before + count; sequence++) {
      group.add(Writes.submission(Writes.record(sequence, write(seed, sequence))));
    }
    return group;
  }

  /** Of a value that no other write has, some of them zeros as a disk leaves them. */
  private static Put write(int seed, long sequence) {
    Random random = new Random(31L * seed + sequence);
    byte[] value = new byte[random.nextInt(MOST_VALUE_BYTES)];
    if (random.nextInt(4) > 0) {
      random.nextBytes(value);
    }
    return Writes.put(sequence, value);
  }
}
