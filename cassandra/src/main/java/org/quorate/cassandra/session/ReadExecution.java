package org.quorate.cassandra.session;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.type.reflect.GenericType;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.control.LevelController;
import org.quorate.cassandra.control.TableStatus;
import org.quorate.cassandra.event.Events;
import org.quorate.cassandra.guarantee.Client;
import org.quorate.cassandra.key.Murmur3Token;
import org.quorate.cassandra.level.CarriedLevel;
import org.quorate.cassandra.level.TableLevel;
import org.quorate.cassandra.recency.TableMemory;
import org.quorate.cassandra.sample.PairListener;
import org.quorate.cassandra.sample.PairedReads;
import org.quorate.cassandra.setting.Mode;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.level.Level;
import org.quorate.core.recency.AgedPairs;
import org.quorate.core.recency.PairBudget;
import org.quorate.core.recency.PairTimes;
import org.quorate.core.recency.SettledPairs;

/**
 * Sends reads that need more than their level: those that are sampled, those that are served weaker
 * where their level cannot be reached, and those that are read again where their answer contradicts
 * what this process has written. Works for blocking and asynchronous execution; other kinds, such
 * as reactive, are sent as they are, and are no samples. Thread-safe.
 */
final class ReadExecution {
  private final RefusedReads sending;
  private final LevelController levels;
  private final LevelChooser chooser;
  private final PairedReads pairs;
  private final OwnFaults faults;
  private final WeakerReads weaker;
  private final Rereads rereads;

  ReadExecution(
      CqlSession delegate,
      LevelController levels,
      LevelChooser chooser,
      PairedReads pairs,
      Events events,
      OwnFaults faults) {
    this.sending = new RefusedReads(delegate, levels, faults);
    this.levels = levels;
    this.chooser = chooser;
    this.pairs = pairs;
    this.faults = faults;
    this.weaker = new WeakerReads(sending, levels, events);
    this.rereads = new Rereads(levels, weaker, faults);
  }

  /** Whether, and what for, a pair is to be sent beside a read. */
  enum Pairing {
    NONE,
    /** For its time alone: what it finds is of no chance that is known, and not counted. */
    TIMED,
    /** Drawn in a range that is raised: for what it finds of the replica that answers alone. */
    WATCHING,
    /** Drawn. */
    COUNTED,
    /** Drawn as one of a sample of all reads, at a level between. */
    SAMPLED;

    /** Whether what it finds was drawn with a chance that is known. */
    boolean isDrawn() {
      return this == COUNTED || this == SAMPLED;
    }
  }

  /**
   * A read that is to be sent.
   *
   * @param hash of its partition
   * @param nanosSinceOwnWrite of its partition, when its level was chosen
   * @param place likewise
   * @param client that was told of it, if anything was promised to one
   * @param pairing beside it
   * @param plan looked up only where it is needed
   */
  record OwnRead(
      Statement<?> statement,
      TableLevel table,
      long hash,
      long nanosSinceOwnWrite,
      int place,
      @Nullable Client client,
      Pairing pairing,
      Supplier<Optional<ReadPlan>> plan) {}

  /** Draws beside a read that can have no pair, and counts where one would have been sent. */
  void unpaired(TableLevel table, long hash, long nanosSinceOwnWrite, int place) {
    unpaired(table, drawn(table, hash, nanosSinceOwnWrite, place));
  }

  private static void unpaired(TableLevel table, Pairing pairing) {
    if (pairing.isDrawn()) {
      table.memory().unpaired(pairing == Pairing.SAMPLED);
    }
  }

  /**
   * Draws whether a pair is to be sent beside a read, and counted. In ranges that are raised,
   * because replicas are behind, none is: what it found there would be taken for true everywhere,
   * and for long.
   */
  private Pairing drawn(TableLevel table, long hash, long nanosSinceOwnWrite, int place) {
    Mode mode = levels.mode();
    PairBudget.Drawn drawn =
        switch (mode) {
          case OBSERVE -> pairs.isDrawn() ? PairBudget.Drawn.WEAKEST : PairBudget.Drawn.NONE;
          case ADAPT -> table.memory().draw(nanosSinceOwnWrite, place);
          case OFF -> PairBudget.Drawn.NONE;
        };
    if (drawn == PairBudget.Drawn.NONE || !pairs.isAllowed()) {
      return Pairing.NONE;
    }
    if (mode == Mode.OBSERVE || !chooser.isInRaisedRange(table, hash)) {
      return drawn == PairBudget.Drawn.BETWEEN ? Pairing.SAMPLED : Pairing.COUNTED;
    }
    return drawn == PairBudget.Drawn.WEAKEST && table.memory().settledPairs().isWatched()
        ? Pairing.WATCHING
        : Pairing.NONE;
  }

