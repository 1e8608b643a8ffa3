package org.quorate.lab.deferral;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SessionGuaranteesTest {
  private final CellDeletes deletes = new CellDeletes();
  private final SessionGuarantees session = new SessionGuarantees(deletes);

  @Test
  void whatIsNewerMayBeRead() {
    session.read("x", null);
    session.wrote("x", 3);
    session.read("x", 3L);
    session.read("x", 7L);
    assertThat(session.first()).isNull();
  }

  @Test
  void anOlderValueThanTheOwnIsAViolation() {
    session.wrote("x", 3);
    session.read("x", 2L);
    assertThat(session.readYourWritesViolations()).isEqualTo(1);
    assertThat(session.monotonicReadsViolations()).isZero();
    assertThat(session.first()).isEqualTo("read write 2 of x after it wrote 3");
  }

  @Test
  void lessThanWasSeenIsAViolation() {
    session.read("x", 5L);
    session.read("x", 4L);
    assertThat(session.monotonicReadsViolations()).isEqualTo(1);
    assertThat(session.readYourWritesViolations()).isZero();
  }

  @Test
  void nothingIsExplainedByADeleteThatIsNotEarlier() {
    session.read("x", 5L);
    deletes.add("x", 4);
    session.read("x", null);
    assertThat(session.monotonicReadsViolations()).isEqualTo(1);
    deletes.add("x", 6);
    deletes.add("x", 9);
    session.read("x", null);
    assertThat(session.monotonicReadsViolations()).isEqualTo(1);
    session.read("x", 5L);
    assertThat(session.monotonicReadsViolations()).as("it saw delete 6").isEqualTo(2);
    session.read("x", 7L);
    assertThat(session.monotonicReadsViolations()).as("it need not have seen 9").isEqualTo(2);
  }
}
