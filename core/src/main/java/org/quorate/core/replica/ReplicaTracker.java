package org.quorate.core.replica;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Says of each replica whether it may lack writes. It guarantees:
 *
 * <ol>
 *   <li>A replica that is not fresh becomes fresh by evidence alone: every other node that can be
 *       asked was looked at twice, later than any hint for it can have stayed out of sight, and
 *       keeps nothing for it: {@link ReplicaTimes#untilHintsAreFlushed()} after the last write that
 *       it can have missed hints are in files, and files are closed, and listed, within twelve
 *       seconds of a look at which that node delivered nothing. Nodes that went down before it can
 *       have missed a write, which is earlier than it was seen, have none of the hints for what it
 *       missed, and are not waited for. Where one of the others refuses to tell, it is fresh once
 *       it is said to be {@linkplain Signal.Repaired repaired}.
 *   <li>A replica that was down is catching up as soon as anything shows that it runs: a new
 *       generation or a moving heartbeat at another node, a message that another node got from it,
 *       or the driver's own connection; whichever is seen first.
 *   <li>One that was away for longer than the hint window, or when hints for it had waited for as
 *       long at a node that was up, or while servers wrote no hints, stays so until it is said to
 *       be {@linkplain Signal.Repaired repaired}.
 *   <li>While it is down its ranges are not raised, since servers do not read from it; but they are
 *       while some node refuses to tell what it keeps, so that its return would not be seen to end.
 *   <li>One that answers nothing for as long as a write may wait may have dropped writes: it is
 *       suspect, and its ranges are raised, until there is evidence; but not where some node
 *       refuses to give any. So are those of one at which writes queue up, as long as they do,
 *       since reads may overtake them.
 *   <li>So is one that receives nothing of what another sends it, and one that sends what nobody
 *       receives; in clusters of at most {@value #MOST_LINKED} nodes, since each is to be asked
 *       every few seconds.
 *   <li>One that is only slow is suspect, and nothing is raised for it: that it answers late says
 *       that its answers are late, and not that they are old.
 *   <li>One that is to hold ranges of the ring which it does not hold yet is told as a {@linkplain
 *       #moves() move} while servers only write to it; and since the ring has changed every node is
 *       {@linkplain #unproven() unproven} for the ranges that it holds since, until there is
 *       evidence.
 * </ol>
 *
 * <p>Pure: times are handed in, in nanoseconds of one clock, and do not go back. Not thread-safe.
 */
public final class ReplicaTracker {
  /** In a larger cluster a round of all nodes takes so long that heartbeats tell earlier. */
  public static final int MOST_LINKED = 24;

  private final Map<UUID, Replica> replicas = new LinkedHashMap<>();
  private final HintLooks looks = new HintLooks();
  private final ProbeAnswers answers = new ProbeAnswers();
  private final MessageLinks links = new MessageLinks();
  private final RingChanges ring = new RingChanges();
  private final ServerSettings settings = new ServerSettings();

  private final LeftUnrepaired left = new LeftUnrepaired();

  /**
   * Takes a signal in.
   *
   * @return the replicas that stand differently since
   */
  public List<ReplicaChange> take(Signal signal, long nowNanos) {
    return take(List.of(signal), nowNanos, nowNanos);
  }

  /**
   * Takes in signals that were seen together, such as those of one answer.
   *
   * @param askedNanos when the question was sent, so that what they tell was seen no earlier
   */
  public List<ReplicaChange> take(
      Collection<? extends Signal> signals, long askedNanos, long nowNanos) {
    Map<UUID, ReplicaStatus> before = statuses();
    answers.seen(nowNanos);
    signals.forEach(signal -> apply(signal, askedNanos, nowNanos));
    replicas.values().forEach(replica -> replica.at(nowNanos));
    if (!settings.writeHints(nowNanos)) {
      replicas.values().forEach(Replica::noHints);
    }
    List<ReplicaChange> changes = ReplicaChange.between(before, statuses());
    if (changes.stream().anyMatch(ReplicaChange::isReturn)) {
      replicas.values().forEach(Replica::anotherIsBack);
    }
    return changes;
  }

  private void apply(Signal signal, long askedNanos, long nowNanos) {
    if (signal instanceof Signal.Members members) {
      members(members, nowNanos);
    } else if (signal instanceof Signal.Connection connection) {
      tell(
          connection.replica(),
          each -> each.connection(connection.up(), nowNanos, settings.times()));
    } else if (signal instanceof Signal.Heartbeats heartbeats) {
      heartbeats(heartbeats, nowNanos);
    } else if (signal instanceof Signal.Moves heard) {
      if (replicas.containsKey(heard.at())) {
        ring.look(heard.at(), heard.moves(), nowNanos);
      }
    } else if (signal instanceof Signal.Messages messages) {
      tell(
          messages.from(),
          each -> each.messages(messages.at(), messages.received(), nowNanos, settings.times()));
    } else if (signal instanceof Signal.Exchange counts) {
      exchange(counts, askedNanos, nowNanos);
    } else if (signal instanceof Signal.Hints look) {
      hints(look, askedNanos, nowNanos);
    } else if (signal instanceof Signal.Losses lost) {
      Replica replica = replicas.get(lost.replica());
      if (replica != null && canMiss(replica)) {
        replica.losses(lost, settings.writeHints(nowNanos), nowNanos, settings.times());
      }
    } else if (signal instanceof Signal.Answered answer) {
      answers.answered(answer.at(), answer.askedNanos(), nowNanos);
    } else if (signal instanceof Signal.Took answer) {
      answers.took(answer.at(), answer.nanos());
    } else if (signal instanceof Signal.TimedOut unanswered) {
      timedOut(unanswered, nowNanos);
    } else if (signal instanceof Signal.Backlog waiting) {
      tell(waiting.at(), each -> each.waiting.look(waiting.writes()));
    } else if (signal instanceof Signal.HintSettings told) {
      if (replicas.containsKey(told.at())) {
        settings.said(told, nowNanos);
        replicas.values().forEach(each -> each.set(settings.times(), nowNanos));
      }
    } else if (signal instanceof Signal.Repaired repaired) {
      tell(repaired.replica(), each -> each.repaired(isBlind(), nowNanos));
    } else if (signal instanceof Signal.Blind refusal) {
      tell(
          refusal.at(),
          each -> {
            String sentence = each.name + " cannot be asked which hints it keeps. ";
            looks.refused(each.id, sentence + refusal.reason());
            each.waiting.forget();
          });
    }
  }

  private void tell(UUID id, Consumer<Replica> what) {
    Replica replica = replicas.get(id);
    if (replica != null) {
      what.accept(replica);
    }
  }

  private void timedOut(Signal.TimedOut unanswered, long now) {
    Replica replica = replicas.get(unanswered.at());
    if (replica != null
        && replica.state() != ReplicaState.DOWN
        && canMiss(replica)
        && answers.isSilent(unanswered.at(), unanswered.askedNanos())) {
      replica.missed(
          "It has answered nothing for so long that it may drop writes.",
          settings.sentBy(answers.lastAnswer(unanswered.at(), unanswered.askedNanos())),
          settings.writeHints(now),
          now);
    }
  }

  private void exchange(Signal.Exchange counts, long asked, long now) {
    if (replicas.size() > MOST_LINKED) {
      links.retain(Set.of());
      return;
    }
    if (!replicas.containsKey(counts.at())) {
      return;
    }
    links.look(counts, asked, now);
    Map<UUID, String> up = new HashMap<>();
    replicas.values().stream()
        .filter(each -> each.state() != ReplicaState.DOWN)
        .forEach(each -> up.put(each.id, each.name));
    boolean hints = settings.writeHints(now);
    links
        .cutOff(up, now)
        .forEach(
            (id, cut) -> {
              Replica replica = replicas.get(id);
              if (replica != null && canMiss(replica)) {
                replica.missed(cut.sentence(), settings.sentBy(cut.sinceNanos()), hints, now);
              }
            });
  }

  /**
   * Whether what a replica misses is taken in: not where some node cannot be asked, since nothing
   * would ever show that it has it after all, unless its ranges are raised already.
   */
  private boolean canMiss(Replica replica) {
    return !isBlind() || raises(replica);
  }

  private void members(Signal.Members members, long now) {
    boolean first = replicas.isEmpty();
    Map<UUID, String> names = members.names();
    left.members(replicas.values(), names.keySet());
    replicas.keySet().retainAll(names.keySet());
    replicas.values().forEach(replica -> replica.retain(names.keySet(), now));
    links.retain(names.keySet());
    looks.members(names.keySet(), members.watched());
    answers.retain(names.keySet());
    settings.retain(names.keySet());
    ring.members(names.keySet(), now);
    names.forEach(
        (id, name) -> {
          if (!replicas.containsKey(id)) {
            Replica added = new Replica(id, name, now);
            replicas.put(id, added);
            if (!first) {
              added.joined(left.returned(id), now);
            }
          }
        });
    replicas.values().forEach(replica -> replica.watched(looks.isWatched(replica.id)));
    confirm(now);
  }

  private void heartbeats(Signal.Heartbeats heartbeats, long now) {
    Signal.@Nullable Heartbeat own = heartbeats.heard().get(heartbeats.at());
    if (own == null) {
      return;
    }
    // One that has stopped hears nobody, and no time passes by its own heartbeat.
    boolean hears = own.version() != Replica.STOPPED;
    long patience = new GossipSteps(replicas.size()).patience();
    heartbeats
        .heard()
        .forEach(
            (id, beat) -> {
              Replica replica = replicas.get(id);
              if (replica != null && (hears || id.equals(heartbeats.at()))) {
                replica.heard(
                    heartbeats.at(), beat, own.version(), patience, now, settings.times());
              }
            });
  }

  private void hints(Signal.Hints look, long asked, long now) {
    Replica at = replicas.get(look.at());
    if (at == null) {
      return;
    }
    long written = looks.unlistedSince(look.at(), asked);
    long since = written - settings.times().untilHintsAreFlushed().toNanos();
    looks.look(look, asked, now);
    for (UUID target : look.targets()) {
      Replica replica = replicas.get(target);
      if (replica != null && replica.state() == ReplicaState.FRESH && canMiss(replica)) {
        replica.missed(at.name + " keeps hints for it.", since, settings.writeHints(now), now);
      }
    }
    confirm(now);
  }

  private void confirm(long now) {
    for (Replica replica : replicas.values()) {
      boolean open = replica.state() != ReplicaState.FRESH && replica.state() != ReplicaState.DOWN;
      boolean whole = open && !replica.needsRepair();
      if (whole && hasEverything(replica, replica.missedNanos(), replica.awayNanos())) {
        replica.confirmed(now);
      } else if (open && isNoneKept(replica, now)) {
        replica.noneKeptByThoseUp(now);
      }
    }
    long changed = ring.changedNanos();
    ring.proven(ring.unproven().stream().filter(id -> hasEverythingSince(changed, id)).toList());
  }

  /** One that is down is catching up when it is back, so that nothing is left to be shown. */
  private boolean hasEverythingSince(long changed, UUID id) {
    Replica replica = replicas.get(id);
    return replica == null
        || replica.state() == ReplicaState.DOWN
        || hasEverything(replica, changed, changed);
  }

  /**
   * @param missed when it can have missed a write last
   * @param away since when it may have missed some
   */
  private boolean hasEverything(Replica replica, long missed, long away) {
    return looks.showNone(replica, flushed(missed), away, replicas.values());
  }

  private long flushed(long missed) {
    Duration late = new GossipSteps(replicas.size()).beyondSlack();
    return missed + settings.times().untilHintsAreFlushed().plus(late).toNanos();
  }

  /** By those that are up; of one of which nothing is known yet, by those of them that tell. */
  private boolean isNoneKept(Replica replica, long now) {
    long flushed = flushed(replica.missedNanos());
    return replica.state() == ReplicaState.UNKNOWN
        ? looks.knowOfNone(replica, flushed, now, replicas.values())
        : looks.showNone(replica, flushed, now, replicas.values());
  }

  /** Nobody has looked for a while, so nothing is known but who is down or needs a repair. */
  public void unwatched(long nowNanos) {
    replicas.values().forEach(replica -> replica.unwatched(nowNanos));
    looks.forget();
    links.retain(Set.of());
    ring.unwatched();
  }

  /** How every replica stands, by host id. */
  public Map<UUID, ReplicaStatus> statuses() {
    Map<UUID, ReplicaStatus> statuses = new LinkedHashMap<>();
    replicas.forEach((id, replica) -> statuses.put(id, status(replica)));
    return statuses;
  }

  private ReplicaStatus status(Replica replica) {
    if (replica.state() == ReplicaState.FRESH && replica.waiting.areTooMany()) {
      String sentence = replica.waiting.sentence();
      return new ReplicaStatus(replica.name, ReplicaState.SUSPECT, sentence, true);
    }
    String slowness = replica.state() == ReplicaState.FRESH ? answers.slowness(replica.id) : "";
    if (!slowness.isEmpty()) {
      return new ReplicaStatus(replica.name, ReplicaState.SUSPECT, slowness, false);
    }
    String sentence = replica.reason();
    String refusal = looks.refusal();
    if (refusal != null && replica.state() != ReplicaState.FRESH) {
      sentence += " " + refusal;
    }
    return new ReplicaStatus(replica.name, replica.state(), sentence, raises(replica));
  }

  private boolean raises(Replica replica) {
    return switch (replica.state()) {
      case FRESH -> false;
      case SUSPECT, CATCHING_UP -> true;
      case DOWN -> isBlind();
      case UNKNOWN -> !isBlind() || replica.needsRepair();
    };
  }

  /** The replicas whose ranges need a stronger level. */
  public Set<UUID> raised() {
    return ids(ReplicaStatus::raises);
  }

  /**
   * Nodes that are about to hold other ranges of the ring, by host id, as long as the driver's ring
   * does not show it.
   */
  public Map<UUID, RingMove> moves() {
    return ring.moves();
  }

  /**
   * Nodes of which nothing shows that they have what was written to ranges which they hold since
   * the ring changed last, if they hold any; none where some node refuses to tell.
   */
  public Set<UUID> unproven() {
    return isBlind() ? Set.of() : Set.copyOf(ring.unproven());
  }

  /** Whether a node cannot be asked what it keeps, so that nothing shows what others lack. */
  public boolean isBlind() {
    return looks.refusal() != null;
  }

  /** Those that may come back at any moment, so that it pays to look often. */
  public Set<UUID> down() {
    return ids(status -> status.state() == ReplicaState.DOWN);
  }

  private Set<UUID> ids(Predicate<ReplicaStatus> which) {
    return statuses().entrySet().stream()
        .filter(each -> which.test(each.getValue()))
        .map(Map.Entry::getKey)
        .collect(Collectors.toUnmodifiableSet());
  }

  /**
   * Whether every replica is known to have what it was sent, or cannot be known to, and the ring
   * stays as it is; one that is slow, or at which writes wait, is not asked more often for that.
   */
  public boolean isCalm() {
    return ring.isOver() && replicas.values().stream().allMatch(this::isCalm);
  }

  private boolean isCalm(Replica replica) {
    return replica.state() == ReplicaState.FRESH
        || (replica.state() == ReplicaState.UNKNOWN && isBlind());
  }
}
