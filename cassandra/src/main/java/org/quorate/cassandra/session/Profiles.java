package org.quorate.cassandra.session;

import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfig;
import com.datastax.oss.driver.api.core.config.DriverExecutionProfile;
import com.datastax.oss.driver.api.core.context.DriverContext;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.control.LocalDataCenter;
import org.quorate.cassandra.event.Events;
import org.quorate.cassandra.event.LevelEvent.Kind;

/**
 * Which statements are left alone for the profile that the application chose for them. Levels are
 * chosen in place of that of the default profile, and for its local data centre. Whether a profile
 * states the default's level or only inherits it the driver does not tell, so profiles are opted in
 * by name. Thread-safe.
 */
final class Profiles {
  private final DriverContext context;
  private final Set<String> optedIn;
  private final Events events;
  private final OwnFaults faults;
  private final Set<String> told = ConcurrentHashMap.newKeySet();

  Profiles(DriverContext context, Set<String> optedIn, Events events, OwnFaults faults) {
    this.context = context;
    this.optedIn = optedIn;
    this.events = events;
    this.faults = faults;
  }

  /**
   * Whether statements of a profile are left alone. Why, is told once where the application did not
   * say so itself.
   *
   * @param profile of the statement, or null
   * @param name of its profile where it has none itself; null or empty for none
   */
  boolean leaveAlone(@Nullable DriverExecutionProfile profile, @Nullable String name) {
    try {
      return (profile != null || (name != null && !name.isEmpty())) && isOther(profile, name);
    } catch (RuntimeException e) {
      faults.tell(e);
      return true;
    }
  }

  private boolean isOther(@Nullable DriverExecutionProfile profile, @Nullable String name) {
    DriverConfig config = context.getConfig();
    DriverExecutionProfile chosen = profile;
    if (chosen == null) {
      if (!config.getProfiles().containsKey(name)) {
        return false;
      }
      chosen = config.getProfile(name);
    }
    DriverExecutionProfile usual = config.getDefaultProfile();
    if (chosen.equals(usual)) {
      return false;
    }
    if (!level(chosen).equals(level(usual))) {
      return true;
    }
    if (!optedIn.contains(chosen.getName())) {
      tell(
          chosen,
          "the driver does not tell whether the profile states its level. If it does not, name it in"
              + " quorate.profiles to have them adapted.");
      return true;
    }
    String other = LocalDataCenter.of(context, chosen.getName());
    String local = LocalDataCenter.of(context, usual.getName());
    if (!Objects.equals(other, local)) {
      tell(
          chosen,
          "its local data centre is " + other + ", and levels are chosen for " + local + ".");
      return true;
    }
    return false;
  }

  private static String level(DriverExecutionProfile profile) {
    return profile.getString(DefaultDriverOption.REQUEST_CONSISTENCY);
  }

  private void tell(DriverExecutionProfile profile, String why) {
    if (told.add(profile.getName())) {
      events.tell(
          Kind.LEFT_ALONE,
          null,
          null,
          null,
          "Statements of the profile " + profile.getName() + " are left alone: " + why);
    }
  }
}
