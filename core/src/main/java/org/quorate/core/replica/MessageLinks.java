package org.quorate.core.replica;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Which nodes do not receive what others send them, by what both ends count. Not thread-safe.
 *
 * <p>Nodes of a cluster gossip every second, each with one that it chooses at random, so a silence
 * between two of them says nothing by itself; and what each counts is seen at another instant. So a
 * link is broken when its receiver counts the same at two looks at least {@value #QUIET_MILLIS} ms
 * apart, and its sender counts more at two looks between these, the latter of which was answered
 * {@value #ARRIVAL_MILLIS} ms before the receiver was asked again: messages that were certainly
 * sent after the first of its looks, and did not arrive in that time. It stays so until something
 * arrives.
 *
 * <p>Where the sender has reached another node since, its receiver is cut off. Where it has reached
 * none, and at least two links from it are broken, it is the sender that nobody hears; so it is
 * where it is cut off itself. Where there is one broken link and no other to tell by for {@value
 * #UNDECIDED_MILLIS} ms more, it is both.
 *
 * <p>Holds a fixed number of counts for each pair of nodes.
 */
final class MessageLinks {
  private static final long QUIET_MILLIS = 2_500;
  private static final long ARRIVAL_MILLIS = 750;
  private static final long UNDECIDED_MILLIS = 2_000;

  /** A node counts a message as sent a moment after it was. */
  private static final long SETTLED_NANOS = Duration.ofMillis(100).toNanos();

  /** What a node sends is not known where it was not asked for so long, as when it is gone. */
  private static final long SENDER_SEEN_NANOS = Duration.ofSeconds(15).toNanos();

  private static final long QUIET_NANOS = Duration.ofMillis(QUIET_MILLIS).toNanos();
  private static final long ARRIVAL_NANOS = Duration.ofMillis(ARRIVAL_MILLIS).toNanos();
  private static final long UNDECIDED_NANOS = Duration.ofMillis(UNDECIDED_MILLIS).toNanos();
  private static final long NEVER = Long.MIN_VALUE;
  private static final long UNKNOWN = -1;

  /**
   * That a node does not get what another sends it, or that nobody gets what it sends.
   *
   * @param sentence that says so
   * @param sinceNanos the earliest instant from which on nothing may have arrived
   */
  record Cut(String sentence, long sinceNanos) {
    private static Cut earlier(Cut one, Cut other) {
      return one.sinceNanos - other.sinceNanos <= 0 ? one : other;
    }
  }

  private static final class Link {
    private long received = UNKNOWN;

    /** When the answer was there that had this count first. */
    private long quietSince;

    private long receiverAsked;

    /** Something arrived later than this. */
    private long reachedAfter = NEVER;

    /** What the sender counted at its first look since, and when it was last asked and did. */
    private long sent = UNKNOWN;

    private long sentAsked;

    /** By when it had sent more. */
    private long sentMoreBy = NEVER;

    private long senderSeen = NEVER;
    private boolean broken;

    private void sent(long count, long asked, long now) {
      senderSeen = now;
      boolean anew = count < sent;
      if ((sent == UNKNOWN || anew) && received != UNKNOWN && asked - quietSince >= SETTLED_NANOS) {
        sent = count;
        sentAsked = asked;
        sentMoreBy = NEVER;
      } else if (sent != UNKNOWN && sentMoreBy == NEVER) {
        if (count > sent) {
          sentMoreBy = now;
        } else {
          sentAsked = asked;
        }
      }
    }

    private void received(long count, long asked, long now) {
      if (count == received) {
        broken =
            sentMoreBy != NEVER
                && asked - sentMoreBy >= ARRIVAL_NANOS
                && asked - quietSince >= QUIET_NANOS;
      } else {
        reachedAfter = received != UNKNOWN && count > received ? receiverAsked : reachedAfter;
        received = count;
        quietSince = now;
        sent = UNKNOWN;
        sentMoreBy = NEVER;
        broken = false;
      }
      receiverAsked = asked;
    }

    private Cut cut(String what, long now) {
      String sentence = "For " + Duration.ofNanos(now - quietSince).toSeconds() + " s " + what;
      return new Cut(sentence, reachedAfter == NEVER ? quietSince : reachedAfter);
    }

    private boolean isBroken(long now) {
      return broken && now - senderSeen <= SENDER_SEEN_NANOS;
    }
  }

  /** By their senders, and then by their receivers. */
  private final Map<UUID, Map<UUID, Link>> links = new HashMap<>();

  void retain(Set<UUID> nodes) {
    links.keySet().retainAll(nodes);
    links.values().forEach(to -> to.keySet().retainAll(nodes));
  }

  /**
   * Takes in what one node counts.
   *
   * @param asked when it was asked, so that it counted no earlier
   * @param now when its answer was there
   */
  void look(Signal.Exchange counts, long asked, long now) {
    counts.sent().forEach((to, count) -> link(counts.at(), to).sent(count, asked, now));
    counts.received().forEach((from, count) -> link(from, counts.at()).received(count, asked, now));
  }

  private Link link(UUID from, UUID to) {
    return links
        .computeIfAbsent(from, any -> new HashMap<>())
        .computeIfAbsent(to, any -> new Link());
  }

  /**
   * Nodes that are cut off from another.
   *
   * @param up names of those that run; the others send nothing, and receive nothing
   */
  Map<UUID, Cut> cutOff(Map<UUID, String> up, long now) {
    Map<UUID, Cut> cutOff = new HashMap<>();
    Map<UUID, Set<UUID>> unheard = new HashMap<>();
    links.forEach(
        (from, to) ->
            to.forEach(
                (id, link) -> {
                  if (up.containsKey(from) && up.containsKey(id) && link.isBroken(now)) {
                    if (reachesOthers(from, link)) {
                      cutOff.merge(id, deaf(link, up.get(from), now), Cut::earlier);
                    } else {
                      unheard.computeIfAbsent(from, any -> new HashSet<>()).add(id);
                    }
                  }
                }));
    // One that hears nobody either is told already, and those that it does not reach lack nothing.
    unheard.keySet().removeAll(cutOff.keySet());
    unheard.forEach(
        (from, receivers) -> {
          boolean alone = receivers.size() == 1;
          for (UUID receiver : receivers) {
            Link link = link(from, receiver);
            if (!alone || now - link.sentMoreBy >= ARRIVAL_NANOS + UNDECIDED_NANOS) {
              cutOff.merge(
                  from, link.cut("nobody has got anything of what it sends.", now), Cut::earlier);
              if (alone) {
                cutOff.putIfAbsent(receiver, deaf(link, up.get(from), now));
              }
            }
          }
        });
    return cutOff;
  }

  private boolean reachesOthers(UUID from, Link broken) {
    return links.getOrDefault(from, Map.of()).values().stream()
        .anyMatch(other -> other.reachedAfter >= broken.sentAsked);
  }

  private static Cut deaf(Link link, @Nullable String from, long now) {
    return link.cut("it has got nothing of what " + from + " sends it.", now);
  }
}