  /**
   * Draws likewise, and in raised ranges too where nothing but pairs shows which replica they are
   * raised for. Says whether a pair is to be sent for its time where none is drawn: in ranges that
   * are raised too, so that it is known before they are lowered.
   */
  Pairing pairing(TableLevel table, long hash, long nanosSinceOwnWrite, int place) {
    Pairing drawn = drawn(table, hash, nanosSinceOwnWrite, place);
    if (drawn != Pairing.NONE) {
      return drawn;
    }
    PairTimes times = table.memory().pairTimes();
    // Hardly ever, so that the request path asks no more.
    return times.isWanted()
            && table.memory().isCounting()
            && levels.mode() == Mode.ADAPT
            && pairs.isAllowed()
            && times.takeWanted()
        ? Pairing.TIMED
        : Pairing.NONE;
  }

  /**
   * Whether a read for which no pair was drawn needs nothing but its level.
   *
   * @param hash of its partition
   */
  boolean isPlain(TableLevel table, long hash) {
    return !weaker.areDeclared() && !rereads.mayFollow(table, hash);
  }

  /**
   * Sends a read that {@linkplain #isPlain needs nothing but its level}.
   *
   * @param client that was told of it, if anything was promised to one
   * @param hash of its partition
   */
  <ResultT> @Nullable ResultT plain(
      Statement<?> statement,
      TableLevel table,
      @Nullable Client client,
      long hash,
      GenericType<ResultT> resultType) {
    return sending.execute(statement, table, client, hash, resultType);
  }

  /** Sends a read. */
  <ResultT> @Nullable ResultT execute(OwnRead read, GenericType<ResultT> resultType) {
    if (resultType.equals(Statement.SYNC)) {
      return cast(sync(read));
    }
    if (resultType.equals(Statement.ASYNC)) {
      return cast(async(read));
    }
    unpaired(read.table(), read.pairing());
    return send(read.statement(), read, resultType);
  }

  /** Its pair goes first: sent after the read has ended, it would find what has arrived since. */
  private @Nullable ResultSet sync(OwnRead read) {
    PairedReads.Sample sample = sample(read);
    ResultSet rows = sync(read.statement(), read);
    if (sample != null) {
      ended(sample, read);
    }
    Statement<?> again = rows == null ? null : rereads.after(read, rows);
    if (again == null) {
      return rows;
    }
    ResultSet second = sync(again, read);
    if (second != null) {
      rereads.found(read, second);
    }
    return second;
  }

  private @Nullable ResultSet sync(Statement<?> statement, OwnRead read) {
    return weaker.mayServe(read.table())
        ? weaker.execute(statement, read.table())
        : send(statement, read, Statement.SYNC);
  }

  private <ResultT> @Nullable ResultT send(
      Statement<?> statement, OwnRead read, GenericType<ResultT> resultType) {
    return sending.execute(statement, read.table(), read.client(), read.hash(), resultType);
  }

  private @Nullable CompletionStage<AsyncResultSet> async(OwnRead read) {
    CompletionStage<AsyncResultSet> sent = send(read.statement(), read, Statement.ASYNC);
    if (sent == null) {
      return null;
    }
    PairedReads.Sample sample = sample(read);
    if (sample != null) {
      sent.whenComplete(
          (rows, failure) -> {
            if (failure == null) {
              ended(sample, read);
            }
          });
    }
    CompletionStage<AsyncResultSet> answered = orWeaker(sent, read.statement(), read.table());
    return rereads.mayFollow(read.table(), read.hash())
        ? rereads.orAgain(answered, read, again -> again(again, read))
        : answered;
  }

  private @Nullable CompletionStage<AsyncResultSet> again(Statement<?> statement, OwnRead read) {
    CompletionStage<AsyncResultSet> sent = send(statement, read, Statement.ASYNC);
    return sent == null ? null : orWeaker(sent, statement, read.table());
  }

  private CompletionStage<AsyncResultSet> orWeaker(
      CompletionStage<AsyncResultSet> sent, Statement<?> statement, TableLevel table) {
    return weaker.mayServe(table) ? weaker.orWeaker(sent, statement, table) : sent;
  }

  /** What is learnt beside a read must not fail it. */
  private PairedReads.@Nullable Sample sample(OwnRead read) {
    try {
      return begin(read);
    } catch (RuntimeException e) {
      faults.tell(e);
      return null;
    }
  }

