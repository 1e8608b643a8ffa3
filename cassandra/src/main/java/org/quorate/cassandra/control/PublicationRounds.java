package org.quorate.cassandra.control;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.metadata.TokenMap;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.access.Failures;
import org.quorate.cassandra.event.Events;
import org.quorate.cassandra.event.LevelEvent.Kind;
import org.quorate.cassandra.monitor.SourceException;
import org.quorate.cassandra.publication.LevelWord;
import org.quorate.cassandra.publication.LevelsTable;
import org.quorate.cassandra.setting.AdaptiveSettings;
import org.quorate.cassandra.setting.Mode;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.policy.Decision;
import org.quorate.core.policy.ReadLevels;

/**
 * Publishes the level of every table for clients in other languages: what was settled last, once in
 * every second, and at the next look where it asks for something else than before. Of a table that
 * could not be settled lately, or whose replicas are not known, nothing is published, so that
 * clients soon take its last word for old. Where words cannot be written one event says so, for
 * each kind of failure, and nothing else changes. Not thread-safe, but for {@link #published()}.
 */
final class PublicationRounds {
  /** How often to {@linkplain #tick() look} whether there is something new. */
  static final Duration LOOK = Duration.ofMillis(100);

  private static final String MURMUR3 = "Murmur3Partitioner";

  /** Less than a second by half a look, so that looks that come late do not add up. */
  private static final long EVERY = TimeUnit.MILLISECONDS.toNanos(950);

  /** Where a failure will last, for so long nothing is tried. */
  private static final long REST = TimeUnit.SECONDS.toNanos(10);

  /** Words about one table: each fails within a second, and the newest is what counts. */
  private static final int MOST_UNDER_WAY = 3;

  /** After so long without a failure the next one is told, whatever was told before. */
  private static final long QUIET = TimeUnit.MINUTES.toNanos(1);

  /**
   * What answers have told so far.
   *
   * @param word the newest that was acknowledged, and {@code sequence} its own; null before the
   *     first
   * @param sentAt when that was sent; before the first, when there was anything to publish
   * @param failure of the latest answer; null where it was none
   */
  private record Answered(
      @Nullable LevelWord word, long sequence, long sentAt, @Nullable String failure) {
    /** Answers need not come in the order of the words. */
    Answered with(LevelWord acknowledged, long itsSequence, long itsSentAt) {
      return itsSequence > sequence
          ? new Answered(acknowledged, itsSequence, itsSentAt, null)
          : new Answered(word, sequence, sentAt, null);
    }

    Answered failed(Throwable why) {
      return new Answered(word, sequence, sentAt, Failures.sentence(why));
    }
  }

  /** One table, and what is said about it. */
  private static final class Topic {
    private final TableName name;
    private @Nullable LevelWord settled;
    private long settledAt;
    private @Nullable LevelWord said;
    private long saidAt;
    private long sequence;
    private int underWay;
    private volatile Answered answered;

    Topic(TableName name, long now) {
      this.name = name;
      this.answered = new Answered(null, 0, now, null);
    }

    private boolean isDue(LevelWord word, long now) {
      LevelWord before = said;
      return underWay < MOST_UNDER_WAY
          && (before == null || !before.asksTheSameAs(word) || now - saidAt >= EVERY);
    }
  }

  private final UUID publisher;
  private final LevelsTable table;
  private final BooleanSupplier areTokensMurmur3;
  private final long untilStale;
  private final Events events;
  private final Executor thread;
  private final LongSupplier nanoTime;
  private final Map<TableName, Topic> topics = new LinkedHashMap<>();
  private final LongAdder written = new LongAdder();
  private final LongAdder failed = new LongAdder();
  private final Set<Class<?>> failing = new HashSet<>();
  private long failedAt;
  private boolean isResting;
  private long restsSince;
  private boolean hasEnded;

  /**
   * @param publisher a name that no other process has
   * @param areTokensMurmur3 whether clients can compute the tokens of the ring
   * @param untilStale for how long what was settled is published unless it is settled again
   * @param thread on which answers are taken in
   */
  PublicationRounds(
      UUID publisher,
      LevelsTable table,
      Iterable<TableName> tables,
      BooleanSupplier areTokensMurmur3,
      Duration untilStale,
      Events events,
      Executor thread,
      LongSupplier nanoTime) {
    this.publisher = publisher;
    this.table = table;
    this.areTokensMurmur3 = areTokensMurmur3;
    this.untilStale = untilStale.toNanos();
    this.events = events;
    this.thread = thread;
    this.nanoTime = nanoTime;
    long now = nanoTime.getAsLong();
    tables.forEach(name -> topics.put(name, new Topic(name, now)));
  }

