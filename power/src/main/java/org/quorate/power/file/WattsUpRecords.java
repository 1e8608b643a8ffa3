package org.quorate.power.file;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.quorate.power.Channel;
import org.quorate.power.MeterException;
import org.quorate.power.Reading;

/**
 * What a Watts Up? PRO sends, and what programs make of it:
 *
 * <ul>
 *   <li>its records {@code #d,-,18,W*10,V*10,mA,…;} with 18 fields, {@code _} for those that are
 *       switched off, as they came, or behind a time stamp (local date and time, or seconds or
 *       milliseconds since 1970); other commands, which begin with {@code #}, are passed over,
 *   <li>loggers' lines {@code YYYY-MM-DD HH:MM:SS.ffffff n W V A}, in watts, local time.
 * </ul>
 *
 * <p>Records without a stamp are counted from a given start, one period apart, or take the time of
 * receipt where the file is followed from its end.
 */
final class WattsUpRecords implements Records {
  private static final String DATA = "#d,";
  private static final int WATTS = 3;
  private static final double TENTH = 10;
  private static final int SECONDS_DIGITS = 11;

  private final Channel channel;
  private final Duration period;
  private final Stamps local;
  private final Stamps seconds;
  private final Stamps milliseconds;
  private final boolean live;
  private @Nullable Instant next;

  /**
   * The meaning of the lines.
   *
   * @param channel what the watts are of
   * @param options with the period between records
   * @param start the time of the first record without a stamp, its clock offset included
   */
  WattsUpRecords(Channel channel, FileOptions options, Optional<Instant> start) {
    this.channel = channel;
    this.period = options.period();
    this.local = new Stamps(Stamps.Format.ISO, options.zone(), options.clockOffset());
    this.seconds = new Stamps(Stamps.Format.EPOCH_S, options.zone(), options.clockOffset());
    this.milliseconds = new Stamps(Stamps.Format.EPOCH_MS, options.zone(), options.clockOffset());
    this.live = options.fromEnd();
    this.next = start.orElse(null);
  }

  @Override
  public List<Channel> channels() {
    return List.of(channel);
  }

  @Override
  public void read(Line line, Instant receivedAt, List<Reading> readings)
      throws UnreadableLine, MeterException {
    String text = line.text().strip();
    int record = text.indexOf(DATA);
    if (record >= 0) {
      String stamp = text.substring(0, record).strip();
      double watts = watts(text.substring(record));
      readings.add(new Reading(0, stamp(stamp), receivedAt, watts));
    } else if (!text.isEmpty() && text.charAt(0) != '#') {
      readings.add(logged(text, receivedAt));
    }
  }

  private static double watts(String record) throws UnreadableLine {
    int end = record.indexOf(';');
    if (end < 0) {
      throw new UnreadableLine("the record does not end with a semicolon");
    }
    String[] fields = record.substring(0, end).split(",", -1);
    if (fields.length <= WATTS) {
      throw new UnreadableLine("the record has " + fields.length + " fields");
    }
    return Values.read(fields[WATTS]) / TENTH;
  }

  private @Nullable Instant stamp(String text) throws UnreadableLine, MeterException {
    if (text.isEmpty()) {
      return unstamped();
    }
    // A comma may stand between stamp and record.
    String stamp = text.endsWith(",") ? text.substring(0, text.length() - 1).strip() : text;
    if (stamp.indexOf('-') > 0) {
      return local.read(stamp);
    }
    int point = stamp.indexOf('.');
    int digits = point < 0 ? stamp.length() : point;
    return digits <= SECONDS_DIGITS ? seconds.read(stamp) : milliseconds.read(stamp);
  }

  private @Nullable Instant unstamped() throws MeterException {
    Instant at = next;
    if (at != null) {
      next = at.plus(period);
      return at;
    }
    if (live) {
      return null;
    }
    throw new MeterException(
        "The records of the meter wattsup carry no time; say start=… with the time of the first one,"
            + " or from=end to take those that come from now on.");
  }

  private Reading logged(String text, Instant receivedAt) throws UnreadableLine {
    String[] fields = text.split("\\s+", -1);
    if (fields.length < 4) {
      throw new UnreadableLine("it is neither a record #d,… nor date, time, number and watts");
    }
    double watts = Values.read(fields[WATTS]);
    return new Reading(0, local.read(fields[0] + " " + fields[1]), receivedAt, watts);
  }
}
