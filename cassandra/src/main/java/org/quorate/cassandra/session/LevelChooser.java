package org.quorate.cassandra.session;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.guarantee.Client;
import org.quorate.cassandra.key.KeyTemplate;
import org.quorate.cassandra.key.Murmur3Token;
import org.quorate.cassandra.key.PartitionHash;
import org.quorate.cassandra.level.TableLevel;
import org.quorate.cassandra.recency.TableMemory;
import org.quorate.core.level.KeyRange;
import org.quorate.core.level.Level;
import org.quorate.core.policy.CompiledDecision;
import org.quorate.core.policy.CompiledDecision.Cause;
import org.quorate.core.policy.CompiledDecision.Choice;
import org.quorate.core.recency.KeyPlace;

/**
 * The one place where the level of a single read is chosen: the strongest of what the table's
 * decision says of its partition, now, and of what was promised to the application. A read whose
 * partition is not known is taken for one that every raise holds for.
 *
 * <p>First the partition's hash is asked for, then its age and its place, then the level, so that
 * who sends the read has all four without an object. Thread-safe; allocates nothing for a bound
 * statement with its whole key among its markers.
 */
final class LevelChooser {
  private final CqlSession session;
  private final Partitioner partitioner;

  LevelChooser(CqlSession session) {
    this.session = session;
    this.partitioner = new Partitioner(session);
  }

  /**
   * Whether reads of a table differ by their partition now.
   *
   * @param client that sends them, if anything was promised to one
   */
  boolean isByPartition(TableLevel table, @Nullable Client client) {
    CompiledDecision decision = table.decision();
    TableMemory memory = table.memory();
    return decision.isByAge()
        || decision.isByToken()
        || decision.isByClass()
        || memory.isCounting()
        || memory.isRereading()
        || client != null;
  }

  /**
   * The hash of a bound read's partition.
   *
   * @param plan of the statement, asked for only where its markers do not have the whole key
   */
  long hash(BoundStatement statement, Supplier<@Nullable KeyTemplate> plan) {
    long hash = PartitionHash.of(statement);
    if (hash != Murmur3Token.UNKNOWN) {
      return hash;
    }
    KeyTemplate template = plan.get();
    return template == null ? Murmur3Token.UNKNOWN : template.hash(statement);
  }

  /** The hash of the partition of a statement that is not prepared. */
  long hash(SimpleStatement statement, @Nullable KeyTemplate template) {
    long hash =
        template == null ? Murmur3Token.UNKNOWN : template.hash(statement, session.getContext());
    return hash == Murmur3Token.UNKNOWN ? PartitionHash.of(statement.getRoutingKey()) : hash;
  }

  /** Where a partition stands among all, as far as anybody asks. */
  int place(TableLevel table, long hash) {
    TableMemory memory = table.memory();
    return memory.isCounting() || table.decision().isByClass()
        ? memory.place(hash)
        : KeyPlace.UNKNOWN;
  }

  /**
   * What the table's decision says of a read.
   *
   * @param nanosSinceOwnWrite of the partition
   * @param place likewise
   */
  Choice choose(TableLevel table, long hash, long nanosSinceOwnWrite, int place) {
    CompiledDecision decision = table.decision();
    if (hash == Murmur3Token.UNKNOWN) {
      return decision.strongest();
    }
    return !decision.isByToken() || partitioner.isMurmur3()
        ? decision.choose(hash, nanosSinceOwnWrite, place)
        : decision.chooseUnplaced(nanosSinceOwnWrite, place);
  }

  /** Whether a partition is in a range of the ring whose reads are raised, or may be. */
  boolean isInRaisedRange(TableLevel table, long hash) {
    CompiledDecision decision = table.decision();
    return decision.isByToken()
        && (hash == Murmur3Token.UNKNOWN || !partitioner.isMurmur3() || decision.isRaisedAt(hash));
  }

  /**
   * Whether a partition is in a range of the ring whose replicas may lack writes, or may be,
   * whether its reads are raised for that or not, as while the session observes.
   */
  boolean isInRangeBehind(TableLevel table, long hash) {
    List<KeyRange> behind = table.behind();
    return !behind.isEmpty()
        && (hash == Murmur3Token.UNKNOWN
            || !partitioner.isMurmur3()
            || behind.stream().anyMatch(range -> range.contains(hash)));
  }

  /**
   * The level that was promised for a read, or null for none.
   *
   * @param client that sends it, if anything was promised to one
   */
  @Nullable Level promised(
      TableLevel table, long hash, long nanosSinceOwnWrite, @Nullable Client client) {
    return client == null ? null : client.floor(table.table(), hash, nanosSinceOwnWrite);
  }

  /** The level at which a read is sent now, which is counted. */
  Level level(
      TableLevel table, long hash, long nanosSinceOwnWrite, int place, @Nullable Client client) {
    TableMemory memory = table.memory();
    memory.read(hash, nanosSinceOwnWrite, place);
    Choice choice = choose(table, hash, nanosSinceOwnWrite, place);
    Level level = choice.level();
    Level promised = promised(table, hash, nanosSinceOwnWrite, client);
    if (promised != null && table.stronger(level, promised) != level) {
      memory.floored();
      return promised;
    }
    if (choice.cause() != Cause.NONE) {
      memory.raised(choice.cause());
    }
    return level;
  }
}
