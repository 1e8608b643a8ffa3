package org.quorate.cassandra.control;

import com.datastax.oss.driver.api.core.CqlSession;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.access.Failures;
import org.quorate.cassandra.event.Events;
import org.quorate.cassandra.event.LevelEvent.Kind;
import org.quorate.cassandra.evidence.EvidenceSettings;
import org.quorate.cassandra.evidence.EvidenceStore;
import org.quorate.cassandra.evidence.EvidenceTable;
import org.quorate.cassandra.monitor.SourceException;
import org.quorate.cassandra.recency.TableMemory;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.control.DecisionLoop;
import org.quorate.core.control.budget.BudgetStatus;
import org.quorate.core.evidence.EvidenceCodec;
import org.quorate.core.evidence.EvidenceMap;
import org.quorate.core.evidence.EvidencePace;
import org.quorate.core.evidence.HeardEvidence;
import org.quorate.core.evidence.HeardEvidence.Heard;
import org.quorate.core.evidence.ProcessEvidence;
import org.quorate.core.evidence.ReplicaBehind;
import org.quorate.core.level.Level;
import org.quorate.core.policy.LevelLadder;
import org.quorate.core.policy.ReadLevels;

/**
 * Tells other processes what this one knows of its tables, and takes in what they tell: one write
 * and one read in a round, whatever the number of tables, and in {@linkplain EvidencePace some
 * rounds alone} where it reads little; nothing of it on the path of a request. Where that fails,
 * tables go by their own evidence once that of the others is too old, and one event says so. Not
 * thread-safe, but for {@link #exchanged()}.
 */
final class EvidenceRounds {
  private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

  /** Where a failure will last, so many rounds are left out before the next attempt. */
  private static final int ROUNDS_OF_REST = 11;

  /** So that what a process itself sees is not much older than what it would hear. */
  private static final int MOST_TURNS = 5;

  /** What can fail. */
  private enum Part {
    READ,
    WRITE
  }

  /** One table, and what is heard about it. */
  private record Topic(TableName name, TableControl control, HeardEvidence heard) {}

  private final UUID process;
  private final EvidenceSettings settings;
  private final EvidenceStore store;
  private final List<Topic> topics = new ArrayList<>();
  private final EvidenceRows rows;
  private final ReplicaRounds replicas;
  private final Events events;
  private final Executor thread;
  private final LongSupplier nanoTime;
  private final InstantSource wallClock;
  private final Map<UUID, Long> behindSince = new HashMap<>();
  private Map<TableName, ProcessEvidence> lastTold = Map.of();
  private final Set<TableName> untold = new HashSet<>();
  private final Map<Part, String> failing = new EnumMap<>(Part.class);
  private final LongAdder failedReads = new LongAdder();
  private final LongAdder failedWrites = new LongAdder();
  private final LongAdder queries = new LongAdder();
  private final LongAdder writes = new LongAdder();
  private volatile Map<TableName, EvidenceStanding> standings = new LinkedHashMap<>();
  private long sequence;
  private int underWay;
  private int rest;
  private int passed;

  /**
   * @param process a name that no other process has
   * @param thread on which answers are taken in
   * @param wallClock of sequences, which say which value of a process is the newer one
   */
  EvidenceRounds(
      UUID process,
      EvidenceSettings settings,
      EvidenceStore store,
      Map<TableName, TableControl> tables,
      ReplicaRounds replicas,
      Events events,
      Executor thread,
      LongSupplier nanoTime,
      InstantSource wallClock) {
    this.process = process;
    this.settings = settings;
    this.store = store;
    this.rows = new EvidenceRows(tables.keySet(), sentence -> tell(null, sentence));
    this.replicas = replicas;
    this.events = events;
    this.thread = thread;
    this.nanoTime = nanoTime;
    this.wallClock = wallClock;
    tables.forEach(
        (name, control) -> {
          HeardEvidence heard =
              new HeardEvidence(process, settings.trusted(), settings.timeToLive());
          topics.add(new Topic(name, control, heard));
          standings.put(name, EvidenceStanding.NOBODY);
          control.loop().others(heard);
        });
  }

