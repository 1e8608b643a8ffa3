package org.quorate.cli.live;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.quorate.cli.page.PicturePage;
import org.quorate.cli.page.Told;

/**
 * The agent's page for people: what was seen last and in the last hour, renewed at every look.
 * Thread-safe; of a bounded size.
 */
public final class LivePage extends PicturePage {
  private final LastHour hour = new LastHour();
  private final Told told = new Told();
  private Optional<Glance> latest = Optional.empty();

  /**
   * @param clock of the agent
   */
  public LivePage(Supplier<Instant> clock) {
    super(clock, LiveDocument.FRAME);
  }

  /** Shows what was seen, from now on. */
  public synchronized void seen(Glance glance) {
    hour.add(glance.at(), glance.reports());
    latest = Optional.of(glance);
    changed();
  }

  /** Shows a sentence that the agent has told. */
  public synchronized void told(String sentence) {
    told.add(now(), sentence);
    changed();
  }

  @Override
  protected Instant seenAt() {
    return latest.map(Glance::at).orElse(since());
  }

  /** How long the last reading goes on to count. */
  @Override
  protected Optional<Duration> holds() {
    return latest.flatMap(Glance::readyUntil).map(until -> Duration.between(now(), until));
  }

  @Override
  protected Supplier<Map<String, String>> shown() {
    // The agent may not have looked since, as where a node holds it up.
    if (holds().filter(left -> left.isNegative() || left.isZero()).isPresent()) {
      latest = latest.map(Glance::lapsed);
    }
    return LiveParts.of(latest, hour, since(), seenAt(), told);
  }
}
