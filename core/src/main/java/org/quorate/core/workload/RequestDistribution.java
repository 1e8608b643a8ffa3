package org.quorate.core.workload;

import org.quorate.core.distribution.ApproximateZipf;
import org.quorate.core.distribution.Permutation;
import org.quorate.core.distribution.Zeta;
import org.quorate.core.distribution.ZipfDistribution;
import org.quorate.core.random.SeededRandom;

/**
 * How popular each row is: YCSB's {@code requestdistribution}. Immutable and thread-safe. Below,
 * "the loaded rows" are those with ordinals from {@code insertstart} to {@code insertstart +
 * insertcount - 1}, and "the newest row" is the last one up to which all inserts are acknowledged.
 */
public sealed interface RequestDistribution {
  /** The skew of YCSB's Zipfian distributions. */
  double YCSB_CONSTANT = 0.99;

  /** The value of the property {@code requestdistribution}. */
  String name();

  /** One sentence for a report: what this distribution really does. */
  String description();

  /**
   * A chooser for one lane.
   *
   * @param random from which the chooser draws; the lane's own
   */
  KeyChooser chooser(Workload workload, KeySequence keys, SeededRandom random);

  /** Every loaded row equally. Rows inserted during the run are never chosen, as in YCSB. */
  record Uniform() implements RequestDistribution {
    @Override
    public String name() {
      return "uniform";
    }

    @Override
    public String description() {
      return "every loaded row equally likely";
    }

    @Override
    public KeyChooser chooser(Workload workload, KeySequence keys, SeededRandom random) {
      long first = workload.insertStart();
      long count = workload.insertCount();
      return () -> first + random.nextLong(count);
    }
  }

  /**
   * YCSB's {@code zipfian}, oddities kept. It draws a rank among 10,000,000,001 items whatever the
   * number of rows, hashes the rank, and takes the hash modulo the number of rows (the loaded ones,
   * twice the inserts that {@code operationcount} lets expect, and one more); a row that does not
   * exist is drawn again. Rows inserted beyond that number are never chosen. The result is not
   * Zipfian: hashing spreads the mass of the far ranks evenly over all rows. With 1,000 rows and
   * the constant 0.99 the hottest gets 3.9 % of the requests where Zipf's law over 1,000 rows gives
   * 12.9 % ({@link ZipfianExact}), and the coldest six tenths of an even share. Skew decides how
   * often a read meets a recent write, so a report must say which of the two it used.
   *
   * @param constant from 0 (included) to 1 (excluded)
   */
  record Zipfian(double constant) implements RequestDistribution {
    /** What YCSB holds the sum of k^-0.99 over its 10^10 items to be. */
    private static final double YCSB_ZETA = 26.46902820178302;

    private static final long YCSB_ITEMS = 10_000_000_000L;

    @Override
    public String name() {
      return "zipfian";
    }

    @Override
    public String description() {
      return "YCSB's scrambled zipfian with constant "
          + constant
          + ", which hashes a draw over 10^10 items onto the rows and is therefore less skewed than"
          + " Zipf's law";
    }

    @Override
    public KeyChooser chooser(Workload workload, KeySequence keys, SeededRandom random) {
      double zeta = constant == YCSB_CONSTANT ? YCSB_ZETA : Zeta.partial(YCSB_ITEMS + 1, constant);
      ApproximateZipf zipf = new ApproximateZipf(YCSB_ITEMS + 1, constant, zeta);
      long first = workload.insertStart();
      long expectedInserts = (long) (workload.operationCount() * workload.mix().insert() * 2.0);
      long modulus = workload.insertCount() + expectedInserts + 1;
      return () -> {
        long keyNumber;
        do {
          keyNumber = first + KeyNames.hash(zipf.next(random)) % modulus;
        } while (keyNumber > keys.lastAcknowledged());
        return keyNumber;
      };
    }
  }

  /**
   * Zipf's law exactly over the loaded rows: the row of rank k has probability (k+1)^-constant / H.
   * Ranks are scattered over the ordinals by a fixed permutation, so that hot rows are not
   * neighbours and stay the same from run to run. Rows inserted during the run are never chosen.
   * Not in YCSB.
   *
   * @param constant the exponent, above 0 and at most 10
   */
  record ZipfianExact(double constant) implements RequestDistribution {
    @Override
    public String name() {
      return "zipfian-exact";
    }

