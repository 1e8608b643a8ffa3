package org.quorate.cassandra.publication;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.quorate.cassandra.exchange.ExchangeTable;
import org.quorate.cassandra.level.DriverLevels;
import org.quorate.cassandra.table.TableName;

/**
 * The table of published levels: one partition, of which each publisher has a row for each of its
 * tables. A word is one insert, and no batch of several, since servers refuse batches that are
 * shorter than a word may be (50 KiB, {@code batch_size_fail_threshold}). Thread-safe.
 */
public final class LevelsTable {
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  private final CqlSession session;
  private final PublicationSettings settings;
  private final ExchangeTable table;
  private final String insert;
  private final AtomicLong lastStamp = new AtomicLong();

  /**
   * @param session the application's own, whose role must be able to change the table
   */
  public LevelsTable(CqlSession session, PublicationSettings settings) {
    this.session = session;
    this.settings = settings;
    this.table =
        new ExchangeTable(
            session,
            new ExchangeTable.Purpose(
                settings.table(),
                createTable(settings.table()),
                settings.mayCreate(),
                "keep published levels",
                List.of("MODIFY")),
            ExchangeTable.PATIENCE_WITH_CREATION);
    this.insert =
        "INSERT INTO "
            + settings.table().toCql()
            + " (part, about, publisher, format, sequence, valid_ms, level, safe_level, window_ms,"
            + " raised, raised_level, data_center, reason) VALUES (0, ?, ?, "
            + LevelWord.FORMAT
            + ", ?, "
            + settings.valid().toMillis()
            + ", ?, ?, ?, ?, ?, ?, ?) USING TTL "
            + settings.timeToLive().toSeconds();
  }

  /** Statement that creates the table. */
  static String createTable(TableName name) {
    return ExchangeTable.createTable(
        name,
        "part int, about text, publisher uuid, format int, sequence bigint, valid_ms int, level"
            + " text, safe_level text, window_ms int, raised text, raised_level text, data_center"
            + " text, reason text, PRIMARY KEY (part, about, publisher)",
        "gc_grace_seconds = 3600");
  }

  /** How levels are published. */
  public PublicationSettings settings() {
    return settings;
  }

  /**
   * Leaves a word about a table in place of the one before, and of none that was written later
   * here, however late it arrives. Never blocks.
   *
   * @param publisher whose word it is
   * @param sequence greater than that of its word before
   */
  public CompletionStage<?> write(TableName about, UUID publisher, long sequence, LevelWord word) {
    SimpleStatement row =
        SimpleStatement.newInstance(
                insert,
                about.toString(),
                publisher,
                sequence,
                word.level().name(),
                word.safeLevel().name(),
                word.windowMillis(),
                word.raised(),
                word.raisedLevel().name(),
                word.dataCenter(),
                word.reason())
            .setConsistencyLevel(DriverLevels.of(settings.level()))
            .setQueryTimestamp(nextStamp())
            .setIdempotent(true)
            .setTimeout(PATIENCE);
    return table.use(() -> session.executeAsync(row));
  }

  /**
   * Microseconds since 1970, each greater than the one before. Of the word, since a driver gives
   * every attempt a new one: an older word that is tried again would undo a newer one.
   */
  private long nextStamp() {
    long micros = TimeUnit.MILLISECONDS.toMicros(System.currentTimeMillis());
    return lastStamp.updateAndGet(last -> Math.max(last + 1, micros));
  }
}
