package org.quorate.core.evidence;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.zip.CRC32;
import org.quorate.core.recency.AgeBins;
import org.quorate.core.recency.AgeCounts;
import org.quorate.core.recency.AgedPairCounts;
import org.quorate.core.recency.BetweenPairs;
import org.quorate.core.recency.ClassParts;
import org.quorate.core.recency.KeyPlace;
import org.quorate.core.recency.PairTimes;
import org.quorate.core.staleness.DelaySample;
import org.quorate.core.staleness.RoundTrips;

/**
 * Writes what a process knows of a table into bytes, and reads bytes that anybody may have written.
 * With full samples and a budget these are 669, five more for each bin and each part that has a
 * count, and of each replica that is behind 21 and its reason; {@value #LONGEST} at most. What is
 * read is numbers and short texts: nothing in it is run or looked up, some 10 KB of tallies are all
 * that bytes can ask for beyond their own length, and what is damaged, of another version or not
 * plausible is refused as a whole.
 *
 * <pre>
 *  0        version, 4
 *  1 to 16  process
 * 17 to 24  sequence
 * 25 to 32  terms
 *           three tallies (reads, pairs compared, pairs stale): how many bins (1 byte), and of each
 *           its number (1), in their order, and count (float, above 0)
 *           pairs at a level between: compared, stale ones of them, lost ones (floats, at least 0)
 *           parts of the reads by class of keys: of each class how many doublings (1), and of each its number (1), in their
 *           order, and count (float, above 0)
 *           how much others write for each write of the process (float, at least 0 or NaN)
 *           two samples of round trips (slowest, single): how many delays (1), and each in seconds
 *           (float), the shortest first
 *           times of pairs: how many (1), and each in seconds (float), the newest last
 *           error budget: 1, its window in milliseconds (4), and the tolerance, reads and spent
 *           ones of it (floats); or 0 where there is none
 *           how many replicas are behind (1), and of each its host id (16), for how many seconds
 *           (4), and the reason: its length in bytes (1), and UTF-8
 * last 4    CRC-32 of all before, against damage; it is no signature
 * </pre>
 *
 * <p>Numbers are big-endian. Stateless.
 */
public final class EvidenceCodec {
  /** The longest value, in bytes. */
  public static final int LONGEST = 40_000;

  private static final byte VERSION = 4;
  private static final int UNSIGNED_BYTE = 0xFF;

  private EvidenceCodec() {}

  /** The bytes of a value. */
  public static byte[] encode(ProcessEvidence value) {
    ByteBuffer to = ByteBuffer.allocate(LONGEST);
    to.put(VERSION);
    put(to, value.process());
    to.putLong(value.sequence()).putLong(value.terms());
    put(to, value.reads());
    put(to, value.pairs().compared());
    put(to, value.pairs().stale());
    put(to, value.between());
    put(to, value.classes());
    to.putFloat((float) value.othersWrites());
    put(to, value.roundTrips().slowest());
    put(to, value.roundTrips().single());
    to.put((byte) value.pairTimes().size());
    value.pairTimes().forEach(each -> to.putFloat(each.floatValue()));
    put(to, value.budget());
    to.put((byte) value.behind().size());
    for (ReplicaBehind each : value.behind()) {
      byte[] reason = each.reason().getBytes(StandardCharsets.UTF_8);
      put(to, each.replica());
      to.putInt(each.seconds()).put((byte) reason.length).put(reason);
    }
    to.putInt(checksum(to.duplicate().flip()));
    byte[] bytes = new byte[to.position()];
    to.flip().get(bytes);
    return bytes;
  }

  private static void put(ByteBuffer to, UUID id) {
    to.putLong(id.getMostSignificantBits()).putLong(id.getLeastSignificantBits());
  }

  private static void put(ByteBuffer to, AgeCounts counts) {
    int at = to.position();
    to.put((byte) 0);
    int bins = 0;
    for (int bin = 0; bin < AgeBins.COUNT; bin++) {
      if (counts.count(bin) > 0) {
        to.put((byte) bin).putFloat((float) counts.count(bin));
        bins++;
      }
    }
    to.put(at, (byte) bins);
  }

  private static void put(ByteBuffer to, BetweenPairs pairs) {
    to.putFloat((float) pairs.compared())
        .putFloat((float) pairs.stale())
        .putFloat((float) pairs.lost());
  }

  private static void put(ByteBuffer to, ClassParts parts) {
    for (int of = 0; of < KeyPlace.CLASSES; of++) {
      int at = to.position();
      to.put((byte) 0);
      int doublings = 0;
      for (int doubling = 0; doubling < AgeBins.DOUBLINGS; doubling++) {
        if (parts.count(of, doubling) > 0) {
          to.put((byte) doubling).putFloat((float) parts.count(of, doubling));
          doublings++;
        }
      }
      to.put(at, (byte) doublings);
    }
  }

  private static void put(ByteBuffer to, DelaySample sample) {
    to.put((byte) sample.size());
    for (int rank = 0; rank < sample.size(); rank++) {
      to.putFloat((float) sample.value(rank));
    }
  }

  private static void put(ByteBuffer to, Optional<BudgetWindow> budget) {
    to.put((byte) (budget.isPresent() ? 1 : 0));
    budget.ifPresent(
        each ->
            to.putInt((int) each.window().toMillis())
                .putFloat((float) each.tolerance())
                .putFloat((float) each.reads())
                .putFloat((float) each.spent()));
  }

