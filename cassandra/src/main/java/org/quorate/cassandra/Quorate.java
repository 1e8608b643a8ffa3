package org.quorate.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.quorate.cassandra.control.LevelController;
import org.quorate.cassandra.event.EventLog;
import org.quorate.cassandra.event.Events;
import org.quorate.cassandra.event.LevelListener;
import org.quorate.cassandra.management.LevelSwitch;
import org.quorate.cassandra.sample.PairedReads;
import org.quorate.cassandra.session.AdaptiveCqlSession;
import org.quorate.cassandra.session.AdaptiveSession;
import org.quorate.cassandra.setting.AdaptiveSettings;
import org.quorate.cassandra.setting.DriverFileSettings;

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
    listeners.add(new EventLog());
    Events events =
        new Events(listeners, settings.eventPeriod(), System::nanoTime, InstantSource.system());
    PairedReads pairs =
        new PairedReads(
            session, settings.sampleShare(), events, System::nanoTime, InstantSource.system());
    LevelController levels =
        new LevelController(session, settings, events, pairs::readsSent, System::nanoTime);
    Runnable onClose =
        settings.management() ? LevelSwitch.register(levels, session.getName()) : () -> {};
    levels.start();
    AdaptiveCqlSession adaptive =
        new AdaptiveCqlSession(session, levels, pairs, events, settings.profiles(), onClose);
    adaptive.endWithDelegate();
    return adaptive;
  }
}
