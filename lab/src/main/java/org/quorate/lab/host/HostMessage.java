package org.quorate.lab.host;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.quorate.core.level.Level;

/** What a coordinator and a load host say to each other; only these can be read from a line. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "is")
@JsonSubTypes({
  @JsonSubTypes.Type(value = HostMessage.Ready.class, name = "ready"),
  @JsonSubTypes.Type(value = HostMessage.AskClock.class, name = "ask-clock"),
  @JsonSubTypes.Type(value = HostMessage.Clock.class, name = "clock"),
  @JsonSubTypes.Type(value = HostMessage.Prepare.class, name = "prepare"),
  @JsonSubTypes.Type(value = HostMessage.Prepared.class, name = "prepared"),
  @JsonSubTypes.Type(value = HostMessage.Begin.class, name = "begin"),
  @JsonSubTypes.Type(value = HostMessage.Begun.class, name = "begun"),
  @JsonSubTypes.Type(value = HostMessage.Lines.class, name = "history"),
  @JsonSubTypes.Type(value = HostMessage.Passed.class, name = "second"),
  @JsonSubTypes.Type(value = HostMessage.Over.class, name = "over"),
  @JsonSubTypes.Type(value = HostMessage.Failed.class, name = "failed")
})
sealed interface HostMessage {
  /** The version of these messages, which both sides must have in common. */
  int PROTOCOL = 1;

  /** A host's first words. */
  record Ready(int protocol) implements HostMessage {}

  /** Asks for the host's clock; answered at once, whatever the host is at. */
  record AskClock(long number) implements HostMessage {}

  /** The host's monotonic clock in ns, when it heard the question and when it answered. */
  record Clock(long number, long heardNanos, long answeredNanos) implements HostMessage {}

  /**
   * Has the host get ready for a load; {@link Prepared} or {@link Failed} is the answer.
   *
   * @param contactPoints of the cluster; empty where the host's own configuration has them
   * @param keyspace of the table, as written in CQL, like its name
   * @param workload as YCSB's properties
   * @param insertShare of the rows that are inserted, those that are this host's
   * @param insertShares of how many
   * @param versionShare of the versions, those that are this host's
   * @param versionShares of how many
   * @param seed of the run
   * @param firstLane of this host among those of all
   * @param lanes of this host
   * @param allLanes of all hosts
   * @param clients of this host in a closed loop; in an open one operations under way at once
   * @param targetPerSecond of this host's clients together in a closed loop; 0 for no throttle
   * @param arrivals of all hosts together in an open loop; null in a closed one
   * @param durationNanos how long operations are due
   * @param operations of this host, at most, none where the others send them all
   * @param history whether operations are to be told
   */
  record Prepare(
      List<String> contactPoints,
      @Nullable String localDataCenter,
      String keyspace,
      String table,
      Map<String, String> workload,
      int insertShare,
      int insertShares,
      int versionShare,
      int versionShares,
      long seed,
      int firstLane,
      int lanes,
      int allLanes,
      int clients,
      double targetPerSecond,
      @Nullable String arrivals,
      Level read,
      Level write,
      long durationNanos,
      long operations,
      boolean history)
      implements HostMessage {
    public Prepare {
      contactPoints = List.copyOf(contactPoints);
      workload = Map.copyOf(workload);
      Objects.requireNonNull(keyspace);
      Objects.requireNonNull(table);
      Objects.requireNonNull(read);
      Objects.requireNonNull(write);
    }
  }

  /** The load can begin at once. */
  record Prepared() implements HostMessage {}

  /**
   * Has the load begin that was prepared.
   *
   * @param atNanos when the first operation is due, on the host's clock
   * @param epochMicros the coordinator's wall clock then, by which writes have their versions
   */
  record Begin(long atNanos, long epochMicros) implements HostMessage {}

  /** The first operation is due at this instant of the host's clock, as asked for or later. */
  record Begun(long atNanos) implements HostMessage {}

  /** Operations as lines of the history format, without its header, by the host's clock. */
  record Lines(String lines) implements HostMessage {
    public Lines {
      Objects.requireNonNull(lines);
    }
  }

  /** One second of the load has passed, as {@link org.quorate.load.LoadOutcome.Second} has it. */
  record Passed(int second, boolean whole, long ok, long failed, long p50, long p99)
      implements HostMessage {}

  /** The load is over, and everything of its history has been told. */
  record Over(HostOutcome outcome) implements HostMessage {
    public Over {
      Objects.requireNonNull(outcome);
    }
  }

  /** The load could not be prepared, or was lost. */
  record Failed(String reason) implements HostMessage {}
}
