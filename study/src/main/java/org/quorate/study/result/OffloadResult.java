package org.quorate.study.result;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What off-loading did during a run: when which servers rested, and why; and whether a write was
 * lost by it. Of runs with which others are compared nothing rested.
 *
 * @param rest what servers did that had nothing to serve: {@code none}, {@code idle} or {@code
 *     stop}; of hosts whose servers moved to others {@code consolidate}
 * @param capacityPerSecond requests that one server was said to be able to do, or one host
 * @param choices every change of the number of servers, or hosts, that should be awake
 * @param rests when servers, or hosts, rested; one that rested at the end of the run did until then
 * @param moves of regions from server to server that were asked for, or of servers from host to
 *     host
 * @param failedMoves of these, not done, and asked for again
 * @param standby what a host of this kind takes while it is switched off or asleep; null where
 *     nobody says so, or where a meter measured hosts
 * @param readBack whether acknowledged writes are there
 * @param wakes seconds from each decision to wake servers until all that were wanted served again;
 *     empty in results that do not say it
 * @param timeScale seconds of a day that each second of the run stands for, at least 1; 1 in
 *     results that do not say it
 */
public record OffloadResult(
    String rest,
    double capacityPerSecond,
    List<Choice> choices,
    List<Rest> rests,
    long moves,
    long failedMoves,
    @Nullable Standby standby,
    ReadBackResult readBack,
    @Nullable List<Double> wakes,
    double timeScale) {
  public OffloadResult {
    timeScale = timeScale > 0 ? timeScale : 1;
    choices = List.copyOf(choices);
    rests = List.copyOf(rests);
    wakes = wakes == null ? List.of() : List.copyOf(wakes);
  }

  /**
   * A change of the number of servers that should be awake.
   *
   * @param second seconds since the run began
   * @param requestsPerSecond of all servers, as they count them; 0 where that is not known
   * @param awake servers that should be from then on
   * @param reason one sentence for people
   */
  public record Choice(double second, double requestsPerSecond, int awake, String reason) {}

  /**
   * A server rested: it held no region, and where {@code stopped}, no process ran. Or a host did,
   * whose servers ran on others.
   *
   * @param node its name; of a host that of the {@link HostResult}
   * @param from seconds since the run began, at least 0
   * @param to its end, likewise; above {@code from}
   */
  public record Rest(String node, double from, double to, boolean stopped) {
    /** How long, in seconds. */
    public double seconds() {
      return to - from;
    }
  }

  /**
   * A host that is switched off or asleep, by the model of its kind.
   *
   * @param watts that it takes all the same
   * @param transitionSeconds that switching off and on again take together
   * @param transitionJoules that these take
   * @param idleWatts of such a host that is on and does nothing
   * @param source where the numbers come from
   */
  public record Standby(
      double watts,
      double transitionSeconds,
      double transitionJoules,
      double idleWatts,
      String source) {
    /**
     * The shortest rest in seconds for which switching off and on takes less than staying on idle;
     * infinite where it never does.
     */
    public double breakEvenSeconds() {
      double saved = idleWatts - watts;
      return saved <= 0
          ? Double.POSITIVE_INFINITY
          : Math.max(transitionSeconds, (transitionJoules - watts * transitionSeconds) / saved);
    }
  }

  /** As they are handed in, never null. */
  @Override
  public List<Double> wakes() {
    return Objects.requireNonNull(wakes);
  }

  /** Seconds that servers rested, all together. */
  public double restedSeconds() {
    return rests.stream().mapToDouble(Rest::seconds).sum();
  }
}