  /** In a table of the cluster that a session is with, under a name drawn by chance. */
  static EvidenceRounds of(
      CqlSession session,
      EvidenceSettings settings,
      Map<TableName, TableControl> tables,
      ReplicaRounds replicas,
      Events events,
      Executor thread,
      LongSupplier nanoTime) {
    return new EvidenceRounds(
        UUID.randomUUID(),
        settings,
        new EvidenceTable(session, settings),
        tables,
        replicas,
        events,
        thread,
        nanoTime,
        InstantSource.system());
  }

  /** How often it is to be ticked. */
  Duration every() {
    return settings.every();
  }

  /** Begins a round, unless the last is still under way or there is nothing to tell yet. */
  void tick() {
    settle();
    if (underWay > 0) {
      return;
    }
    if (rest > 0) {
      rest--;
      return;
    }
    Map<TableName, ProcessEvidence> values = own();
    passed++;
    if (isDue(values)) {
      begin(values);
    }
  }

  /** What failed is tried again in the next round. */
  private boolean isDue(Map<TableName, ProcessEvidence> values) {
    return !failing.isEmpty()
        || !values.keySet().equals(lastTold.keySet())
        || values.entrySet().stream().anyMatch(each -> isDue(each.getKey(), each.getValue()));
  }

  private boolean isDue(TableName table, ProcessEvidence value) {
    ProcessEvidence told = Objects.requireNonNull(lastTold.get(table));
    // Others go by what they were told: where reads end that is more often.
    int rounds = Math.min(rounds(value), 2 * rounds(told));
    return passed >= rounds || EvidencePace.isNews(value, told);
  }

  private int rounds(ProcessEvidence value) {
    return EvidencePace.rounds(value.reads(), settings.trusted());
  }

  private void begin(Map<TableName, ProcessEvidence> own) {
    passed = 0;
    lastTold = own;
    Map<TableName, byte[]> values = new LinkedHashMap<>();
    own.forEach((table, value) -> values.put(table, EvidenceCodec.encode(value)));
    if (!values.isEmpty()) {
      underWay = 2;
      writes.increment();
      begin(Part.WRITE, () -> store.write(process, values), any -> {});
      begin(
          Part.READ,
          () -> store.read(rows.most()),
          told -> {
            queries.add(told.queries());
            take(rows.read(told));
          });
    }
  }

  private <T> void begin(
      Part part, Supplier<? extends CompletionStage<? extends T>> asking, Consumer<T> taking) {
    CompletionStage<? extends T> answer;
    try {
      answer = asking.get();
    } catch (RuntimeException e) {
      answer = CompletableFuture.failedStage(e);
    }
    answer.whenComplete(
        (value, failure) ->
            thread.execute(
                () -> {
                  underWay--;
                  if (failure == null) {
                    failing.remove(part);
                    taking.accept(value);
                  } else {
                    failed(part, failure);
                  }
                  settle();
                }));
  }

  private void failed(Part part, Throwable failure) {
    (part == Part.READ ? failedReads : failedWrites).increment();
    if (part == Part.READ) {
      queries.increment();
    }
    if (Failures.cause(failure) instanceof SourceException) {
      rest = ROUNDS_OF_REST;
    }
    String sentence = Failures.sentence(failure);
    boolean isTold = failing.containsValue(sentence);
    failing.put(part, sentence);
    if (!isTold) {
      tell(null, "Evidence is not exchanged with other processes: " + sentence);
    }
  }

  private void tell(@Nullable TableName table, String sentence) {
    events.tell(Kind.EVIDENCE, table, null, null, sentence);
  }

  private Map<TableName, ProcessEvidence> own() {
    sequence = Math.max(sequence + 1, wallClock.millis());
    long now = nanoTime.getAsLong();
    List<ReplicaBehind> behind = behind(now);
    Map<TableName, ProcessEvidence> values = new LinkedHashMap<>();
    for (Topic topic : topics) {
      if (topic.control.leftAlone() == null) {
        try {
          values.put(topic.name, own(topic.control, behind));
          untold.remove(topic.name);
        } catch (IllegalArgumentException e) {
          if (untold.add(topic.name)) {
            tell(topic.name, "Evidence is not told to other processes: " + Failures.sentence(e));
          }
        }
      }
    }
    return values;
  }

  private ProcessEvidence own(TableControl control, List<ReplicaBehind> behind) {
    DecisionLoop loop = control.loop();
    TableMemory memory = control.level().memory();
    return ProcessEvidence.of(process, sequence, terms(control), loop.ownEvidence(), behind)
        .with(memory.pairTimes().seconds(memory.now()), loop.budget().map(BudgetStatus::told));
  }

