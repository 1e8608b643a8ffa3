package org.quorate.core.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.quorate.core.random.SeededRandom;
import org.quorate.core.recency.AgeBins;
import org.quorate.core.recency.AgeCounts;
import org.quorate.core.recency.AgedPairCounts;
import org.quorate.core.recency.ClassCounts;
import org.quorate.core.recency.ClassParts;
import org.quorate.core.recency.KeyPlace;
import org.quorate.core.staleness.DelaySample;
import org.quorate.core.staleness.RoundTrips;

class EvidenceCodecTest {
  private final SeededRandom random = new SeededRandom(3);

  private static ProcessEvidence decode(byte[] bytes) throws RefusedEvidenceException {
    return EvidenceCodec.decode(ByteBuffer.wrap(bytes));
  }

  private static void assertRefused(byte[] bytes, String why) {
    assertThatThrownBy(() -> decode(bytes))
        .isInstanceOf(RefusedEvidenceException.class)
        .hasMessageContaining(why);
  }

  /** As whoever writes it on purpose would. */
  private static byte[] signed(byte[] bytes) {
    CRC32 sum = new CRC32();
    sum.update(bytes, 0, bytes.length - Integer.BYTES);
    ByteBuffer.wrap(bytes).putInt(bytes.length - Integer.BYTES, (int) sum.getValue());
    return bytes;
  }

  /** 300 values; seed 3. */
  @Test
  void whatIsWrittenIsReadAgain() throws RefusedEvidenceException {
    for (int i = 0; i < 300; i++) {
      ProcessEvidence value = MadeUpEvidence.random(random, 1000, 1000);
      byte[] bytes = EvidenceCodec.encode(value);
      assertThat(decode(bytes)).isEqualTo(value);
      ByteBuffer within = ByteBuffer.allocate(bytes.length + 9).position(7).put(bytes).flip();
      assertThat(EvidenceCodec.decode(within.position(7))).isEqualTo(value);
      assertThat(within.position()).as("what was handed in is left as it was").isEqualTo(7);
    }
  }

  @Test
  void theLongestValueIsWithinTheLimit() throws RefusedEvidenceException {
    double[] full = new double[AgeBins.COUNT];
    Arrays.fill(full, 1.5);
    AgeCounts all = AgeCounts.of(full);
    ClassParts classes = ClassParts.of(Collections.nCopies(KeyPlace.CLASSES, all));
    DelaySample delays = DelaySample.of(Collections.nCopies(1000, 0.5));
    ProcessEvidence value =
        new ProcessEvidence(
                new UUID(1, 2),
                Long.MAX_VALUE,
                -1,
                all,
                new AgedPairCounts(all, all),
                classes,
                1e30,
                new RoundTrips(delays, delays),
                Collections.nCopies(
                    ProcessEvidence.MOST_REPLICAS,
                    new ReplicaBehind(new UUID(3, 4), 5, "\u20ac".repeat(1000) + "\n")))
            .with(MadeUpEvidence.waited(16), Optional.of(MadeUpEvidence.BUDGET));
    assertThat(value.behind().get(0).reason()).isEqualTo("\u20ac".repeat(33));
    byte[] bytes = EvidenceCodec.encode(value);
    assertThat(bytes).hasSizeBetween(30_000, EvidenceCodec.LONGEST);
    assertThat(decode(bytes)).isEqualTo(value);
  }

  @Test
  void aValueHasAsManyBytesAsTheDocumentsSay() {
    DelaySample delays = DelaySample.of(Collections.nCopies(100, 0.5));
    ProcessEvidence value =
        new ProcessEvidence(
                new UUID(1, 2),
                1,
                1,
                MadeUpEvidence.counts(7, 1),
                new AgedPairCounts(MadeUpEvidence.counts(7, 1), AgeCounts.NONE),
                ClassParts.of(
                    ClassCounts.unclassed(MadeUpEvidence.counts(7, 1), AgedPairCounts.NONE)
                        .reads()),
                19,
                new RoundTrips(delays, delays),
                List.of(new ReplicaBehind(new UUID(3, 4), 5, "Back.")))
            .with(MadeUpEvidence.waited(16), Optional.of(MadeUpEvidence.BUDGET));
    assertThat(EvidenceCodec.encode(value)).hasSize(669 + 3 * 5 + 21 + 5);
  }

