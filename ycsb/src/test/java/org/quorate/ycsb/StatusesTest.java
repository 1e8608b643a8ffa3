package org.quorate.ycsb;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.quorate.lab.store.cassandra.FailureKind;
import site.ycsb.Status;

class StatusesTest {
  @ParameterizedTest
  @EnumSource
  void noFailureLooksLikeASuccess(FailureKind kind) {
    assertThat(Statuses.of(kind).isOk()).isFalse();
  }

  @Test
  void ycsbsOwnStatusesAreUsedWhereTheySayAsMuch() {
    assertThat(Statuses.of(FailureKind.UNAVAILABLE)).isSameAs(Status.SERVICE_UNAVAILABLE);
    assertThat(Statuses.of(FailureKind.INVALID_REQUEST)).isSameAs(Status.BAD_REQUEST);
    assertThat(Statuses.of(FailureKind.UNAUTHORIZED)).isSameAs(Status.FORBIDDEN);
    assertThat(Statuses.of(FailureKind.SERVER_ERROR)).isSameAs(Status.ERROR);
  }

  @Test
  void timeoutsAreToldApartByName() {
    assertThat(Statuses.of(FailureKind.WRITE_TIMEOUT).getName()).isEqualTo("WriteTimeout");
    assertThat(Statuses.of(FailureKind.READ_TIMEOUT).getName()).isEqualTo("ReadTimeout");
  }
}
