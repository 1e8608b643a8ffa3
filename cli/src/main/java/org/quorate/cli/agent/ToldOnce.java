package org.quorate.cli.agent;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Lets each sentence through once a day in UTC, and some hundreds at most. Not thread-safe. */
final class ToldOnce implements Consumer<String> {
  private static final int MOST = 500;

  private final Supplier<Instant> clock;
  private final Consumer<String> next;
  private final Set<String> told = new HashSet<>();
  private @Nullable LocalDate day;

  ToldOnce(Supplier<Instant> clock, Consumer<String> next) {
    this.clock = clock;
    this.next = next;
  }

  @Override
  public void accept(String sentence) {
    LocalDate today = clock.get().atOffset(ZoneOffset.UTC).toLocalDate();
    if (!today.equals(day)) {
      day = today;
      told.clear();
    }
    if (told.size() < MOST && told.add(sentence)) {
      next.accept(sentence);
    }
  }
}
