package org.quorate.testing;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * Gives what a test waits for 60 s, whichever class comes first in a process. What is waited for
 * comes soon, but on a machine that stands still.
 */
public final class PatientWaits implements LauncherSessionListener {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @Override
  public void launcherSessionOpened(LauncherSession session) {
    Awaitility.setDefaultTimeout(PATIENCE);
  }
}
