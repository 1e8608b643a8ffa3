package org.quorate.cli.estimate;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.quorate.core.delay.DelayDistribution;
import org.quorate.core.level.Level;
import org.quorate.core.quantity.Durations;
import org.quorate.core.quantity.Rates;
import org.quorate.core.staleness.KeyPopularity;
import org.quorate.core.staleness.OneWayDelay;
import org.quorate.core.staleness.WorkloadPopularity;
import org.quorate.core.staleness.wars.Leg;
import org.quorate.core.staleness.wars.LinkLegs;
import org.quorate.core.staleness.wars.ReplicaChoice;
import org.quorate.core.staleness.wars.ReplicaRow;
import org.quorate.core.workload.WorkloadProperties;
import org.quorate.report.format.Numbers;
import picocli.CommandLine.Option;

/**
 * Numbers given by hand, which win over those of a study or a report. Each method throws {@link
 * IllegalArgumentException} with one sentence where an option is not understood.
 */
final class StatedNumbers {
  /** The standard normal quantile of 0.95. */
  private static final double DEVIATIONS_OF_95 = 1.6448536269514722;

  @Option(
      names = "--replicas",
      paramLabel = "N",
      description = "Replicas of each row, in one data centre (by hand: 3).")
  private @Nullable Integer replicas;

  @Option(
      names = "--write-level",
      paramLabel = "LEVEL",
      description = "Level of the writes (by hand: QUORUM).")
  private @Nullable Level writeLevel;

  @Option(
      names = "--reads",
      paramLabel = "RATE",
      description = "Reads of the whole table, such as 2000/s.")
  private @Nullable String reads;

  @Option(
      names = "--writes",
      paramLabel = "RATE",
      description = "Writes of the whole table, such as 100/s.")
  private @Nullable String writes;

  @Option(
      names = "--keys",
      paramLabel = "N",
      description =
          "Over how many partitions reads and writes spread (by hand: 1, the worst case).")
  private @Nullable Integer keys;

  @Option(
      names = "--distribution",
      paramLabel = "NAME",
      description =
          "How they spread over --keys: uniform (default), or another of YCSB's, such as zipfian,"
              + " zipfian-exact, hotspot.")
  private @Nullable String distribution;

  @Option(
      names = "--delay",
      paramLabel = "DELAY",
      description =
          "One way between two replicas, with what a message waits there: a duration such as 5ms,"
              + " \"uniform 2ms..8ms\" or \"lognormal 5ms 0.5\".")
  private @Nullable String delay;

  @Option(
      names = "--round-trip",
      paramLabel = "MEDIAN,P95",
      description =
          "Instead of --delay: median and 95th percentile of the round trip to one replica, such as"
              + " 4ms,12ms; both ways are taken to be lognormal and alike.")
  private @Nullable String roundTrip;

  @Option(
      names = "--racks",
      paramLabel = "K",
      description = "Over how many racks the replicas of a row are (default: one for each).")
  private @Nullable Integer racks;

  @Option(
      names = "--rack-delay",
      paramLabel = "DELAY",
      description =
          "One way between two racks, where that is not --delay, which is within one then; needs"
              + " --racks.")
  private @Nullable String rackDelay;

  @Option(
      names = "--replica-choice",
      paramLabel = "random|nearest|fastest",
      description =
          "Which replicas a read is sent to: any; any and then the nearest, as Cassandra does"
              + " (default); or always the one that is nearest to the others.")
  private @Nullable String replicaChoice;

  /** These numbers alone. */
  Situation alone() {
    if (reads == null || writes == null || (delay == null && roundTrip == null)) {
      throw new IllegalArgumentException(
          "By hand an estimate needs --reads, --writes and --delay or --round-trip; or name the"
              + " folder of a study, or a file that observe --json printed.");
    }
    return over(
        new Situation(
            "Numbers given by hand",
            Level.QUORUM,
            0,
            0,
            KeyPopularity.ONE_KEY,
            "1",
            List.of(ReplicaRow.alike(3, Leg.NONE)),
            "",
            ReplicaChoice.NEAREST,
            List.of()));
  }

