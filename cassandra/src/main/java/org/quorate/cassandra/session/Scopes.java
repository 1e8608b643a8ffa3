package org.quorate.cassandra.session;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.metadata.Metadata;
import com.datastax.oss.driver.api.core.metadata.schema.RelationMetadata;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.control.LevelController;
import org.quorate.cassandra.control.TableStatus;
import org.quorate.cassandra.guarantee.Client;
import org.quorate.cassandra.guarantee.GuaranteeSettings;
import org.quorate.cassandra.guarantee.GuaranteedTo;
import org.quorate.cassandra.guarantee.ScopeClient;
import org.quorate.cassandra.guarantee.SessionClient;
import org.quorate.cassandra.guarantee.TableGuarantee;
import org.quorate.cassandra.guarantee.TokenSettings;
import org.quorate.cassandra.setting.TableSettings;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.guarantee.SessionMemory;
import org.quorate.core.guarantee.SessionTerms;
import org.quorate.core.guarantee.SessionTokens;
import org.quorate.core.level.Level;
import org.quorate.core.policy.LevelLadder;
import org.quorate.core.policy.ReadLevels;

/**
 * The clients of a session that can be promised something: the session itself, those of its
 * requests that ask, and its scopes, with their tokens. Thread-safe.
 */
final class Scopes {
  private final CqlSession session;
  private final LevelController levels;
  private final Map<TableName, TableGuarantee> tables;
  private final TokenSettings settings;
  private final SessionTerms terms;
  private final InstantSource clock;
  private final SessionClient whole;
  private final SessionClient asking;
  private final Map<SessionTokens.Standing, LongAdder> resumed =
      new EnumMap<>(SessionTokens.Standing.class);

  Scopes(CqlSession session, LevelController levels, TokenSettings settings, InstantSource clock) {
    this.session = session;
    this.levels = levels;
    this.tables = levels.guarantees();
    this.settings = settings;
    this.clock = clock;
    Duration longest =
        tables.values().stream()
            .map(table -> table.settings().time())
            .max(Comparator.naturalOrder())
            .orElse(GuaranteeSettings.NONE.time());
    this.terms = new SessionTerms(longest, settings.clockBound());
    this.whole = new SessionClient(tables, EnumSet.of(GuaranteedTo.SESSION));
    this.asking =
        new SessionClient(tables, EnumSet.of(GuaranteedTo.SESSION, GuaranteedTo.REQUESTS));
    for (SessionTokens.Standing standing : SessionTokens.Standing.values()) {
      resumed.put(standing, new LongAdder());
    }
  }

  /** The session as a client of its reads, or null where nothing is promised to it. */
  @Nullable Client reader() {
    return whole.isPromisedAnything() ? whole : null;
  }

  /** The session as a client of its writes, or null where nothing is promised of them. */
  @Nullable Client writer() {
    return asking.isPromisedAnything() ? asking : null;
  }

  /** Those requests of the session that ask for guarantees. */
  GuaranteedSession guaranteed(AdaptiveCqlSession of) {
    return new ClientCqlSession(of, asking);
  }

  /** A scope that goes on with a token. */
  SessionScope resume(AdaptiveCqlSession of, @Nullable String token) {
    SessionTokens.Reading reading = read(token);
    Objects.requireNonNull(resumed.get(reading.standing())).increment();
    return new ScopedCqlSession(
        of, this, new ScopeClient(tables, asking, reading.memory(), clock), reading);
  }

  SessionTokens.Reading read(@Nullable String token) {
    return tokens().read(token, clock.millis());
  }

  String write(SessionMemory memory) {
    return tokens().write(memory, clock.millis());
  }

  /** How many scopes began with a token that stood so. */
  long resumed(SessionTokens.Standing standing) {
    return Objects.requireNonNull(resumed.get(standing)).sum();
  }

  private SessionTokens tokens() {
    return new SessionTokens(terms, settings.keys(), audience());
  }

  /**
   * Who understands the tokens: whoever has the same tables of the same cluster, and was told the
   * same of them, since what a token leaves out follows from the levels of requests. A table that
   * was dropped and made again is another. Levels of one data centre promise nothing in another.
   */
  private long audience() {
    Metadata metadata = session.getMetadata();
    long audience = metadata.getClusterName().orElse("").hashCode();
    for (TableName table : tables.keySet().stream().sorted().toList()) {
      ReadLevels of = levels.readLevels(table);
      UUID id = id(metadata, table);
      audience = mixed(audience, table.toString().hashCode());
      audience = mixed(audience, id.getMostSignificantBits());
      audience = mixed(audience, id.getLeastSignificantBits());
      audience =
          mixed(audience, of.ladder() == LevelLadder.LOCAL ? of.localDataCenter().hashCode() : 0);
      audience = mixed(audience, promised(table).hashCode());
    }
    return audience;
  }

  private String promised(TableName table) {
    TableSettings told = levels.settings(table).orElseThrow();
    Level stated = told.safeLevel();
    return told.writeLevel()
        + " "
        + (stated != null ? stated : levels.status(table).map(TableStatus::safeLevel).orElseThrow())
        + " "
        + new TreeSet<>(told.guarantees().guarantees());
  }

  private static UUID id(Metadata metadata, TableName name) {
    return metadata
        .getKeyspace(CqlIdentifier.fromInternal(name.keyspace()))
        .flatMap(keyspace -> keyspace.getTable(CqlIdentifier.fromInternal(name.table())))
        .flatMap(RelationMetadata::getId)
        .orElse(new UUID(0, 0));
  }

  private static long mixed(long hash, long more) {
    long mixed = (hash ^ more) * 0x9E3779B97F4A7C15L;
    return mixed ^ (mixed >>> 32);
  }
}
