package org.quorate.hbase.stamp;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * How far the clocks of region servers are ahead, from reports that carry the instant at which the
 * server made them.
 *
 * <p>Servers report to the master every few seconds ({@code hbase.regionserver.msginterval}), and
 * the master hands the latest report to whoever asks. Looked at once, a report says little: it may
 * be seconds old. Looked at often, one sees it change: the new report was made after the last look
 * at the old one, and before the first look at the new one. So at report time r, looked at by this
 * machine's clock at a (old) and b (new), the server is ahead by r - b to r - a milliseconds; what
 * several changes have in common is known better. A report's own way to the master, milliseconds on
 * a quiet network, is left out. An interval that contradicts what is known starts afresh: a clock
 * was set. Not thread-safe.
 */
final class ServerClocks {
  private final Map<String, Watched> servers = new HashMap<>();

  /**
   * One look at a server's latest report.
   *
   * @param server its name
   * @param reported when the report was made, by the server's clock in milliseconds
   * @param asked when this machine asked, by its own clock in milliseconds
   * @param answered when it had the answer, not before {@code asked}
   */
  public void looked(String server, long reported, long asked, long answered) {
    Watched watched = servers.computeIfAbsent(server, name -> new Watched());
    if (watched.looks > 0 && reported != watched.reported) {
      watched.narrow(reported - answered, reported - watched.asked);
    }
    watched.looks++;
    watched.reported = reported;
    watched.asked = asked;
  }

  /** What is known of a server's clock, empty until a report was seen to change. */
  public Optional<ClockOffset> offset(String server) {
    return Optional.ofNullable(servers.get(server))
        .filter(watched -> watched.known)
        .map(watched -> new ClockOffset(watched.least, watched.most));
  }

  /** What is known of all clocks together: from the one furthest behind to the one ahead most. */
  public Optional<ClockOffset> all() {
    return servers.keySet().stream()
        .map(this::offset)
        .flatMap(Optional::stream)
        .reduce(
            (one, other) ->
                new ClockOffset(
                    Math.min(one.least(), other.least()), Math.max(one.most(), other.most())));
  }

  private static final class Watched {
    private long looks;
    private long reported;
    private long asked;
    private boolean known;
    private long least;
    private long most;

    private void narrow(long low, long high) {
      boolean apart = known && (low > most || high < least);
      least = known && !apart ? Math.max(least, low) : low;
      most = known && !apart ? Math.min(most, high) : high;
      known = true;
    }
  }
}
