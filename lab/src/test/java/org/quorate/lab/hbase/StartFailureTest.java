package org.quorate.lab.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class StartFailureTest {
  @Test
  void theReasonOfAnAbortIsQuoted() {
    assertThat(
            StartFailure.reason(
                List.of(
                    "INFO  [main] 2026-11-22 14:00:00,001 regionserver.HRegionServer - starting",
                    "ERROR [RS:0] 2026-11-22 14:00:00,002 regionserver.HRegionServer - ***** ABORTING"
                        + " region server 127.10.1.1,16020,17: Unhandled: no room *****")))
        .isEqualTo("Unhandled: no room.");
  }

  @Test
  void anExceptionsCauseSaysMoreThanTheException() {
    String exception = "java.lang.RuntimeException: Failed construction of Master";
    String cause = "Caused by: java.net.BindException: Address already in use";
    assertThat(StartFailure.reason(List.of(exception, "\tat X.y(X.java:1)", cause)))
        .isEqualTo("java.net.BindException: Address already in use.");
    assertThat(StartFailure.reason(List.of(exception))).isEqualTo("Failed construction of Master.");
    assertThat(StartFailure.reason(List.of("Exception in thread \"main\" " + exception)))
        .isEqualTo("Failed construction of Master.");
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
        .isEqualTo("Java heap space.");
  }

  @Test
  void anErrorOfTheLogIsQuotedAndASilentLogReferredTo() {
    assertThat(
            StartFailure.reason(
                List.of("ERROR [main] 2026-11-22 14:00:00,002 quorum.QuorumPeerMain - Bad port")))
        .isEqualTo("Bad port.");
    assertThat(StartFailure.reason(List.of())).isEqualTo("its log says why.");
  }
}
