package org.quorate.cli.study;

import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.quorate.power.CredentialScope;
import org.quorate.power.MeterException;
import org.quorate.power.MeterSettings;
import org.quorate.power.registry.MeterKinds;
import org.quorate.study.plan.PowerSettings;
import org.quorate.study.plan.RemoteSettings;
import org.quorate.study.plan.RunSettings;
import org.quorate.study.plan.Study;

/**
 * Which logins a study would send to whom, so that its user sees it before anything is sent: the
 * file may be somebody else's. Names only, never a secret. Stateless.
 */
final class LoginText {
  private LoginText() {}

  /** One sentence for each login and host; empty where none is sent. */
  static List<String> sentences(Study study) {
    RunSettings any = study.cells().values().iterator().next();
    List<String> sentences = new ArrayList<>(meters(any.power()));
    RemoteSettings remote = any.cluster().remote();
    if (remote != null) {
      Path driver = remote.driverConfiguration();
      if (driver != null && !remote.contactPoints().isEmpty()) {
        sentences.add(
            "The login in "
                + driver
                + ", where it has one, goes to the nodes at "
                + String.join(", ", remote.contactPoints())
                + ".");
      }
      Path file = remote.managementLogin();
      if (file != null) {
        sentences.add(
            "The login in " + file + " goes to the nodes' JMX at " + remote.management() + ".");
      }
    }
    return sentences;
  }

  private static Set<String> meters(@Nullable PowerSettings power) {
    Set<String> sentences = new TreeSet<>();
    if (power == null) {
      return sentences;
    }
    MeterKinds kinds = MeterKinds.standard(Clock.systemUTC(), Map.of());
    for (List<PowerSettings.Meter> ofHost : power.meters().values()) {
      for (PowerSettings.Meter meter : ofHost) {
        try {
          Optional<CredentialScope> login =
              kinds.login(new MeterSettings(meter.kind(), meter.options()));
          login.ifPresent(found -> sentences.add(sentence(found, meter)));
        } catch (MeterException e) {
          // The backend refuses this meter with the reason, before anything is sent.
        }
      }
    }
    return sentences;
  }

  private static String sentence(CredentialScope login, PowerSettings.Meter meter) {
    String address = meter.options().getOrDefault("url", "");
    boolean readable = address.startsWith("http://");
    boolean anybody = "true".equals(meter.options().get("insecure-certificate"));
    return "The credentials "
        + login.credentials()
        + " go to "
        + login.host()
        + " ("
        + meter.kind()
        + (readable ? ", unencrypted" : "")
        + (anybody ? ", whose certificate is not checked" : "")
        + ").";
  }
}