  @Test
  void whatIsDamagedIsRefused() {
    byte[] bytes = EvidenceCodec.encode(MadeUpEvidence.random(random, 9, 9));
    for (int bit = Byte.SIZE; bit < bytes.length * Byte.SIZE; bit++) {
      byte[] damaged = bytes.clone();
      damaged[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
      assertRefused(damaged, "damaged");
    }
    for (int length = 0; length < bytes.length; length++) {
      byte[] cut = Arrays.copyOf(bytes, length);
      assertThatThrownBy(() -> decode(cut)).isInstanceOf(RefusedEvidenceException.class);
    }
  }

  @Test
  void anotherVersionIsRefusedByItsNumberAndWhatIsTooLongUnread() {
    byte[] other = EvidenceCodec.encode(MadeUpEvidence.of(1, 1));
    other[0] = 2;
    assertRefused(other, "version 2, and known is 4");
    assertRefused(new byte[EvidenceCodec.LONGEST + 1], "the longest has");
    assertRefused(new byte[0], "too few");
    byte[] whole = EvidenceCodec.encode(MadeUpEvidence.of(1, 1));
    byte[] longer = Arrays.copyOf(whole, whole.length + 9);
    assertRefused(signed(longer), "goes on behind its end");
  }

  @Test
  void timesAndBudgetsThatCannotBeAreRefused() {
    ProcessEvidence none = MadeUpEvidence.of(1, 1);
    for (double wrong : new double[] {60.1, -60.1, Double.NaN, Double.POSITIVE_INFINITY}) {
      byte[] bytes =
          EvidenceCodec.encode(none.with(List.of(0.5), Optional.of(MadeUpEvidence.BUDGET)));
      int behind = bytes.length - Integer.BYTES - 1;
      int time = behind - 1 - 4 * Float.BYTES - Float.BYTES;
      ByteBuffer.wrap(bytes).putFloat(time, (float) wrong);
      assertRefused(signed(bytes), "a pair waited for longer than 60");
      ByteBuffer.wrap(bytes).putFloat(time, 1).put(time - 1, (byte) 17);
      assertRefused(signed(bytes), "too many times of pairs");
      ByteBuffer.wrap(bytes).put(time - 1, (byte) 1).putFloat(behind - 4, 1e9f);
      assertRefused(signed(bytes), "more reads of its window are stale than are");
      ByteBuffer.wrap(bytes).putFloat(behind - 4, (float) wrong).putFloat(behind - 12, -1);
      assertRefused(signed(bytes), "its error budget is none");
      ByteBuffer.wrap(bytes).put(time + Float.BYTES, (byte) 2);
      assertRefused(signed(bytes), "neither yes nor no");
    }
  }

  @Test
  void whatAPairWaitedIsCutToWhatCanBeTold() {
    assertThat(
            MadeUpEvidence.of(1, 1).with(List.of(-99.0, 99.0, -0.25), Optional.empty()).pairTimes())
        .containsExactly(-60.0, 60.0, -0.25);
  }

  /** 100,000 values with a true checksum of which some bytes are others; seed 3. */
  @Test
  void whoeverWroteItNothingButARefusalOrAPlausibleValueComesOfIt() {
    int understood = 0;
    for (int i = 0; i < 2_000; i++) {
      byte[] bytes = EvidenceCodec.encode(MadeUpEvidence.random(random, 9, 9));
      for (int change = 0; change < 50; change++) {
        byte[] changed = bytes.clone();
        for (int left = 1 + random.nextInt(4); left > 0; left--) {
          int at = 1 + random.nextInt(changed.length - 1 - Integer.BYTES);
          changed[at] = (byte) random.nextInt(256);
        }
        try {
          ProcessEvidence value = decode(signed(changed));
          assertThat(value.reads().total()).isBetween(0.0, 1e12);
          assertThat(value.pairs().stale().total())
              .isLessThanOrEqualTo(value.pairs().compared().total());
          assertThat(value.roundTrips().slowest().size())
              .isLessThanOrEqualTo(ProcessEvidence.MOST_DELAYS);
          assertThat(value.pairTimes())
              .hasSizeLessThanOrEqualTo(16)
              .allMatch(each -> each >= -60 && each <= 60);
          assertThat(value.budget().stream()).allMatch(each -> each.spent() <= each.reads());
          understood++;
        } catch (RefusedEvidenceException expected) {
          assertThat(expected).hasMessageStartingWith("Evidence is refused");
        }
      }
    }
    assertThat(understood).as("so that the test reaches every part").isGreaterThan(1_000);
  }

  @Test
  void whatNoProcessCanHaveSeenIsRefused() {
    AgeCounts one = MadeUpEvidence.counts(5, 1);
    AgeCounts many = MadeUpEvidence.counts(5, 1e13);
    assertThatThrownBy(() -> MadeUpEvidence.of(1, 1, many, AgedPairCounts.NONE))
        .hasMessageContaining("more reads than there can be");
    AgedPairCounts wrong = new AgedPairCounts(AgeCounts.NONE, one);
    assertThatThrownBy(() -> MadeUpEvidence.of(1, 1, one, wrong))
        .hasMessageContaining("more pairs are stale than are");
    assertThatThrownBy(() -> MadeUpEvidence.of(1, -1)).hasMessageContaining("sequence");
    RoundTrips hour =
        new RoundTrips(DelaySample.of(Collections.nCopies(9, 3600.0)), DelaySample.NONE);
    assertThatThrownBy(
            () ->
                new ProcessEvidence(
                    new UUID(1, 1),
                    1,
                    1,
                    one,
                    AgedPairCounts.NONE,
                    ClassParts.NONE,
                    Double.NaN,
                    hour,
                    List.of()))
        .hasMessageContaining("longer than 60");
  }
}
