package org.quorate.power.snmp;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.quorate.power.Channel;
import org.quorate.power.MeterException;
import org.quorate.power.PowerMeter;
import org.quorate.power.Reading;

/** Outlets of one device, all asked for in one request. */
record SnmpMeter(
    String name,
    SnmpSession session,
    Duration period,
    InstantSource clock,
    List<OutletPoint> points,
    List<Channel> channels,
    List<String> objects)
    implements PowerMeter {
  /**
   * Reads all points once, which also brings the session to speed, and refuses what must be counted
   * but is not there. Energy that is not there is left out.
   *
   * @param session is the meter's from here on
   */
  static SnmpMeter open(
      String name,
      SnmpSession session,
      OutletFamily family,
      List<OutletPoint> wanted,
      InstantSource clock)
      throws MeterException, InterruptedException {
    Map<String, Answer> answers = session.get(objects(wanted));
    List<OutletPoint> points = new ArrayList<>();
    List<Channel> channels = new ArrayList<>();
    for (OutletPoint point : wanted) {
      if (point.counted()) {
        checkThere(name, family, point, answers);
      }
      if (point.counted() || !Double.isNaN(point.value(answers))) {
        points.add(point);
        channels.add(point.channel(answers));
      }
    }
    return new SnmpMeter(
        name, session, family.refresh(), clock, points, List.copyOf(channels), objects(points));
  }

  private static void checkThere(
      String name, OutletFamily family, OutletPoint point, Map<String, Answer> answers)
      throws MeterException {
    if (!point.exists(answers)) {
      throw new MeterException(
          name
              + " has no "
              + point.name()
              + ": there is no object "
              + point.oid()
              + "; check outlet and pdu, and that it is of the family "
              + family.name()
              + ".");
    }
    if (Double.isNaN(point.value(answers))) {
      throw new MeterException(
          name
              + " says that "
              + point.name()
              + " is not available ("
              + point.oid()
              + "); this model may not measure it"
              + (point.name().equals(OutletPoints.DEVICE) ? "." : ", but outlet=device may work."));
    }
  }

  private static List<String> objects(List<OutletPoint> points) {
    return points.stream().flatMap(point -> point.objects().stream()).distinct().toList();
  }

  @Override
  public List<Reading> read() throws MeterException, InterruptedException {
    Map<String, Answer> answers = session.get(objects);
    Instant now = clock.instant();
    List<Reading> readings = new ArrayList<>(points.size());
    for (int i = 0; i < points.size(); i++) {
      readings.add(Reading.received(i, now, points.get(i).value(answers)));
    }
    return readings;
  }

  @Override
  public void close() {
    session.close();
  }
}
