package org.quorate.study.plan;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.quorate.core.quantity.Durations;

/**
 * What clients do with a write between its acceptance and its way to a server. Only a store whose
 * client can keep writes back has a choice; see {@link Capability#DEFERRAL}.
 */
public sealed interface Buffering {
  /** Examples of every kind, as study files write them. */
  List<String> EXAMPLES = List.of("none", "stock", "stock 12MiB flush 1s", "bounded 1s");

  /** As study files write it: {@link #parse} gives it back. */
  String text();

  /**
   * Reads {@code none}; {@code stock [SIZE] [[flush] PERIOD]}; or {@code bounded TIME [SIZE]
   * [NUMBER writes] [fixed SIZE]}. Results of earlier versions may have {@code adaptive} in the
   * place of the last, which then was as if it were not there.
   *
   * @throws IllegalArgumentException if the text is none of these; a sentence for the user
   */
  static Buffering parse(String text) {
    return BufferingParser.parse(text);
  }

  /** Every write is sent at once, and its call returns when the server has it. */
  record Unbuffered() implements Buffering {
    @Override
    public String text() {
      return "none";
    }
  }

  /**
   * The buffer of the store's own client, one for each client: full, it is sent while the write
   * that filled it waits.
   *
   * @param bytes of writes that fill it, as the client counts, at least 1
   * @param flushPeriod after which the oldest write has the buffer sent although it is not full, or
   *     null where nothing but its size has it sent
   */
  record StockBuffer(long bytes, @Nullable Duration flushPeriod) implements Buffering {
    /** 12 MiB, as YCSB and García-Recuero (2014) have it. */
    public static final long USUAL_BYTES = 12L << 20;

    @Override
    public String text() {
      return "stock "
          + BufferingParser.size(bytes)
          + (flushPeriod == null ? "" : " flush " + Durations.format(flushPeriod));
    }
  }

  /**
   * Quorate's deferral, one for all clients of a process: every write is to be visible within the
   * bound, whichever of its limits comes first.
   *
   * @param time from the acceptance of a write until a server has acknowledged it, above 0
   * @param bytes of writes that are accepted and not acknowledged, or null for no such limit
   * @param writes of these, or null for no such limit
   * @param flushBytes of a full flush, or null for the deferral's own default
   */
  record BoundedDeferral(
      Duration time, @Nullable Long bytes, @Nullable Long writes, @Nullable Long flushBytes)
      implements Buffering {
    @Override
    public String text() {
      return "bounded "
          + Durations.format(time)
          + (bytes == null ? "" : " " + BufferingParser.size(bytes))
          + (writes == null ? "" : " " + writes + " writes")
          + (flushBytes == null ? "" : " fixed " + BufferingParser.size(flushBytes));
    }
  }
}
