package org.quorate.lab.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class StartFailureTest {
  @Test
  void unknownSettingsAreNamed() {
    assertThat(
            StartFailure.reason(
                List.of(
                    "INFO  [main] ...",
                    "Exception (org.apache.cassandra.exceptions.ConfigurationException)"
                        + " encountered during startup: Invalid yaml. Please remove properties"
                        + " [no_such_key] from your cassandra.yaml")))
        .isEqualTo(
            "Cassandra does not know the setting no_such_key; correct the cluster's settings.");
  }

  @Test
  void otherwiseTheFirstFaultIsQuoted() {
    assertThat(
            StartFailure.reason(
                List.of(
                    "INFO  [main] Starting",
                    "ERROR [main] CassandraDaemon.java:900 - Fatal configuration error; unable to"
                        + " start server. See log for stacktrace.",
                    "org.apache.cassandra.exceptions.ConfigurationException: Unable to bind")))
        .contains("unable to start server");
    assertThat(StartFailure.reason(List.of())).isEqualTo("its log says why.");
  }
}
