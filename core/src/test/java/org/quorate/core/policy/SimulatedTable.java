package org.quorate.core.policy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.quorate.core.control.DecisionLoop;
import org.quorate.core.control.LoopSettings;
import org.quorate.core.control.Standing;
import org.quorate.core.control.budget.BudgetStatus;
import org.quorate.core.delay.DelayDistribution;
import org.quorate.core.level.Level;
import org.quorate.core.level.Replication;
import org.quorate.core.random.SeededRandom;
import org.quorate.core.recency.AgedPairs;
import org.quorate.core.recency.ClassCounts;
import org.quorate.core.recency.PairTimes;
import org.quorate.core.recency.ReadAges;
import org.quorate.core.recency.RecentWrites;
import org.quorate.core.staleness.DelaySample;
import org.quorate.core.staleness.KeyPopularity;
import org.quorate.core.staleness.Propagation;
import org.quorate.core.staleness.RoundTrips;

/**
 * A table of three replicas in virtual time, and one process that reads and writes it in a closed
 * loop: the setting of the demo. Links between replicas delay each message by a draw of their own
 * and keep their order, as connections do; what the machine can do in a second is a queue of its
 * own; what reads and writes find is in the replicas alone. The policy decides as in a session: on
 * its own writes, its pairs and round trips that it measures.
 */
final class SimulatedTable {
  private static final int REPLICAS = 3;
  private static final int THREADS = 16;
  private static final long SERVICE = TimeUnit.MICROSECONDS.toNanos(380);
  private static final long ROUND = TimeUnit.SECONDS.toNanos(2);
  private static final long PAUSED_EVERY = TimeUnit.SECONDS.toNanos(5);
  private static final long INTERVAL = TimeUnit.MILLISECONDS.toNanos(500);
  private static final Replication REPLICATION = new Replication(Map.of("dc1", REPLICAS));

  /** What came of a run, after its warm-up. */
  record Outcome(
      double operationsPerSecond,
      long reads,
      long stale,
      long raised,
      double replicaReadsPerRead,
      List<Judged> judged,
      String reason) {
    double staleShare() {
      return (double) stale / reads;
    }

    double raisedShare() {
      return (double) raised / reads;
    }
  }

  /** A read: when it ended, how old the newest write of its key was, and what became of it. */
  record Judged(long at, long age, boolean stale) {}

  private record Event(long at, long order, Runnable effect) {}

  /** One key: versions are instants of their writes' starts. */
  private static final class Key {
    final long[] versions = {-1, -1, -1};
    long newestCompleted = -1;
  }

  private final PriorityQueue<Event> events =
      new PriorityQueue<>(Comparator.comparingLong(Event::at).thenComparingLong(Event::order));
  private final RandomGenerator random;
  private final DelayDistribution delay;
  private final long pause;
  private final double[] cumulated;
  private final Key[] keys;
  private final long[][] links = new long[REPLICAS][REPLICAS];
  private final Level write;
  private final ReadLevels levels;
  private final int strong;
  private final DecisionLoop loop;
  private final RecentWrites writes = new RecentWrites(65_536);
  private final ReadAges ages = new ReadAges();
  private final AgedPairs pairs = new AgedPairs();
  private final List<Double> slowest = new ArrayList<>();
  private final List<Double> single = new ArrayList<>();
  private final List<Judged> judged = new ArrayList<>();
  private long order;
  private long now;
  private long free;
  private long from;
  private long operations;
  private long reads;
  private long stale;
  private long raised;
  private long replicaReads;
  private Standing standing;
  private double measuredTimes = 1;
  private double lostPairs;
  private final PairTimes pairTimes = new PairTimes();

  SimulatedTable(
      ConsistencyPolicy policy,
      Level write,
      DelayDistribution delay,
      Duration pause,
      double[] weights,
      long seed) {
    this(policy, write, delay, pause, weights, seed, LoopSettings.DEFAULT_BUDGET_WINDOW);
  }

