package org.quorate.lab.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.StringReader;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class AcceptedWritesTest {
  private final AcceptedWrites accepted = new AcceptedWrites(2);

  @Test
  void wholeLinesCountAndOneThatWasCutOffDoesNot() throws Exception {
    read("accepted 0 0.\naccepted 1 0.\naccepted 0 1.\naccepted 0 2");
    assertThat(accepted.last(0)).isEqualTo(1);
    assertThat(accepted.last(1)).isZero();
    assertThat(accepted.count()).isEqualTo(3);
    assertThat(accepted.problem()).isNull();
    assertThat(accepted.awaitFirst(0, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void nothingAcceptedIsNothing() throws Exception {
    assertThat(accepted.awaitFirst(0, TimeUnit.SECONDS)).isFalse();
    read("");
    assertThat(accepted.count()).isZero();
    assertThat(accepted.awaitFirst(0, TimeUnit.SECONDS)).as("nothing will come").isTrue();
  }

  @Test
  void whatTheWriterCouldNotDoIsAProblem() {
    read("accepted 0 0.\nfailed 1 java.io.IOException: no.\n");
    assertThat(accepted.problem()).isEqualTo("failed 1 java.io.IOException: no");
  }

  @Test
  void aNumberThatIsLeftOutIsAProblem() {
    read("accepted 0 0.\naccepted 0 2.\n");
    assertThat(accepted.problem()).contains("after write 0 of thread 0 came 2");
  }

  @Test
  void aProcessThatGoesOnMayDoTheLastWriteAgainOnce() {
    read("accepted 0 0.\naccepted 0 1.\n");
    AcceptedWrites next = new AcceptedWrites(accepted);
    next.readAll(new BufferedReader(new StringReader("accepted 0 1.\naccepted 0 2.\n")));
    assertThat(next.problem()).isNull();
    assertThat(next.last(0)).isEqualTo(2);
    assertThat(next.count()).isEqualTo(3);
    next.readAll(new BufferedReader(new StringReader("accepted 0 2.\n")));
    assertThat(next.problem()).contains("after write 2 of thread 0 came 2");
  }

  private void read(String output) {
    accepted.readAll(new BufferedReader(new StringReader(output)));
  }
}
