package org.quorate.cassandra.control;

import com.datastax.oss.driver.api.core.CqlSession;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.event.Events;
import org.quorate.cassandra.event.LevelEvent.Kind;
import org.quorate.cassandra.monitor.MonitorReading;
import org.quorate.cassandra.monitor.replica.ReplicaWatch;
import org.quorate.core.evidence.ReplicaBehind;
import org.quorate.core.level.KeyRange;
import org.quorate.core.policy.ReadLevels;
import org.quorate.core.replica.ReplicaChange;
import org.quorate.core.replica.ReplicaState;
import org.quorate.core.replica.ReplicaStatus;
import org.quorate.core.replica.RingMove;
import org.quorate.core.replica.RingShares;
import org.quorate.core.replica.StaleReplicas;

/**
 * Watches replicas, tells of those that change, and says which ranges of a keyspace they concern.
 * Not thread-safe, but for {@link #statuses()}.
 */
final class ReplicaRounds {
  /** Two looks at a link show that it is cut: of so many seconds each, within eight. */
  private static final int MOST_SECONDS = 2;

  private final CqlSession session;
  private final Events events;
  private final Runnable onChange;
  private final ReplicaWatch watch;
  private final LongSupplier nanoTime;
  private final PairedReplicas pairs;
  private boolean rested;
  private final RaisedRanges ranges;
  private volatile Map<UUID, ReplicaStatus> statuses = Map.of();
  private Set<UUID> raised = Set.of();
  private Map<UUID, RingMove> moves = Map.of();
  private boolean unproven;
  private Map<UUID, ReplicaBehind> heardBehind = Map.of();
  private boolean returned;

  /**
   * @param thread on which answers of servers are taken in
   * @param onChange is run on it when other ranges are behind than before
   * @param pairs of reads, and what they find of replicas
   * @param salt different for each client
   */
  ReplicaRounds(
      CqlSession session,
      Events events,
      Executor thread,
      Runnable onChange,
      PairedReplicas pairs,
      LongSupplier nanoTime,
      int salt) {
    this.session = session;
    this.events = events;
    this.onChange = onChange;
    this.pairs = pairs;
    this.nanoTime = nanoTime;
    this.ranges = new RaisedRanges(session::getMetadata);
    this.watch = new ReplicaWatch(session, thread, this::changed, nanoTime, salt);
  }

  /**
   * Looks, and asks servers what is due.
   *
   * @param isOn whether anybody minds; after a time when nobody did replicas are unknown, as nobody
   *     saw what became of them, but for those that are down or need a repair
   * @param turns of how many processes each asks in its turn, while nothing is wrong
   */
  void tick(boolean isOn, int turns) {
    if (!isOn) {
      rested = true;
      return;
    }
    if (rested) {
      watch.unwatched();
      rested = false;
    }
    watch.calm(ReplicaWatch.CALM.multipliedBy(Math.min(turns, MOST_SECONDS)));
    watch.tick();
    Set<UUID> before = pairs.held();
    pairs.look(nanoTime.getAsLong());
    refresh();
    tellHeld(before);
  }

  private void tellHeld(Set<UUID> before) {
    for (UUID replica : pairs.held()) {
      ReplicaStatus now = statuses.get(replica);
      if (now != null && !before.contains(replica)) {
        events.tell(kind(now), null, null, null, sentence(now));
      }
    }
    for (UUID replica : before) {
      if (!pairs.held().contains(replica) && !raised.contains(replica)) {
        events.tell(
            Kind.REPLICA_FRESH,
            null,
            null,
            null,
            "Pairs of reads have not shown for "
                + StaleReplicas.HELD_FOR.toMinutes()
                + " minutes that "
                + name(replica)
                + " lacks writes.");
      }
    }
  }

  /** Takes in what nodes count of themselves, where the monitor's source knows it. */
  void seen(MonitorReading reading) {
    reading
        .health()
        .forEach(
            (node, health) -> {
              if (health.droppedMutations() != null) {
                watch.dropped(node, health.droppedMutations());
              }
            });
  }

  private void changed(ReplicaChange change) {
    ReplicaStatus after = change.after();
    if (after.state() == ReplicaState.CATCHING_UP
        && change.before().state() != ReplicaState.CATCHING_UP) {
      returned = true;
    }
    refresh();
    if (after.state() == ReplicaState.UNKNOWN && !after.raises()) {
      events.tell(Kind.SOURCE_PROBLEM, null, null, null, after.reason());
    } else if (change.before().state() != ReplicaState.UNKNOWN
        || after.state() != ReplicaState.FRESH) {
      events.tell(kind(after), null, null, null, sentence(after));
    }
  }

  private static Kind kind(ReplicaStatus replica) {
    return switch (replica.state()) {
      case FRESH -> Kind.REPLICA_FRESH;
      case SUSPECT -> replica.raises() ? Kind.REPLICA_BEHIND : Kind.REPLICA_SLOW;
      case DOWN, CATCHING_UP, UNKNOWN -> Kind.REPLICA_BEHIND;
    };
  }

  private static String sentence(ReplicaStatus replica) {
    String state = replica.state().name().toLowerCase(Locale.ROOT).replace('_', ' ');
    return "The replica at " + replica.name() + " is " + state + ". " + replica.reason();
  }

