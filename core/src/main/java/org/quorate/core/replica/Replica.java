package org.quorate.core.replica;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * One replica's way from state to state. Knows nothing of hints that others keep; whoever does,
 * says when they are {@linkplain #confirmed delivered}. Not thread-safe.
 */
final class Replica {
  /** What was under way when a node went down may still arrive for so long. */
  private static final Duration AFTERMATH = Duration.ofSeconds(1);

  /** A node that came back and is not heard of again for so long is down again. */
  private static final long GONE_AGAIN_NANOS = Duration.ofSeconds(15).toNanos();

  /** A node that is not among the members for so long has left. */
  private static final long LEFT_NANOS = Duration.ofSeconds(30).toNanos();

  /** How far the clocks of a server and of this machine may be apart. */
  private static final Duration CLOCK_SKEW = Duration.ofSeconds(10);

  /** What a node says, of itself too, when it stops in order. */
  static final long STOPPED = Integer.MAX_VALUE;

  /** Servers hold a node for down at the latest when its heartbeat has stood still for so many. */
  private static final long BEATS_UNTIL_DOWN = 40;

  private record Count(long value, long atNanos) {}

  private record Loss(UUID at, String what) {}

  final UUID id;
  final String name;
  final WaitingWrites waiting = new WaitingWrites();
  private final Map<UUID, HeardBeat> beats = new HashMap<>();
  private final Map<UUID, Count> messages = new HashMap<>();
  private final Map<Loss, Count> losses = new HashMap<>();
  private ReplicaState state = ReplicaState.UNKNOWN;
  private String reason = "Nothing is known of it yet.";
  private boolean connected = true;
  private boolean watched = true;
  private long generation = -1;

  /** Since when it may lack writes, and when that may have happened last. */
  private long awayNanos;

  private long missedNanos;
  private long downNanos;
  private long seenNanos;
  private long patienceNanos;
  private final HintWindow window;
  private String repair = "";

  Replica(UUID id, String name, long nowNanos) {
    this.id = id;
    this.name = name;
    awayNanos = nowNanos;
    missedNanos = nowNanos;
    seenNanos = nowNanos;
    window = new HintWindow(nowNanos);
  }

  ReplicaState state() {
    return state;
  }

  String reason() {
    return repair.isEmpty() || state == ReplicaState.DOWN ? reason : repair;
  }

  long missedNanos() {
    return missedNanos;
  }

  long awayNanos() {
    return awayNanos;
  }

  long downNanos() {
    return downNanos;
  }

  /** Whether it may lack writes that no hint will bring. */
  boolean needsRepair() {
    return !repair.isEmpty();
  }

  private boolean isAway() {
    return state == ReplicaState.DOWN;
  }

  /** Why no hint will bring what it lacks, one sentence; empty where hints do. */
  String repair() {
    return repair;
  }

  /**
   * It has joined a cluster that was known before.
   *
   * @param unrepaired why it needs a repair since it was in it before, or empty
   */
  void joined(String unrepaired, long now) {
    repair = unrepaired;
    catchUp("It has joined the cluster.", now, now);
  }

  /** Whether the driver is to have connections to it. */
  void watched(boolean isWatched) {
    watched = isWatched;
  }

  void connection(boolean up, long now, ReplicaTimes times) {
    boolean changed = up != connected;
    connected = up;
    if (!up && changed) {
      // Of one that froze the driver hears later than those that send it writes.
      long ranUntil = generation < 0 ? now : seenNanos - patienceNanos;
      down("The driver has lost its connections to it.", ranUntil, now);
    } else if (up && isAway() && changed) {
      back("The driver is connected to it again", now, now, times);
    }
  }

  /**
   * @param observer the heartbeat of the node that has heard it
   * @param patience so many beats of the observer may pass until it is heard of again, about as
   *     many seconds; so that what was heard last may have been so long ago
   */
  void heard(
      UUID at, Signal.Heartbeat beat, long observer, long patience, long now, ReplicaTimes times) {
    patienceNanos = Duration.ofSeconds(patience).toNanos();
    long ranUntil = seenNanos - patienceNanos;
    HeardBeat before = beats.getOrDefault(at, HeardBeat.none(observer, now));
    boolean same =
        beat.generation() == before.generation()
            && beat.version() == before.version()
            && observer >= before.until();
    HeardBeat latest =
        new HeardBeat(
            beat.generation(), beat.version(), same ? before.since() : observer, observer, now);
    beats.put(at, latest);
    long unseen = before.stoodStillUnseen(beat, observer, patience);
    if (unseen > 0) {
      if (state == ReplicaState.FRESH) {
        suspect("Its heartbeat stood still.", before.atNanos() - patienceNanos, now);
      }
      window.went(now - Duration.ofSeconds(unseen).toNanos());
    }
    boolean wasSilent = before.isKnown() && (before.stoodStillFor() >= patience || unseen > 0);
    boolean first = generation < 0;
    boolean anew = !first && beat.generation() > generation;
    generation = Math.max(generation, beat.generation());
    if (first && state == ReplicaState.UNKNOWN) {
      startedBefore(beat.running(), now);
    }
    if (beat.version() == STOPPED) {
      if (!isAway() && beat.generation() == generation) {
        stopped(ranUntil, now);
      }
    } else if (anew) {
      back("It was started anew", ranUntil, now, times);
    } else if (same) {
      silent(latest.stoodStillFor(), patience, now);
    } else if (before.isKnown()) {
      seenNanos = now;
      if (isAway() ? isNews(before.atNanos(), Duration.ofSeconds(patience)) : wasSilent) {
        back("Its heartbeat moves again", ranUntil, now, times);
      }
    }
  }

  /**
   * Whether what follows a look at this instant is more than what was under way.
   *
   * @param aftermath for so long that may go on: a heartbeat is passed on by others for a while
   */
  private boolean isNews(long lookNanos, Duration aftermath) {
    return lookNanos - downNanos >= aftermath.toNanos();
  }

  /** What is unknown at a session's start: nothing that happened before its process began. */
  private void startedBefore(Duration running, long now) {
    Duration certain = running.minus(CLOCK_SKEW);
    if (!certain.isNegative()) {
      missedNanos = now - certain.toNanos();
    }
  }

  /** Whether clients reach it: it answers them from what it has, whatever servers hold it for. */
  private boolean isReached() {
    return connected && watched;
  }

  private void stopped(long since, long now) {
    if (isReached()) {
      suspect("It has told others that it stops, and clients still reach it.", since, now);
      window.went(now);
    } else {
      down("It has been stopped.", since, now);
    }
  }

  private void silent(long beats, long patience, long now) {
    if (beats < patience || isAway()) {
      return;
    }
    String sentence = "Its heartbeat has stood still for " + beats + " s.";
    long heard = now - Duration.ofSeconds(beats).toNanos();
    long since = heard - Duration.ofSeconds(patience).toNanos();
    if (!isReached() && beats >= BEATS_UNTIL_DOWN && now - seenNanos > GONE_AGAIN_NANOS) {
      down(sentence, since, now);
    } else {
      suspect(sentence, since, now);
    }
    window.went(heard);
  }

  void messages(UUID at, long received, long now, ReplicaTimes times) {
    Count before = messages.put(at, new Count(received, now));
    if (before != null && received > before.value) {
      seenNanos = now;
      if (isAway() && isNews(before.atNanos, AFTERMATH)) {
        back("It sends messages again", now, now, times);
      }
    }
  }

  /** What servers are set to, of those that have said it of late. */
  void set(ReplicaTimes times, long now) {
    window.set(times.hintWindow(), now);
  }

  /** Somebody has lost messages to it. */
  void losses(Signal.Losses lost, boolean hints, long now, ReplicaTimes times) {
    Count before = losses.put(new Loss(lost.at(), lost.what()), new Count(lost.count(), now));
    if (before != null && lost.count() > before.value && !isAway()) {
      String what = "It did not get " + (lost.count() - before.value) + " " + lost.what() + ".";
      missed(what, before.atNanos - times.writeTimeout().toNanos(), hints, now);
    }
  }

  /**
   * It has missed writes, or may have.
   *
   * @param since the earliest instant at which it can have
   * @param hints whether servers write hints for it then
   */
  void missed(String what, long since, boolean hints, long now) {
    if (!hints) {
      repair = "It has missed writes, and servers write no hints: until it is repaired.";
    }
    if (state == ReplicaState.CATCHING_UP) {
      missedNanos = now;
      reason = what;
    } else {
      suspect(what, since, now);
    }
  }

  /** Servers write no hints for what it misses now. */
  void noHints() {
    if (state == ReplicaState.DOWN
        || state == ReplicaState.CATCHING_UP
        || state == ReplicaState.SUSPECT) {
      repair = "It has missed writes, and servers write no hints: until it is repaired.";
    }
  }

  /**
   * It has every write that was completed before.
   *
   * @param blind whether some node refuses to tell what it keeps, so that nothing would confirm it
   */
  void repaired(boolean blind, long now) {
    repair = "";
    window.noneKept(now);
    if (isAway() || state == ReplicaState.FRESH) {
      return;
    }
    if (blind) {
      window.whole(now);
      state = ReplicaState.FRESH;
      reason = "It has been repaired; whether it lacks writes since cannot be asked.";
    } else {
      catchUp("It has been repaired, and may still lack writes since.", now, now);
    }
  }

  /** Every hint for it that there was, has been delivered. */
  void confirmed(long now) {
    window.whole(now);
    state = ReplicaState.FRESH;
    reason = "No node keeps hints for it.";
  }

  /** No node that is up keeps hints for it; one that is down may. */
  void noneKeptByThoseUp(long now) {
    window.noneKept(now);
  }

  /** A node is up again, which may have kept hints for it all the while. */
  void anotherIsBack() {
    window.mayBeKeptSince(awayNanos);
  }

  /**
   * Nobody has looked for a while: nothing is known of it but that it needs a repair, or is down,
   * and since when it lacked writes before.
   */
  void unwatched(long now) {
    beats.clear();
    messages.clear();
    losses.clear();
    waiting.forget();
    generation = -1;
    if (!isAway()) {
      lackedNothing(now, now);
      state = ReplicaState.UNKNOWN;
      reason = "Nobody has looked at it for a while.";
      missedNanos = now;
      seenNanos = now;
    }
  }

  /**
   * What nodes that have left told of it is forgotten; what they have lost only where they stay
   * away, since they go on counting where the driver drops them for a moment alone.
   */
  void retain(Set<UUID> nodes, long now) {
    beats.keySet().retainAll(nodes);
    messages.keySet().retainAll(nodes);
    losses
        .entrySet()
        .removeIf(
            each ->
                !nodes.contains(each.getKey().at()) && now - each.getValue().atNanos > LEFT_NANOS);
  }

  /** Time passes. */
  void at(long now) {
    boolean gone = !connected && now - seenNanos > GONE_AGAIN_NANOS;
    if (gone && (state == ReplicaState.CATCHING_UP || state == ReplicaState.SUSPECT)) {
      down("It is not heard of any more.", now, now);
    }
  }

  private void down(String why, long since, long now) {
    lackedNothing(since, now);
    window.went(now);
    state = ReplicaState.DOWN;
    reason = why;
    downNanos = now;
    missedNanos = now;
    waiting.forget();
  }

  private void back(String why, long since, long now, ReplicaTimes times) {
    String lost = window.back(now, times.hintWindow());
    if (!lost.isEmpty()) {
      repair = lost;
    }
    waiting.forget();
    catchUp(why + ".", since, now);
  }

  private void catchUp(String why, long since, long now) {
    lackedNothing(since, now);
    state = ReplicaState.CATCHING_UP;
    reason = why;
    missedNanos = now;
    seenNanos = now;
  }

  /**
   * One that was fresh lacks nothing of what came before an instant. One that was not, or is not
   * known to have been, may lack what it may have lacked before, and what a later signal says of
   * earlier.
   *
   * @param since when it can have begun to lack writes, which is seen only now
   */
  private void lackedNothing(long since, long now) {
    if (state == ReplicaState.FRESH) {
      awayNanos = since;
      window.whole(now);
    } else if (since - awayNanos < 0) {
      awayNanos = since;
    }
  }

  private void suspect(String why, long since, long now) {
    lackedNothing(since, now);
    state = ReplicaState.SUSPECT;
    reason = why;
    missedNanos = now;
  }
}