  /** The situation with the numbers that were given instead of its own. */
  Situation over(Situation known) {
    boolean otherKeys = keys != null || distribution != null;
    boolean otherLeg = delay != null || roundTrip != null;
    boolean other =
        otherKeys
            || otherLeg
            || replicas != null
            || racks != null
            || replicaChoice != null
            || writeLevel != null
            || reads != null
            || writes != null;
    if (delay != null && roundTrip != null) {
      throw new IllegalArgumentException("Give --delay or --round-trip, not both.");
    }
    if (rackDelay != null && (racks == null || !otherLeg)) {
      throw new IllegalArgumentException(
          "--rack-delay needs --racks, and --delay or --round-trip.");
    }
    return new Situation(
        known.label(),
        writeLevel == null ? known.writeLevel() : writes(writeLevel),
        reads == null ? known.readsPerSecond() : Rates.parse(reads),
        writes == null ? known.writesPerSecond() : Rates.parse(writes),
        otherKeys ? popularity() : known.popularity(),
        otherKeys ? keysText() : known.keysText(),
        rows(known, otherLeg),
        otherLeg ? legText() : known.legText(),
        replicaChoice == null ? known.choice() : ReplicaChoices.parse(replicaChoice),
        other ? List.of() : known.counted());
  }

  private List<ReplicaRow> rows(Situation known, boolean otherLeg) {
    LinkLegs legs = known.rows().get(0).legs();
    if (otherLeg) {
      Leg near = leg();
      Leg far = rackDelay == null ? near : Leg.of(DelayDistribution.parse(rackDelay));
      legs = new LinkLegs(near, far, far);
    }
    if (replicas == null && racks == null) {
      LinkLegs those = legs;
      return known.rows().stream().map(row -> row.with(those)).toList();
    }
    int count = replicas == null ? known.replicas() : replicaCount(replicas);
    return List.of(
        ReplicaRow.overRacks(count, racks == null ? count : rackCount(racks, count), legs));
  }

  private static int rackCount(int count, int most) {
    if (count < 1 || count > most) {
      throw new IllegalArgumentException(
          "--racks is from 1 to the " + most + " replicas of a row, but it is " + count + ".");
    }
    return count;
  }

  private static int replicaCount(int count) {
    if (count < 1 || count > 100) {
      throw new IllegalArgumentException("--replicas is from 1 to 100, but it is " + count + ".");
    }
    return count;
  }

  /** One data centre has no more of its own levels than it has others. */
  private static Level writes(Level level) {
    return switch (level) {
      case LOCAL_ONE -> Level.ONE;
      case LOCAL_QUORUM, EACH_QUORUM -> Level.QUORUM;
      default -> level;
    };
  }

  private KeyPopularity popularity() {
    int count = keys == null ? 0 : keys;
    if (count < 1) {
      throw new IllegalArgumentException(
          "--keys is at least 1" + (keys == null ? ", and --distribution needs it." : "."));
    }
    if (distribution == null || distribution.equals("uniform")) {
      return KeyPopularity.uniform(count);
    }
    return WorkloadPopularity.of(
        WorkloadProperties.empty()
            .with("--keys", "recordcount", Integer.toString(count))
            .with("--distribution", "requestdistribution", distribution)
            .workload());
  }

  private String keysText() {
    return Numbers.count(keys == null ? 1 : keys)
        + ", "
        + (distribution == null ? "used alike" : distribution);
  }

  private Leg leg() {
    if (delay != null) {
      return Leg.of(DelayDistribution.parse(delay));
    }
    List<String> trip = trip();
    double median = Durations.parse(trip.get(0)).toNanos() * 1e-9;
    double upper = Durations.parse(trip.get(1)).toNanos() * 1e-9;
    if (!(median > 0 && upper >= median)) {
      throw new IllegalArgumentException(
          "--round-trip needs a median above 0 and a 95th percentile that is not below it, but is "
              + roundTrip
              + ".");
    }
    return Leg.of(
        OneWayDelay.ofRoundTrip(Math.log(median), Math.log(upper / median) / DEVIATIONS_OF_95));
  }

  private List<String> trip() {
    List<String> trip = roundTrip == null ? List.of() : List.of(roundTrip.split(",", -1));
    if (trip.size() != 2) {
      throw new IllegalArgumentException(
          "--round-trip needs two durations, median and 95th percentile, such as 4ms,12ms.");
    }
    return trip;
  }

  private String legText() {
    return rackDelay == null
        ? nearText()
        : nearText()
            + " within a rack, "
            + DelayDistribution.parse(rackDelay).text()
            + " between racks, of which a row has "
            + racks;
  }

  private String nearText() {
    if (delay != null) {
      return DelayDistribution.parse(delay).text();
    }
    List<String> trip = trip();
    return "lognormal, half of a round trip of "
        + trip.get(0)
        + " in the median and "
        + trip.get(1)
        + " in 95 %";
  }
}
