package org.quorate.power.file;

import java.time.Instant;
import java.util.List;
import org.quorate.power.Channel;
import org.quorate.power.MeterException;
import org.quorate.power.Reading;

/** What the lines of a format mean. May remember earlier lines; used by one thread at a time. */
interface Records {
  /** What a line tells. */
  List<Channel> channels();

  /**
   * Adds the readings of a line, none for a line that holds none by intention, such as a header.
   *
   * @throws UnreadableLine when the line is not of the format; nothing was added
   * @throws MeterException when the whole file cannot be used as it is
   */
  void read(Line line, Instant receivedAt, List<Reading> readings)
      throws UnreadableLine, MeterException;
}