  /**
   * @param budgetWindow of the error budget; zero for none
   * @param pause for which one replica, each in turn, sends nothing, once in five seconds
   * @param weights of the keys
   */
  SimulatedTable(
      ConsistencyPolicy policy,
      Level write,
      DelayDistribution delay,
      Duration pause,
      double[] weights,
      long seed,
      Duration budgetWindow) {
    this.random = SeededRandom.stream(seed, 0);
    this.delay = delay;
    this.pause = pause.toNanos();
    this.write = write;
    this.levels = new ReadLevels(REPLICATION, "dc1", LevelLadder.GLOBAL, write);
    this.strong = levels.replicas(levels.safe());
    this.loop =
        new DecisionLoop(
            new LoopSettings(
                policy,
                KeyPopularity.ONE_KEY,
                Duration.ofSeconds(1),
                Duration.ofSeconds(2),
                Duration.ofSeconds(20),
                Optional.of(Level.ALL),
                LoopSettings.DEFAULT_PAIR_BUDGET,
                budgetWindow),
            levels,
            Level.ONE);
    this.standing =
        policy
            .fixedLevel()
            .map(level -> new Standing(Decision.of(level, "The run's level."), true, false))
            .orElseGet(() -> loop.at(0));
    this.cumulated = new double[weights.length];
    this.keys = new Key[weights.length];
    double sum = 0;
    for (int i = 0; i < weights.length; i++) {
      sum += weights[i];
      cumulated[i] = sum;
      keys[i] = new Key();
    }
    if (policy.fixedLevel().isEmpty()) {
      at(INTERVAL, this::decide);
      at(ROUND, this::measured);
      at(ROUND / 30, this::probe);
    }
  }

  /** YCSB's "zipfian" over 1,000 rows: Zipf's law of ten thousand million items, scattered. */
  static double[] ycsbZipfian(long seed) {
    RandomGenerator random = SeededRandom.stream(seed, 1);
    double[] weights = new double[1_000];
    double left = 1;
    for (int item = 1; item <= 100_000; item++) {
      double weight = Math.pow(item, -0.99) / 26.46902820178302;
      weights[random.nextInt(weights.length)] += weight;
      left -= weight;
    }
    for (int key = 0; key < weights.length; key++) {
      weights[key] += left / weights.length;
    }
    return weights;
  }

  /** Has round trips measured so many times as long as they are. */
  SimulatedTable measuring(double times) {
    measuredTimes = times;
    return this;
  }

  /** Has pairs timed as they are, as a session has. */
  SimulatedTable timing() {
    loop.timed(pairTimes);
    return this;
  }

  /** Has so large a share of pairs come to nothing. */
  SimulatedTable losing(double share) {
    lostPairs = share;
    return this;
  }

  /** How the error budget stands. */
  Optional<BudgetStatus> budget() {
    return loop.budget();
  }

  Outcome run(Duration warmUp, Duration measured) {
    from = warmUp.toNanos();
    long until = from + measured.toNanos();
    for (int thread = 0; thread < THREADS; thread++) {
      at(thread, this::next);
    }
    while (now < until) {
      Event event = events.remove();
      now = event.at();
      event.effect().run();
    }
    return new Outcome(
        operations / (measured.toNanos() / 1e9),
        reads,
        stale,
        raised,
        (double) replicaReads / reads,
        List.copyOf(judged),
        standing.decision().reason());
  }

  private void at(long instant, Runnable effect) {
    events.add(new Event(instant, order++, effect));
  }

  private boolean counts() {
    return now >= from;
  }

  /** One of the threads begins its next operation. */
  private void next() {
    free = Math.max(free, now) + SERVICE;
    int key = draw(cumulated, random);
    int coordinator = random.nextInt(REPLICAS);
    boolean isRead = random.nextBoolean();
    if (isRead) {
      read(key, coordinator, free);
    } else {
      write(key, coordinator, free);
    }
  }