    @Override
    public String description() {
      return "Zipf's law with exponent " + constant + ", exactly, over the loaded rows";
    }

    @Override
    public KeyChooser chooser(Workload workload, KeySequence keys, SeededRandom random) {
      long first = workload.insertStart();
      ZipfDistribution zipf = new ZipfDistribution(workload.insertCount(), constant);
      Permutation scatter = new Permutation(workload.insertCount());
      return () -> first + scatter.apply(zipf.next(random));
    }
  }

  /**
   * YCSB's {@code latest}: the newest row is the hottest, the one before it the next, and so on by
   * YCSB's approximation of Zipf's law. Follows the inserts. The row with ordinal 0 is never
   * chosen, as in YCSB.
   *
   * @param constant from 0 (included) to 1 (excluded)
   */
  record Latest(double constant) implements RequestDistribution {
    @Override
    public String name() {
      return "latest";
    }

    @Override
    public String description() {
      return "the newest row most likely, then those before it, by YCSB's approximation of Zipf's"
          + " law with constant "
          + constant;
    }

    @Override
    public KeyChooser chooser(Workload workload, KeySequence keys, SeededRandom random) {
      ApproximateZipf zipf = new ApproximateZipf(Math.max(1, keys.lastAcknowledged()), constant);
      return () -> {
        long newest = keys.lastAcknowledged();
        return newest < 1 ? newest : newest - zipf.next(newest, random);
      };
    }
  }

  /**
   * A share of the requests goes to a hot set, the first of the loaded rows, the rest to the
   * others; within each set every row is equally likely.
   *
   * @param dataFraction share of the rows that is hot, from 0 to 1 ({@code hotspotdatafraction})
   * @param operationFraction share of the requests that goes to them ({@code hotspotopnfraction})
   */
  record Hotspot(double dataFraction, double operationFraction) implements RequestDistribution {
    @Override
    public String name() {
      return "hotspot";
    }

    @Override
    public String description() {
      return "a share of "
          + operationFraction
          + " of the requests goes to a share of "
          + dataFraction
          + " of the rows";
    }

    @Override
    public KeyChooser chooser(Workload workload, KeySequence keys, SeededRandom random) {
      long first = workload.insertStart();
      long hot = (long) (workload.insertCount() * dataFraction);
      long cold = workload.insertCount() - hot;
      double toHot = hot == 0 ? 0 : cold == 0 ? 1 : operationFraction;
      return () ->
          random.nextDouble() < toHot
              ? first + random.nextLong(hot)
              : first + hot + random.nextLong(cold);
    }
  }

  /**
   * The loaded rows one after the other, again and again. As in YCSB one count is shared by all
   * lanes, so which lane gets which row depends on their timing.
   */
  record Sequential() implements RequestDistribution {
    @Override
    public String name() {
      return "sequential";
    }

    @Override
    public String description() {
      return "the loaded rows one after the other, all lanes together";
    }

    @Override
    public KeyChooser chooser(Workload workload, KeySequence keys, SeededRandom random) {
      long first = workload.insertStart();
      long count = workload.insertCount();
      return () -> first + keys.nextTurn() % count;
    }
  }

  /**
   * The newest row is the hottest and popularity falls off exponentially with age, such that {@code
   * percentile} per cent of the requests go to the newest {@code fraction} of the rows. A draw
   * beyond the oldest row is made again.
   *
   * @param percentile above 0 and below 100 ({@code exponential.percentile})
   * @param fraction above 0 and at most 1 ({@code exponential.frac})
   */
  record Exponential(double percentile, double fraction) implements RequestDistribution {
    @Override
    public String name() {
      return "exponential";
    }

    @Override
    public String description() {
      return percentile
          + " % of the requests go to the newest share of "
          + fraction
          + " of the rows, falling off exponentially with age";
    }

    @Override
    public KeyChooser chooser(Workload workload, KeySequence keys, SeededRandom random) {
      double mean = -workload.recordCount() * fraction / Math.log1p(-percentile / 100);
      return () -> {
        long keyNumber;
        do {
          keyNumber = keys.lastAcknowledged() - (long) (random.nextExponential() * mean);
        } while (keyNumber < 0);
        return keyNumber;
      };
    }
  }
}
