package org.quorate.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.quorate.cassandra.control.LevelController;
import org.quorate.cassandra.event.EventLog;
import org.quorate.cassandra.event.Events;
import org.quorate.cassandra.event.LevelEvent;
import org.quorate.cassandra.event.LevelListener;
import org.quorate.cassandra.management.LevelSwitch;
import org.quorate.cassandra.sample.PairedReads;
import org.quorate.cassandra.session.AdaptiveCqlSession;
import org.quorate.cassandra.session.AdaptiveSession;
import org.quorate.cassandra.setting.AdaptiveSettings;
import org.quorate.cassandra.setting.DriverFileSettings;
import org.quorate.cassandra.setting.Mode;

/**
 * Makes adaptive sessions.
 *
 * <pre>{@code
 * CqlSession session = Quorate.adaptive(plainSession);
 * }</pre>
 *
 * <p>Unless told otherwise a session observes and changes nothing; see {@link
 * org.quorate.cassandra.setting.Mode}.
 */
public final class Quorate {
  private static final String NO_THROTTLER = "PassThroughRequestThrottler";

  private Quorate() {}

  /**
   * An adaptive session that behaves as the driver's own configuration says under {@code
   * datastax-java-driver.quorate}; see {@link DriverFileSettings} for its keys.
   *
   * @param session the application's own; it is used for everything, and closed with the result
   * @throws IllegalArgumentException if the configuration is wrong; the message names the key
   */
  public static AdaptiveSession adaptive(CqlSession session) {
    return adaptive(
        session, DriverFileSettings.read(session.getContext().getConfig().getDefaultProfile()));
  }

  /**
   * An adaptive session.
   *
   * @param session the application's own; it is used for everything, and closed with the result
   */
  public static AdaptiveSession adaptive(CqlSession session, AdaptiveSettings settings) {
    List<LevelListener> listeners = new ArrayList<>(settings.listeners());
    if (settings.logged()) {
      listeners.add(new EventLog());
    }
    Events events =
        new Events(listeners, settings.eventPeriod(), System::nanoTime, InstantSource.system());
    PairedReads pairs =
        new PairedReads(
            session, settings.sampleShare(), events, System::nanoTime, InstantSource.system());
    if (isThrottled(session)) {
      pairs.forbid();
      tellOfNoPairs(settings, events);
    }
    LevelController levels =
        new LevelController(session, settings, events, pairs::readsSent, System::nanoTime);
    pairs.whenClocksAreApart(
        name -> levels.level(name).ifPresent(of -> of.memory().clocks().seen(System.nanoTime())));
    Runnable onClose =
        settings.management() ? LevelSwitch.register(levels, session.getName()) : () -> {};
    try {
      levels.start();
      AdaptiveCqlSession adaptive =
          new AdaptiveCqlSession(
              session,
              levels,
              pairs,
              events,
              settings.profiles(),
              settings.tokens(),
              InstantSource.system(),
              onClose);
      adaptive.endWithDelegate();
      return adaptive;
    } catch (RuntimeException e) {
      // As of a session that is closed meanwhile.
      try (levels) {
        onClose.run();
      }
      throw e;
    }
  }

  /** Whether the driver lets requests wait for others, so that pairs would take their turns. */
  private static boolean isThrottled(CqlSession session) {
    return !session
        .getContext()
        .getConfig()
        .getDefaultProfile()
        .getString(DefaultDriverOption.REQUEST_THROTTLER_CLASS, NO_THROTTLER)
        .endsWith(NO_THROTTLER);
  }

  private static void tellOfNoPairs(AdaptiveSettings settings, Events events) {
    if (settings.mode() == Mode.ADAPT || settings.sampleShare() > 0) {
      events.tell(
          LevelEvent.Kind.SAMPLING,
          null,
          null,
          null,
          "No reads are compared in pairs: the driver throttles requests (advanced.throttler), and"
              + " pairs would take the application's turns. So nothing shows rows that are stale"
              + " because other processes write them; where others do, choose model = random-read,"
              + " pin a level that meets every write, or adapt a session without a throttler.");
    }
  }
}
