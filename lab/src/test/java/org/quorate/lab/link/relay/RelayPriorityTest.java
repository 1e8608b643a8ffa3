package org.quorate.lab.link.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RelayPriorityTest {
  /** The field policy of /proc/PID/task/TID/stat: 1 is first in, first out. */
  private static final int POLICY_AFTER_NAME = 38;

  @Test
  void precedenceIsThatOfTheRelaysThreadAloneAndNeverAClaim() throws Exception {
    try (TestNetwork network = new TestNetwork(2)) {
      boolean granted = network.relay().takePrecedence();
      assertThat(realTimeThreads()).isEqualTo(granted ? 1 : 0);
    }
  }

  private static long realTimeThreads() throws IOException {
    try (Stream<Path> threads = Files.list(Path.of("/proc/self/task"))) {
      return threads.filter(RelayPriorityTest::isRealTime).count();
    }
  }

  private static boolean isRealTime(Path thread) {
    try {
      String line = Files.readString(thread.resolve("stat"));
      String[] fields = line.substring(line.lastIndexOf(')') + 2).split(" ", -1);
      return fields[POLICY_AFTER_NAME].equals("1");
    } catch (IOException ended) {
      return false;
    }
  }
}