  private List<ReplicaBehind> behind(long now) {
    List<ReplicaBehind> behind = new ArrayList<>();
    replicas
        .seenBehind()
        .forEach(
            (id, status) -> {
              long since = behindSince.computeIfAbsent(id, any -> now);
              int seconds = (int) TimeUnit.NANOSECONDS.toSeconds(now - since);
              behind.add(new ReplicaBehind(id, seconds, status.reason()));
            });
    behindSince.keySet().retainAll(behind.stream().map(ReplicaBehind::replica).toList());
    return behind;
  }

  /**
   * Tallies are comparable where reads are of as many replicas, writes reach as many, and pairs are
   * compared with reads at the same level.
   */
  private static long terms(TableControl control) {
    ReadLevels levels = control.levels();
    Level stated = control.settings().safeLevel();
    String text =
        String.join(
            " ",
            new TreeMap<>(levels.replication().replicasByDataCenter()).toString(),
            levels.ladder() == LevelLadder.LOCAL ? levels.localDataCenter() : "",
            levels.ladder().name(),
            levels.writeLevel().name(),
            (stated == null ? levels.safe() : control.loop().ceiling()).name());
    return UUID.nameUUIDFromBytes(text.getBytes(StandardCharsets.UTF_8)).getMostSignificantBits();
  }

  private void take(Map<TableName, EvidenceMap> told) {
    for (Topic topic : topics) {
      Optional.ofNullable(lastTold.get(topic.name))
          .ifPresent(own -> topic.heard.hearing(own.reads()));
      topic.heard.take(
          told.getOrDefault(topic.name, EvidenceMap.NONE),
          terms(topic.control),
          nanoTime.getAsLong());
      topic.control.loop().heard();
    }
  }

  /** What follows from everything that was heard, as it stands now. */
  private void settle() {
    long now = nanoTime.getAsLong();
    Map<UUID, ReplicaBehind> behind = new TreeMap<>();
    Map<TableName, EvidenceStanding> settled = new LinkedHashMap<>();
    for (Topic topic : topics) {
      List<Heard> heard = topic.heard.at(now);
      heard.stream()
          .flatMap(each -> each.value().behind().stream())
          .forEach(each -> behind.put(each.replica(), each));
      EvidenceStanding before = standings.getOrDefault(topic.name, EvidenceStanding.NOBODY);
      EvidenceStanding after = standing(heard, topic.control.loop().pool(now).contradicted());
      settled.put(topic.name, after);
      tell(topic.name, before.contradicted(), after.contradicted());
    }
    standings = settled;
    replicas.others(behind);
  }

  private static EvidenceStanding standing(List<Heard> heard, boolean contradicted) {
    int trusted = (int) heard.stream().filter(Heard::trusted).count();
    double age =
        heard.stream().mapToDouble(Heard::ageNanos).min().orElse(Double.NaN) / NANOS_PER_SECOND;
    return new EvidenceStanding(trusted, heard.size() - trusted, age, contradicted);
  }

  private void tell(TableName name, boolean wasContradicted, boolean isContradicted) {
    if (isContradicted && !wasContradicted) {
      tell(
          name,
          "Pairs of this process are stale more often than those of others make likely, so what"
              + " others tell may only raise levels.");
    } else if (wasContradicted && !isContradicted) {
      tell(name, "Pairs of this process do not speak against those of others any more.");
    }
  }

  /**
   * How many processes can take turns in asking servers: this one and those that are trusted, about
   * each table that is minded, and no more than have one within a round of evidence.
   *
   * @param interval between two turns, above 0
   */
  int turns(Duration interval) {
    Map<TableName, EvidenceStanding> standing = standings;
    int others =
        topics.stream()
            .filter(topic -> topic.control.leftAlone() == null)
            .mapToInt(topic -> standing.getOrDefault(topic.name, EvidenceStanding.NOBODY).trusted())
            .min()
            .orElse(0);
    long most = Math.min(MOST_TURNS, settings.every().dividedBy(interval));
    return (int) Math.max(1, Math.min(most, 1 + others));
  }

  /** What was exchanged so far, and what is heard now. */
  ExchangedEvidence exchanged() {
    return new ExchangedEvidence(
        standings,
        rows.refused(),
        failedReads.sum(),
        failedWrites.sum(),
        queries.sum(),
        writes.sum());
  }
}