  /** Under a name drawn by chance; empty where nothing is to be published. */
  static Optional<PublicationRounds> of(
      CqlSession session,
      AdaptiveSettings settings,
      Events events,
      Executor thread,
      LongSupplier nanoTime) {
    return settings
        .publication()
        .map(
            how ->
                new PublicationRounds(
                    UUID.randomUUID(),
                    new LevelsTable(session, how),
                    settings.tables().keySet(),
                    () ->
                        session
                            .getMetadata()
                            .getTokenMap()
                            .map(TokenMap::getPartitionerName)
                            .filter(name -> name.endsWith(MURMUR3))
                            .isPresent(),
                    TableControls.untilStale(settings.interval()),
                    events,
                    thread,
                    nanoTime));
  }

  /** All tables are about to be settled: what was settled before is published no more. */
  void settling() {
    topics.values().forEach(topic -> topic.settled = null);
  }

  /**
   * Takes in what is in effect for a table now.
   *
   * @param inEffect what its reads are sent at
   * @param mode by which that was chosen
   */
  void settled(TableControl control, Decision inEffect, Mode mode) {
    Topic topic = topics.get(control.settings().table());
    if (topic != null && !control.levels().replication().equals(TableControl.UNKNOWN)) {
      topic.settled = word(control, inEffect, mode);
      topic.settledAt = nanoTime.getAsLong();
    }
  }

  private LevelWord word(TableControl control, Decision inEffect, Mode mode) {
    TableStatus status = control.status();
    ReadLevels levels = control.levels();
    if (!status.pinned() && (mode != Mode.ADAPT || status.leftAlone().isPresent())) {
      return LevelWord.undecided(status.level(), levels, status.reason());
    }
    boolean isFixed = status.pinned() || control.settings().policy().fixedLevel().isPresent();
    double seconds =
        isFixed
            ? 0.0
            : status.observation().map(seen -> seen.propagation().highSeconds()).orElse(0.0);
    LevelWord word =
        LevelWord.of(
            inEffect, status.safeLevel(), levels, seconds, table.settings().areRowsShared());
    return areTokensMurmur3.getAsBoolean() ? word : word.withoutTokens();
  }

  /** Writes what is due. */
  void tick() {
    long now = nanoTime.getAsLong();
    if (hasEnded || (isResting && now - restsSince < REST)) {
      return;
    }
    isResting = false;
    for (Topic topic : topics.values()) {
      LevelWord word = topic.settled;
      if (word != null
          && !isResting
          && now - topic.settledAt <= untilStale
          && topic.isDue(word, now)) {
        topic.saidAt = now;
        say(topic, word);
      }
    }
  }

  /** Writes a last word about every table that there was any about. */
  void end() {
    if (hasEnded) {
      return;
    }
    hasEnded = true;
    for (Topic topic : topics.values()) {
      LevelWord last = topic.said;
      if (last != null) {
        say(topic, last.last());
      }
    }
  }

  private void say(Topic topic, LevelWord word) {
    topic.said = word;
    topic.sequence++;
    topic.underWay++;
    long sequence = topic.sequence;
    long sentAt = nanoTime.getAsLong();
    CompletionStage<?> answer;
    try {
      answer = table.write(topic.name, publisher, sequence, word);
    } catch (RuntimeException e) {
      answer = CompletableFuture.failedStage(e);
    }
    answer.whenComplete(
        (any, failure) ->
            thread.execute(
                () -> {
                  topic.underWay--;
                  topic.answered =
                      failure == null
                          ? topic.answered.with(word, sequence, sentAt)
                          : topic.answered.failed(failure);
                  answered(failure);
                }));
  }

  private void answered(@Nullable Throwable failure) {
    if (failure == null) {
      written.increment();
      return;
    }
    failed.increment();
    long now = nanoTime.getAsLong();
    Throwable cause = Failures.cause(failure);
    if (cause instanceof SourceException) {
      isResting = true;
      restsSince = now;
    }
    if (now - failedAt > QUIET) {
      failing.clear();
    }
    failedAt = now;
    if (failing.add(cause.getClass())) {
      String sentence = "Levels are not published: " + Failures.sentence(failure);
      events.tell(Kind.PUBLICATION, null, null, null, sentence);
    }
  }

  /** What was published so far. */
  PublishedLevels published() {
    long now = nanoTime.getAsLong();
    return new PublishedLevels(
        written.sum(),
        failed.sum(),
        topics.values().stream().map(topic -> published(topic, now)).toList());
  }

  private static PublishedWord published(Topic topic, long now) {
    Answered known = topic.answered;
    return new PublishedWord(
        topic.name,
        Optional.ofNullable(known.word()),
        Duration.ofNanos(Math.max(0, now - known.sentAt())),
        Optional.ofNullable(known.failure()));
  }
}