  /** A change of the ring while ranges are raised is one of the ranges. */
  private void refresh() {
    statuses = pairs.over(watch.statuses());
    raised = new HashSet<>(heardBehind.keySet());
    raised.addAll(watch.raised());
    Set<UUID> suspects = watch.unproven();
    // Others may have found the same, and tell it.
    boolean isAlone = watch.raised().isEmpty() && pairs.held().containsAll(heardBehind.keySet());
    pairs.areAlone(isAlone && watch.moves().isEmpty() && suspects.isEmpty());
    raised.addAll(pairs.raised(statuses));
    Map<UUID, RingMove> before = moves;
    boolean wereUnproven = unproven;
    moves = watch.moves();
    unproven = !suspects.isEmpty();
    if (ranges.refresh(new RaisedRanges.Causes(raised, moves, suspects), statuses.keySet())) {
      onChange.run();
    }
    moves.forEach((node, move) -> tell(before.get(node), move));
    if (!wereUnproven && unproven) {
      events.tell(
          Kind.REPLICA_BEHIND,
          null,
          null,
          null,
          "The ring has changed: reads of ranges that a node holds only since are raised.");
    } else if (wereUnproven && !unproven) {
      events.tell(
          Kind.REPLICA_FRESH,
          null,
          null,
          null,
          "No node keeps hints for those that hold other ranges since the ring changed.");
    }
  }

  private void tell(@Nullable RingMove before, RingMove move) {
    if (before == null || before.deed() != move.deed()) {
      events.tell(
          Kind.REPLICA_BEHIND,
          null,
          null,
          null,
          "The node at "
              + move.name()
              + " "
              + move.deed().words()
              + ": reads of ranges that get another replica by that are raised where these are"
              + " known.");
    }
  }

  /**
   * Takes in which replicas other processes have seen to be behind: their ranges are raised too.
   *
   * @param behind all of them, by host id
   */
  void others(Map<UUID, ReplicaBehind> behind) {
    Map<UUID, ReplicaBehind> before = heardBehind;
    Map<UUID, ReplicaBehind> after = new HashMap<>(behind);
    after.keySet().retainAll(session.getMetadata().getNodes().keySet());
    if (after.keySet().equals(before.keySet())) {
      return;
    }
    heardBehind = after;
    refresh();
    Set<UUID> own = new HashSet<>(watch.raised());
    own.addAll(pairs.held());
    after.forEach(
        (replica, seen) -> {
          if (!own.contains(replica) && !before.containsKey(replica)) {
            events.tell(
                Kind.REPLICA_BEHIND,
                null,
                null,
                null,
                "Another process has held "
                    + name(replica)
                    + " for behind for "
                    + seen.seconds()
                    + " s: "
                    + seen.reason());
          }
        });
    for (UUID replica : before.keySet()) {
      if (!raised.contains(replica)) {
        events.tell(
            Kind.REPLICA_FRESH,
            null,
            null,
            null,
            "No other process holds " + name(replica) + " for behind any more.");
      }
    }
  }

  private String name(UUID replica) {
    ReplicaStatus known = statuses.get(replica);
    return "the replica at " + (known == null ? replica : known.name());
  }

  /**
   * Which replicas this process itself has seen to lack writes, or to be about to. Not those of
   * which it knows nothing yet, as after its start, and where a node refuses to tell those alone
   * that pairs show, since it would never see that the others have everything.
   */
  Map<UUID, ReplicaStatus> seenBehind() {
    return statuses.entrySet().stream()
        .filter(each -> each.getValue().raises() && isSeen(each.getValue().state()))
        .filter(each -> !watch.isBlind() || pairs.held().contains(each.getKey()))
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  private static boolean isSeen(ReplicaState state) {
    return state == ReplicaState.SUSPECT || state == ReplicaState.CATCHING_UP;
  }

  /** Whether a replica was seen to be back since this was asked last. */
  boolean returned() {
    boolean since = returned;
    returned = false;
    return since;
  }

  /** Whether any ranges are raised. */
  boolean isRaising() {
    return !ranges.isEmpty();
  }

  /** How every replica stands, by host id; may be asked by any thread. */
  Map<UUID, ReplicaStatus> statuses() {
    return statuses;
  }

  /** Which shares of a table's ring have replicas, of those that answer, that are not fresh. */
  RingShares shares(String keyspace, ReadLevels levels) {
    if (statuses.isEmpty()) {
      return RingShares.UNKNOWN;
    }
    return statuses.values().stream().allMatch(each -> each.state() == ReplicaState.FRESH)
        ? RingShares.FRESH
        : RingShares.of(ranges.ring(keyspace, levels), statuses);
  }

  /** The ranges of a table in which a read may be answered by who lacks writes. */
  List<KeyRange> behind(String keyspace, ReadLevels levels) {
    return ranges.of(keyspace, levels);
  }

  /**
   * Takes a node for repaired.
   *
   * @param node its host id, or its name as in its status
   * @throws IllegalArgumentException if there is no such node
   */
  void repaired(String node) {
    UUID id =
        statuses.entrySet().stream()
            .filter(each -> isNamed(each, node))
            .map(Map.Entry::getKey)
            .findFirst()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "There is no node "
                            + node
                            + "; there are "
                            + statuses.values().stream().map(ReplicaStatus::name).sorted().toList()
                            + "."));
    boolean wasHeld = pairs.held().contains(id);
    watch.repaired(id);
    pairs.repaired(id);
    refresh();
    if (wasHeld && !raised.contains(id)) {
      events.tell(
          Kind.REPLICA_FRESH,
          null,
          null,
          null,
          "It was declared that "
              + name(id)
              + " is repaired, whatever pairs of reads have shown before.");
    }
  }

  private static boolean isNamed(Map.Entry<UUID, ReplicaStatus> each, String node) {
    String name = each.getValue().name();
    return each.getKey().toString().equals(node)
        || name.equals(node)
        || Objects.equals(name, "/" + node);
  }
}
