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
  void otherwiseTheMostTellingFaultIsQuoted() {
    String general =
        "ERROR [main] 2026-11-21 20:39:06,220 CassandraDaemon.java:900 - Fatal configuration error";
    String exception =
        "Exception (java.lang.IllegalStateException) encountered during startup: No tokens left";
    assertThat(StartFailure.reason(List.of("INFO  [main] Starting", general, exception)))
        .isEqualTo("No tokens left");
    assertThat(StartFailure.reason(List.of(general))).isEqualTo("Fatal configuration error");
    assertThat(
            StartFailure.reason(
                List.of("org.apache.cassandra.exceptions.ConfigurationException: Bad address")))
        .isEqualTo("Bad address");
  }

  @Test
  void theVirtualMachinesOwnComplaintsAreQuoted() {
    assertThat(
            StartFailure.reason(
                List.of("Error: Could not create the Java Virtual Machine.", "Error: more")))
        .isEqualTo("Could not create the Java Virtual Machine.");
    assertThat(
            StartFailure.reason(
                List.of("Terminating due to java.lang.OutOfMemoryError: Java heap space")))
        .isEqualTo("Java heap space");
  }

  @Test
  void aLogThatSaysNothingIsReferredTo() {
    assertThat(StartFailure.reason(List.of())).isEqualTo("its log says why.");
  }
}
