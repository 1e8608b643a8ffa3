package org.quorate.spring;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.guarantee.GuaranteedTo;
import org.quorate.cassandra.setting.Mode;
import org.quorate.cassandra.setting.WhenUnreachable;
import org.quorate.core.guarantee.Guarantee;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What an application states of its adaptive session. A property that is not stated leaves the word
 * to the driver's own file, and then to the default. Unknown properties are refused at the start.
 * Immutable.
 *
 * @param enabled Whether the application's session is an adaptive one.
 * @param mode What the session does with the tables: observe (the default), adapt or off.
 * @param profiles The driver's execution profiles whose statements are adapted too; none by
 *     default.
 * @param interval Between two questions to every node; 1 second by default, at least 100 ms.
 * @param propagationInterval Between two measurements of the propagation time; 10 seconds by
 *     default.
 * @param sampleShare Share of the reads that are compared with a weaker level, 0 to 1; 0.01 by
 *     default.
 * @param eventPeriod Least time between two events of one kind on one table; 10 seconds by default.
 * @param management Whether JMX may switch levels; it may by default.
 * @param recentWrites Slots of each table in which it is remembered when this process wrote last;
 *     65536 by default.
 * @param lostWrites How long a write of unknown fate counts as written just now; 1 minute by
 *     default.
 * @param reread Whether a weak read that contradicts what this process has written is read again;
 *     it is not by default.
 * @param tokenKeys Keys of session tokens in base64, of 32 bytes or more each: the first signs, all
 *     are accepted; none by default. They are secrets.
 * @param clockBound By which the wall clocks of two processes of the application differ at most; 10
 *     seconds by default.
 * @param dangerSignals Whether nodes are watched for what endangers reads, such as a replica that
 *     is back after it was down; they are by default.
 * @param evidence A table through which processes tell one another what they know; none by default.
 * @param publish A table in which clients in other languages find the levels; none by default.
 * @param tables The tables that are minded, by keyspace and name; others are left alone.
 */
@ConfigurationProperties(prefix = QuorateProperties.PREFIX, ignoreUnknownFields = false)
public record QuorateProperties(
    @DefaultValue("true") boolean enabled,
    @Nullable Mode mode,
    @Nullable List<String> profiles,
    @Nullable Duration interval,
    @Nullable Duration propagationInterval,
    @Nullable Double sampleShare,
    @Nullable Duration eventPeriod,
    @Nullable Boolean management,
    @Nullable Integer recentWrites,
    @Nullable Duration lostWrites,
    @Nullable Boolean reread,
    @Nullable List<String> tokenKeys,
    @Nullable Duration clockBound,
    @Nullable Boolean dangerSignals,
    @Nullable Evidence evidence,
    @Nullable Publish publish,
    @DefaultValue Map<String, Map<String, Table>> tables) {
  /** Before each property's name. */
  public static final String PREFIX = "quorate.cassandra";

  /**
   * How processes tell one another what they know.
   *
   * @param table In which they do, with its keyspace, such as shop.quorate_evidence.
   * @param every Between two exchanges; 5 seconds by default, at least 100 ms.
   * @param create Whether it is created where it is missing; it is not by default.
   */
  public record Evidence(
      @Nullable String table, @Nullable Duration every, @Nullable Boolean create) {}

  /**
   * How levels are published for clients in other languages.
   *
   * @param table In which they are, with its keyspace; quorate.levels by default.
   * @param valid How long after its newest word a level is followed; 3 seconds by default, 2 to 60.
   * @param level At which it is written; quorum by default.
   * @param create Whether the table is created where it is missing; it is not by default.
   * @param sharedRows Whether a client may read rows that another one has just written; it may by
   *     default.
   */
  public record Publish(
      @Nullable String table,
      @Nullable Duration valid,
      @Nullable String level,
      @Nullable Boolean create,
      @Nullable Boolean sharedRows) {}

  /**
   * What is stated of one table.
   *
   * @param tolerance The largest share of stale reads that is accepted, 0 to 1; has to be there.
   * @param writeLevel The weakest level at which anybody writes the table, or unknown; has to be
   *     there.
   * @param window Over which the tolerance holds; 10 seconds by default.
   * @param model The policy; quorate by default.
   * @param keys Over how many partitions the traffic spreads, for the policies harmony-per-key,
   *     random-read and pbs; 1 by default.
   * @param safeLevel The strongest level that reads are ever sent at; the application's own by
   *     default.
   * @param whenUnreachable What becomes of a read whose level cannot be reached: fail (the default)
   *     or serve-and-report.
   * @param guarantees What clients are promised for certain: read-your-writes, monotonic-reads or
   *     both; nothing by default.
   * @param guaranteeTime For which guarantees hold after a write or read was sent, at most a day; 1
   *     minute by default.
   * @param guaranteedTo Who is promised the guarantees: session (the default), requests or scopes.
   * @param freshnessBound Within which every replica is to have a write, at most a minute; 100 ms
   *     by default.
   * @param freshnessObjective Share of the writes that is to keep it, above 0 and below 1; 0.999 by
   *     default.
   * @param budgetWindow Over which the tolerance is an error budget, 10 seconds to a day, or 0 for
   *     none; 5 minutes by default.
   */
  public record Table(
      @Nullable Double tolerance,
      @Nullable String writeLevel,
      @Nullable Duration window,
      @Nullable String model,
      @Nullable Long keys,
      @Nullable String safeLevel,
      @Nullable WhenUnreachable whenUnreachable,
      @Nullable List<Guarantee> guarantees,
      @Nullable Duration guaranteeTime,
      @Nullable GuaranteedTo guaranteedTo,
      @Nullable Duration freshnessBound,
      @Nullable Double freshnessObjective,
      @Nullable Duration budgetWindow) {}

  /** Without the secrets among them. */
  @Override
  public String toString() {
    return PREFIX + " of " + tables;
  }
}
