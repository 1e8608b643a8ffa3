package org.quorate.core.recency;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.jspecify.annotations.Nullable;
import org.quorate.core.random.SeededRandom;

/**
 * How often this process asks for each key, in a table of fixed size: 96 KB, whatever the number of
 * keys. Keys that share a slot share their count, so that a key may be taken for a hotter one than
 * it is, never for a colder one; a count is halved every 30 s, so that it stands for about as many
 * accesses as came in the last {@value #STANDS_FOR_SECONDS} s.
 *
 * <p>Keys fall into {@link KeyPlace#CLASSES} classes, each of twice the accesses of the one before:
 * class c has counts below 2<sup>c</sup> and at least half of that, where an access counts {@value
 * #OF_ACCESS}, and the hottest one 1,024 accesses and more. Classes 1 to 4 are what halving has
 * left of a single access.
 *
 * <p>The class of a key is that of 5 to 10 s ago: so what happens to a key within {@link
 * #FROZEN_FOR} is no part of why it is in its class, and how often that is, class by class, is an
 * unbiased estimate of rates. Only a key whose count has grown eightfold since, by a dozen accesses
 * at least, is put into its new class at once, so a key counts for colder than it has become by
 * three classes at most, and only for so long. Until the first classes are known every place is
 * {@link KeyPlace#UNKNOWN}.
 *
 * <p>A draw of 0 to 255 for each key comes from a hash of it, of the seed, and of an epoch of five
 * minutes: so reads that are repeated within an epoch are drawn alike, and none for ever.
 *
 * <p>Counting and looking up may be done by any thread, without a lock; neither allocates, and no
 * access is lost. {@link #maintain} is for one thread at a time.
 */
public final class AccessSketch {
  /** What happened less long ago has no part in a key's class, unless it has grown eightfold. */
  public static final Duration FROZEN_FOR = Duration.ofSeconds(5);

  /** How long a key's draw stays the same. */
  public static final Duration EPOCH = Duration.ofMinutes(5);

  static final Duration HALVED_EVERY = Duration.ofSeconds(30);
  static final int STANDS_FOR_SECONDS = 43;
  static final int OF_ACCESS = 16;
  private static final int SLOT_BITS = 14;
  private static final int SLOTS = 1 << SLOT_BITS;
  private static final int HOTTEST = KeyPlace.CLASSES - 1;
  private static final int LARGEST = 1 << 30;
  private static final int GROWN = 3;

  /** Sixteen accesses: a key of which there were few cannot seem to have grown by chance. */
  private static final int LEAST_GROWN = 8;

  private static final long GOLDEN_RATIO = 0x9E3779B97F4A7C15L;

  private final AtomicIntegerArray counts = new AtomicIntegerArray(SLOTS);
  private volatile byte @Nullable [] classes;
  private volatile long salt;
  private byte @Nullable [] next;
  private long halvedAt;
  private long frozenAt;
  private long epochAt;
  private boolean hasBegun;

  /**
   * @param seed of the draws; processes and sessions have their own
   */
  public AccessSketch(long seed) {
    salt = SeededRandom.mix(seed);
  }

  /**
   * Accesses are counted again after a time in which they were not: until classes are known, no
   * key's place is. As {@link #maintain}, for one thread at a time.
   */
  public void restart() {
    classes = null;
    next = null;
    hasBegun = false;
  }

  /** Whether keys have classes, which they have some seconds after accesses were first counted. */
  public boolean areClassesKnown() {
    return classes != null;
  }

  private static int slot(long hash) {
    return (int) ((hash * GOLDEN_RATIO) >>> (Long.SIZE - SLOT_BITS));
  }

  /**
   * A key was read or written.
   *
   * @param hash of the key, of any 64 bits
   */
  public void add(long hash) {
    int slot = slot(hash);
    if (counts.getPlain(slot) < LARGEST) {
      counts.getAndAdd(slot, OF_ACCESS);
    }
  }

  /**
   * The place of a key, {@link KeyPlace#UNKNOWN} before classes are known.
   *
   * @param hash as of {@link #add}
   */
  public int place(long hash) {
    byte[] known = classes;
    if (known == null) {
      return KeyPlace.UNKNOWN;
    }
    int slot = slot(hash);
    int frozen = known[slot];
    int now = ofCount(counts.getPlain(slot));
    int keyClass = now >= frozen + GROWN && now > LEAST_GROWN ? now : frozen;
    return KeyPlace.of(keyClass, (int) (SeededRandom.mix(hash ^ salt) >>> (Long.SIZE - 8)));
  }

  /**
   * The most accesses that a key of a class stands for.
   *
   * @param keyClass any but the hottest, which has no limit
   */
  public static double mostAccesses(int keyClass) {
    return Math.scalb(1.0, keyClass) / OF_ACCESS;
  }

  private static int ofCount(int count) {
    return Math.min(HOTTEST, Integer.SIZE - Integer.numberOfLeadingZeros(count));
  }

  /**
   * Halves counts, and renews classes and draws, where it is time to; to be called every second or
   * so.
   *
   * @param nowNanos of one clock, not going back
   */
  public void maintain(long nowNanos) {
    if (!hasBegun) {
      hasBegun = true;
      halvedAt = nowNanos;
      frozenAt = nowNanos;
      epochAt = nowNanos;
    }
    long halvings = (nowNanos - halvedAt) / HALVED_EVERY.toNanos();
    if (halvings > 0) {
      halve((int) Math.min(Integer.SIZE - 1, halvings));
      halvedAt += halvings * HALVED_EVERY.toNanos();
    }
    if (nowNanos - frozenAt >= FROZEN_FOR.toNanos()) {
      byte[] known = next;
      if (known != null) {
        classes = known;
      }
      next = now();
      frozenAt = nowNanos;
    }
    if (nowNanos - epochAt >= EPOCH.toNanos()) {
      salt = SeededRandom.mix(salt + GOLDEN_RATIO);
      epochAt = nowNanos;
    }
  }

  private void halve(int times) {
    for (int slot = 0; slot < SLOTS; slot++) {
      int count = counts.get(slot);
      if (count > 0) {
        counts.getAndAdd(slot, (count >> times) - count);
      }
    }
  }

  private byte[] now() {
    byte[] now = new byte[SLOTS];
    for (int slot = 0; slot < SLOTS; slot++) {
      now[slot] = (byte) ofCount(counts.get(slot));
    }
    return now;
  }
}