  private static int checksum(ByteBuffer of) {
    CRC32 sum = new CRC32();
    sum.update(of);
    return (int) sum.getValue();
  }

  /**
   * Reads bytes, whatever they are.
   *
   * @throws RefusedEvidenceException if they are no value of this version
   */
  public static ProcessEvidence decode(ByteBuffer bytes) throws RefusedEvidenceException {
    ByteBuffer from = bytes.duplicate();
    int length = from.remaining();
    if (length > LONGEST) {
      throw refused("it has " + length + " bytes, and the longest has " + LONGEST);
    }
    if (length <= Integer.BYTES) {
      throw refused("it has " + length + " bytes, which is too few");
    }
    if (from.get(from.position()) != VERSION) {
      throw refused("it is of version " + from.get(from.position()) + ", and known is " + VERSION);
    }
    int end = from.limit() - Integer.BYTES;
    if (from.getInt(end) != checksum(from.duplicate().limit(end))) {
      throw refused("it is damaged: its checksum is another");
    }
    from.limit(end).get();
    try {
      ProcessEvidence value =
          new ProcessEvidence(
              id(from),
              from.getLong(),
              from.getLong(),
              counts(from),
              new AgedPairCounts(counts(from), counts(from)),
              new BetweenPairs(from.getFloat(), from.getFloat(), from.getFloat()),
              parts(from),
              from.getFloat(),
              new RoundTrips(sample(from), sample(from)),
              pairTimes(from),
              budget(from),
              behind(from));
      if (from.hasRemaining()) {
        throw refused("it goes on behind its end");
      }
      return value;
    } catch (BufferUnderflowException e) {
      throw refused("it ends too early");
    } catch (CharacterCodingException e) {
      throw refused("a reason in it is no text");
    } catch (IllegalArgumentException e) {
      throw new RefusedEvidenceException("Evidence is refused. " + e.getMessage());
    }
  }

  private static UUID id(ByteBuffer from) {
    return new UUID(from.getLong(), from.getLong());
  }

  private static AgeCounts counts(ByteBuffer from) throws RefusedEvidenceException {
    return AgeCounts.of(counts(from, AgeBins.COUNT));
  }

  private static ClassParts parts(ByteBuffer from) throws RefusedEvidenceException {
    double[][] counts = new double[KeyPlace.CLASSES][];
    for (int of = 0; of < KeyPlace.CLASSES; of++) {
      counts[of] = counts(from, AgeBins.DOUBLINGS);
    }
    return ClassParts.of(counts);
  }

  private static double[] counts(ByteBuffer from, int most) throws RefusedEvidenceException {
    double[] counts = new double[most];
    int last = -1;
    for (int left = from.get() & UNSIGNED_BYTE; left > 0; left--) {
      int at = from.get() & UNSIGNED_BYTE;
      float count = from.getFloat();
      if (at <= last || at >= most || !(count > 0)) {
        throw refused("a tally in it is none");
      }
      counts[at] = count;
      last = at;
    }
    return counts;
  }

  private static DelaySample sample(ByteBuffer from) throws RefusedEvidenceException {
    int size = from.get() & UNSIGNED_BYTE;
    List<Double> seconds = new ArrayList<>();
    float last = 0;
    for (int i = 0; i < size; i++) {
      float each = from.getFloat();
      if (size > ProcessEvidence.MOST_DELAYS || !(each >= last)) {
        throw refused("a sample of round trips in it is none");
      }
      seconds.add((double) each);
      last = each;
    }
    return DelaySample.of(seconds);
  }

  private static List<Double> pairTimes(ByteBuffer from) throws RefusedEvidenceException {
    int size = from.get() & UNSIGNED_BYTE;
    if (size > PairTimes.MOST) {
      throw refused("it has too many times of pairs");
    }
    List<Double> seconds = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      seconds.add((double) from.getFloat());
    }
    return seconds;
  }

  private static Optional<BudgetWindow> budget(ByteBuffer from) throws RefusedEvidenceException {
    byte present = from.get();
    if (present == 0) {
      return Optional.empty();
    }
    if (present != 1) {
      throw refused("whether it has an error budget is neither yes nor no");
    }
    return Optional.of(
        new BudgetWindow(
            Duration.ofMillis(from.getInt()), from.getFloat(), from.getFloat(), from.getFloat()));
  }

  private static List<ReplicaBehind> behind(ByteBuffer from)
      throws RefusedEvidenceException, CharacterCodingException {
    List<ReplicaBehind> behind = new ArrayList<>();
    for (int left = from.get() & UNSIGNED_BYTE; left > 0; left--) {
      UUID replica = id(from);
      int seconds = from.getInt();
      int length = from.get() & UNSIGNED_BYTE;
      if (length > from.remaining() || length > ReplicaBehind.LONGEST_REASON) {
        throw refused("a reason in it is too long");
      }
      ByteBuffer text = from.slice().limit(length);
      from.position(from.position() + length);
      behind.add(
          new ReplicaBehind(
              replica, seconds, StandardCharsets.UTF_8.newDecoder().decode(text).toString()));
    }
    return behind;
  }

  private static RefusedEvidenceException refused(String why) {
    return new RefusedEvidenceException("Evidence is refused: " + why + ".");
  }
}
