package org.quorate.spring;

import org.quorate.cassandra.setting.AdaptiveSettings;

/**
 * A bean that says of the session what no property can, such as where counts come from. Heard after
 * the properties, in the order of beans.
 */
@FunctionalInterface
public interface AdaptiveSettingsCustomizer {
  /** Changes the settings that a session is about to be made with. */
  void customize(AdaptiveSettings.Builder settings);
}
