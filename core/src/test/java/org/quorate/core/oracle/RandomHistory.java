package org.quorate.core.oracle;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.quorate.core.history.HistoryFormat;
import org.quorate.core.history.OperationType;
import org.quorate.core.history.Outcome;
import org.quorate.core.level.Level;

/** Small histories in which ties, concurrency and every kind of oddity abound. */
final class RandomHistory {
  static final Level[] LEVELS = {Level.ONE, Level.QUORUM, Level.ALL};

  private RandomHistory() {}

  static List<Operation> of(long seed) {
    Random random = new Random(seed);
    int size = random.nextInt(40);
    int keys = 1 + random.nextInt(3);
    int instants = 1 + random.nextInt(40);
    int versions = 1 + random.nextInt(20);
    int clients = 1 + random.nextInt(4);
    int groups = 1 + random.nextInt(3);
    long oddKey = random.nextBoolean() ? 0 : random.nextLong();
    List<Operation> operations = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      boolean write = random.nextBoolean();
      int luck = random.nextInt(10);
      Outcome outcome = luck == 0 ? Outcome.TIMEOUT : luck == 1 ? Outcome.ERROR : Outcome.OK;
      long invoke = random.nextInt(instants) - instants / 2L;
      long complete = invoke + random.nextInt(1 + instants / 4);
      boolean noVersion = !write && (outcome != Outcome.OK || random.nextInt(6) == 0);
      boolean never = outcome == Outcome.TIMEOUT;
      operations.add(
          new Operation(
              write ? OperationType.WRITE : OperationType.READ,
              oddKey + random.nextInt(keys),
              noVersion ? HistoryFormat.NO_VERSION : random.nextInt(versions) - versions / 3L,
              invoke,
              never ? HistoryFormat.NEVER : complete,
              random.nextInt(clients),
              LEVELS[random.nextInt(LEVELS.length)],
              outcome,
              random.nextInt(groups)));
    }
    Collections.shuffle(operations, random);
    return operations;
  }
}
