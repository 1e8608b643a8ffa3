package org.quorate.hbase.deferral;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.quorate.hbase.setting.SpillSettings;
import org.quorate.hbase.spill.CrashDurability;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What becomes of writes that nobody has acknowledged when all is closed. */
final class Rest {
  private static final Logger LOG = LoggerFactory.getLogger(Rest.class);

  private final SpillSettings spill;
  private final Answers answers;
  private final LongSupplier clock;

  Rest(SpillSettings spill, Answers answers, LongSupplier clock) {
    this.spill = spill;
    this.answers = answers;
    this.clock = clock;
  }

  /**
   * Takes out what is not acknowledged: it is given up, unless the spill keeps it.
   *
   * @return what to say of it, or null if there is none
   */
  @Nullable IOException of(Collection<TableQueue> queues) {
    List<PendingWrite> left = new ArrayList<>();
    queues.forEach(queue -> left.addAll(queue.close()));
    for (PendingWrite write : left) {
      try {
        if (!isSpilled()) {
          giveUp(write);
        }
      } catch (RuntimeException | Error e) {
        // The others are to be given up as well.
        LOG.error("A write to {} could not be given back.", write.account.table(), e);
      } finally {
        // What stays in the spill was accepted: its session goes on seeing it.
        write.open();
      }
    }
    return left.isEmpty() ? null : new IOException(message(left.size()));
  }

  private void giveUp(PendingWrite write) {
    Throwable reason =
        new IOException(
            "The write was not acknowledged before deferral was closed; a server may have it.");
    answers.giveUp(write.account.table(), write, clock.getAsLong(), reason);
  }

  private boolean isSpilled() {
    return spill.durability() != CrashDurability.NONE;
  }

  private String message(int count) {
    String number = count == 1 ? "1 write was" : count + " writes were";
    return spill
        .directory()
        .filter(directory -> isSpilled())
        .map(
            directory ->
                number
                    + " not acknowledged by region servers before deferral was closed and remain"
                    + " in the spill below "
                    + directory
                    + "; they are sent when it is opened again, or by \"quorate spill drain\".")
        .orElse(
            number
                + " not acknowledged by region servers before deferral was closed, and went back"
                + " to whoever wrote them: to their listener, or suppressed in this.");
  }
}