  private PairedReads.@Nullable Sample begin(OwnRead read) {
    if (read.pairing() == Pairing.NONE
        || !(read.statement() instanceof BoundStatement bound)
        // A later page: a pair would read the first one.
        || bound.getPagingState() != null
        // A pair would take what need not be seen yet, or what is newer than the read's age, for
        // an old write that is missing.
        || read.table().memory().isWrittenSince(read.hash(), read.nanosSinceOwnWrite())) {
      return null;
    }
    TableName table = read.table().table();
    ReadPlan found = read.plan().get().orElse(null);
    TableStatus status = levels.status(table).orElse(null);
    // The same text may name another table since the session's keyspace was changed.
    if (found == null
        || !found.table().equals(table)
        || status == null
        || status.leftAlone().isPresent()) {
      return null;
    }
    if (found.pairQuery().isEmpty()) {
      unpaired(read.table(), read.pairing());
      return null;
    }
    long hash = read.hash() == Murmur3Token.UNKNOWN ? chooser.hash(bound, found::key) : read.hash();
    boolean wasBehind = isBehind(read.table(), hash);
    boolean isSampled = read.pairing() == Pairing.SAMPLED;
    Level weak = isSampled ? read.table().memory().between() : levels.readLevels(table).weakest();
    if (weak == null) {
      return null; // It is sampled no longer.
    }
    return pairs.begin(
        table,
        found.pairQuery().get(),
        bound,
        new PairedReads.Levels(weak, status.comparisonLevel()),
        new PairListener() {
          @Override
          public boolean isDrawn() {
            return read.pairing().isDrawn();
          }

          @Override
          public boolean isSampled() {
            return isSampled;
          }

          @Override
          public void lost() {
            if (isSampled) {
              untold();
            } else if (isDrawn() && !wasBehind) {
              read.table().memory().pairs().addLost();
            }
          }

          @Override
          public void untold() {
            if (isSampled && !wasBehind) {
              read.table().memory().pairs().addLostBetween();
            }
          }

          @Override
          public void took(
              PairedReads.Levels pair, long weakNanos, long strongNanos, boolean areAlike) {
            TableMemory memory = read.table().memory();
            memory.times().add(pair.weak(), weakNanos);
            memory.times().add(pair.strong(), strongNanos);
            // A level that waits for fewer says nothing of the slowest, and what differs is
            // repaired.
            if (pair.strong() == Level.ALL && areAlike && !isSampled) {
              memory.pairTimes().add(weakNanos, strongNanos, memory.now());
            }
          }

          @Override
          public void found(boolean isStale) {
            if (isDrawn() && isTelling(isStale) && !isOrWasBehind()) {
              AgedPairs found = read.table().memory().pairs();
              if (isSampled) {
                found.addBetween(isStale);
              } else {
                found.add(read.nanosSinceOwnWrite(), read.place(), isStale);
              }
            }
          }

          @Override
          public void answered(boolean isStale, Optional<Node> replica, long microsBefore) {
            found(isStale);
            SettledPairs settled = read.table().memory().settledPairs();
            boolean isRandom = isDrawn() || read.pairing() == Pairing.WATCHING;
            UUID node = replica.map(Node::getHostId).orElse(null);
            if (node != null
                && isRandom
                && isTelling(isStale)
                && (settled.isWatched() || !isOrWasBehind())) {
              settled.add(node, hash, read.place(), microsBefore, isStale);
            }
          }

          private boolean isTelling(boolean isStale) {
            return isStale || !read.table().memory().clocks().areSeen(System.nanoTime());
          }

          /** Its range may be behind since it was sent. */
          private boolean isOrWasBehind() {
            return wasBehind || isBehind(read.table(), hash);
          }
        });
  }

  /**
   * Whether replicas of a partition may lack writes. No decision raises its reads yet, or at all
   * while the session observes; a pair may then be sent for people to see, and tells nothing that
   * is decided on.
   */
  private boolean isBehind(TableLevel table, long hash) {
    return chooser.isInRaisedRange(table, hash) || chooser.isInRangeBehind(table, hash);
  }

  private void ended(PairedReads.Sample sample, OwnRead read) {
    try {
      long took = pairs.end(sample);
      if (read.statement().getConsistencyLevel() instanceof CarriedLevel sent) {
        read.table().memory().times().add(sent.level(), took);
      }
    } catch (RuntimeException e) {
      faults.tell(e);
    }
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // Checked by the result type.
  private static <ResultT> @Nullable ResultT cast(@Nullable Object result) {
    return (ResultT) result;
  }
}
