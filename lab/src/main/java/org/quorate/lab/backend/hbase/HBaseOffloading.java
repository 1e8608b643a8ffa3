package org.quorate.lab.backend.hbase;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.quorate.core.offload.HysteresisOffload;
import org.quorate.core.offload.OffloadDecision;
import org.quorate.core.offload.OffloadObservation;
import org.quorate.core.offload.OffloadPolicy;
import org.quorate.lab.backend.Offloading;
import org.quorate.lab.backend.RestThread;
import org.quorate.lab.backend.RestTimes;
import org.quorate.lab.engine.EngineException;
import org.quorate.lab.engine.RunningNode;
import org.quorate.lab.hbase.InterruptedCalls;
import org.quorate.lab.hbase.RestListener;
import org.quorate.lab.hbase.RestingServers;
import org.quorate.study.backend.BackendException;
import org.quorate.study.plan.OffloadSettings;
import org.quorate.study.plan.Rest;

/**
 * Sends region servers to rest, and wakes them, on a thread of its own: looks every interval how
 * many requests the servers that are awake have served, asks the policy how many should be, and has
 * it done before it looks again. A look that is not answered is passed over; a change that cannot
 * be done ends the deciding, and the run that waits for it is told.
 */
final class HBaseOffloading implements Offloading {
  /** Longer than moves, starts and stops may take. */
  private static final Duration LONGEST_STEP = Duration.ofMinutes(10);

  private final OffloadSettings settings;
  private final OffloadPolicy policy;
  private final int allServers;
  private final RestingServers servers;
  private final RegionRequests requests;
  private final LongSupplier probed;
  private final RequestRates rates;
  private final RegionRests rests = new RegionRests(new RestTimes(System::nanoTime));
  private final RestThread thread = new RestThread("offloading", this::decideOn);
  private double changedSeconds = Double.NEGATIVE_INFINITY;

  /**
   * @param settings whose rest is not none
   * @param allServers how many region servers there are
   * @param servers all of them awake
   * @param probed requests ever that measure and are no load
   */
  HBaseOffloading(
      OffloadSettings settings,
      int allServers,
      RestingServers servers,
      RegionRequests requests,
      LongSupplier probed) {
    this.settings = settings;
    this.policy =
        new HysteresisOffload(
            settings.low(),
            settings.high(),
            settings.shortestStay().toNanos() / 1e9,
            settings.leastAwakeOf(allServers));
    this.allServers = allServers;
    this.servers = servers;
    this.requests = requests;
    this.probed = probed;
    this.rates = new RequestRates(settings.window());
  }

  @Override
  public void begin() {
    thread.begin();
  }

  @Override
  public void end() {
    thread.end();
  }

  private void decideOn() throws EngineException, InterruptedException {
    while (thread.next(settings.interval())) {
      decide();
    }
  }

  private void decide() throws EngineException, InterruptedException {
    List<RunningNode> awake = servers.awake();
    Map<String, Map<String, Long>> counts;
    try {
      counts = requests.of(awake);
    } catch (IOException e) {
      InterruptedCalls.rethrow(e);
      return;
    }
    rates.add(System.nanoTime(), counts, probed.getAsLong());
    Optional<List<Double>> perServer =
        rates.perSecond(awake.stream().map(RunningNode::name).toList());
    if (perServer.isEmpty()) {
      return;
    }
    OffloadObservation seen =
        new OffloadObservation(
            perServer.get(),
            allServers,
            settings.capacityPerSecond(),
            Math.max(0, now() - changedSeconds));
    OffloadDecision decision = policy.decide(seen);
    if (decision.awake() != awake.size() && !thread.isOver()) {
      rests.chosen(seen.allPerSecond(), decision, allServers);
      servers.awake(decision.awake(), settings.rest() == Rest.STOP, rests);
      changedSeconds = now();
      // What servers got while regions moved says nothing of what they get from now on.
      rates.clear();
    }
  }

  private static double now() {
    return System.nanoTime() / 1e9;
  }

  @Override
  public Offloaded awakeAgain(long fromNanos, long toNanos)
      throws BackendException, InterruptedException {
    thread.awaitDone(
        LONGEST_STEP,
        "Servers that were to rest or to wake up have not done so within "
            + LONGEST_STEP.toMinutes()
            + " minutes; see the master's log.");
    Offloaded done = rests.times().between(fromNanos, toNanos);
    try {
      servers.wakeAll(RestListener.none());
    } catch (EngineException e) {
      throw new BackendException("Servers that rested are not awake again: " + e.getMessage(), e);
    }
    return done;
  }

  @Override
  public void close() {
    thread.close();
  }
}