  /** One of several, by the sums of their weights so far. */
  static int draw(double[] cumulated, RandomGenerator random) {
    double drawn = random.nextDouble() * cumulated[cumulated.length - 1];
    int low = 0;
    int high = cumulated.length - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (cumulated[middle] < drawn) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private void done() {
    operations += counts() ? 1 : 0;
    next();
  }

  private void send(int sender, int receiver, Runnable arrival) {
    long due = Math.max(now, resumed(sender)) + delay.sampleNanos(random);
    links[sender][receiver] = Math.max(links[sender][receiver], due);
    at(links[sender][receiver], arrival);
  }

  /** When a replica sends again, if it is paused now. */
  private long resumed(int replica) {
    long turn = now / PAUSED_EVERY;
    return turn % REPLICAS == replica ? turn * PAUSED_EVERY + pause : 0;
  }

  private void write(int key, int coordinator, long served) {
    int slot = writes.slotOf(key);
    long version = now;
    writes.begun(slot);
    at(
        served,
        () -> {
          Acknowledged acknowledged =
              new Acknowledged(
                  write.replicas(REPLICAS),
                  () -> {
                    keys[key].newestCompleted = Math.max(keys[key].newestCompleted, version);
                    writes.completed(slot, now);
                    done();
                  });
          apply(key, coordinator, version);
          acknowledged.one();
          for (int other = 0; other < REPLICAS; other++) {
            int replica = other;
            if (replica != coordinator) {
              send(
                  coordinator,
                  replica,
                  () -> {
                    apply(key, replica, version);
                    send(replica, coordinator, acknowledged::one);
                  });
            }
          }
        });
  }

  private void apply(int key, int replica, long version) {
    keys[key].versions[replica] = Math.max(keys[key].versions[replica], version);
  }

  private static final class Acknowledged {
    private final Runnable then;
    private int missing;

    Acknowledged(int needed, Runnable then) {
      this.missing = needed;
      this.then = then;
    }

    void one() {
      missing--;
      if (missing == 0) {
        then.run();
      }
    }
  }

  private void read(int key, int coordinator, long served) {
    int slot = writes.slotOf(key);
    long age = writes.nanosSince(slot, now);
    ages.add(age);
    Level level = standing.decision().levelOf(key, age, levels::replicas);
    boolean isRaised = levels.replicas(level) > 1;
    boolean isUnderWay = writes.isUnderWay(slot);
    boolean isTimed = !isUnderWay && pairTimes.takeWanted();
    boolean isDrawn = random.nextDouble() < loop.pairs().chance(age) && !isUnderWay;
    boolean isPaired = isTimed || isDrawn;
    long required = keys[key].newestCompleted;
    long invoked = now;
    int asked = levels.replicas(level) + (isPaired ? 1 + strong : 0);
    at(
        served,
        () -> {
          if (isPaired) {
            pair(key, age, invoked, isDrawn);
          }
          ask(
              key,
              coordinator,
              levels.replicas(level),
              found -> {
                if (counts()) {
                  boolean isStale = found < required;
                  reads++;
                  stale += isStale ? 1 : 0;
                  raised += isRaised ? 1 : 0;
                  replicaReads += asked;
                  judged.add(new Judged(now, age, isStale));
                }
                done();
              });
        });
  }

  /** As pairs are judged: what was written after they were sent is left out. */
  private void pair(int key, long age, long invoked, boolean isDrawn) {
    long[] answers = new long[2];
    long[] took = new long[2];
    long sent = now;
    boolean isLost = lostPairs > 0 && random.nextDouble() < lostPairs;
    Acknowledged both =
        new Acknowledged(
            2,
            () -> {
              if (!isLost) {
                if (isDrawn) {
                  pairs.add(age, answers[0] < answers[1] && answers[1] < invoked);
                }
                pairTimes.add(took[0], took[1], now);
              }
            });
    int[] replicas = {1, strong};
    for (int i = 0; i < 2; i++) {
      int half = i;
      ask(
          key,
          random.nextInt(REPLICAS),
          replicas[half],
          found -> {
            answers[half] = found;
            took[half] = now - sent;
            both.one();
          });
    }
  }

  private interface Answer {
    void found(long version);
  }

  private void ask(int key, int coordinator, int replicas, Answer answer) {
    long[] newest = {keys[key].versions[coordinator]};
    Acknowledged answers = new Acknowledged(replicas, () -> answer.found(newest[0]));
    int first = (coordinator + 1 + random.nextInt(REPLICAS - 1)) % REPLICAS;
    for (int i = 1; i < replicas; i++) {
      int replica = i == 1 ? first : REPLICAS - coordinator - first;
      send(
          coordinator,
          replica,
          () -> {
            long found = keys[key].versions[replica];
            send(
                replica,
                coordinator,
                () -> {
                  newest[0] = Math.max(newest[0], found);
                  answers.one();
                });
          });
    }
    answers.one();
  }

  private void decide() {
    loop.evidence(ClassCounts.unclassed(ages.counts(), pairs.counts()), 0, now);
    standing = loop.at(now);
    at(now + INTERVAL, this::decide);
  }

  private void probe() {
    long sent = now;
    int coordinator = random.nextInt(REPLICAS);
    ask(0, coordinator, REPLICAS, any -> slowest.add((now - sent) / 1e9 * measuredTimes));
    if (random.nextInt(3) == 0) {
      ask(0, coordinator, 2, any -> single.add((now - sent) / 1e9 * measuredTimes));
    }
    at(now + ROUND / 30, this::probe);
  }

  private void measured() {
    if (!slowest.isEmpty()) {
      DelaySample sample = DelaySample.of(slowest);
      loop.propagation(
          new Propagation(
              sample.quantile(0.5) / 2, sample.quantile(0.25) / 2, sample.quantile(0.75) / 2),
          new RoundTrips(sample, DelaySample.of(single)),
          now);
      slowest.clear();
      single.clear();
    }
    at(now + ROUND, this::measured);
  }
}
