package org.quorate.power.energy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.quorate.core.power.EnergyFactor;
import org.quorate.power.Reading;

/**
 * The energy of a cluster that somebody watches without an end, beside the operations that it did
 * meanwhile: windows are cut where operations were counted, each is worked out once every meter has
 * told of it, and its readings are dropped then. So what is held does not grow with time.
 *
 * <p>A window is at least three periods of the slowest meter long, so that each gauge has readings
 * in it; counts of operations that come more often are added up. A window in which a meter gave too
 * little is not known as a whole, and told of with its reason; the next one begins anew.
 *
 * <p>Readings may be {@linkplain #add added} by several threads, as a {@link MeterRecorder} does;
 * all else is for one thread.
 */
public final class LiveEnergy implements ReadingSink {
  /** How far a device's clock is off is of so many windows to twice as many. */
  private static final int WINDOWS_OF_A_CLOCK = 100;

  private static final int PERIODS_OF_A_WINDOW = 3;
  private static final int PERIODS_OF_GRACE = 3;

  /** Of each channel, from before a window: what its first reading is interpolated from. */
  private static final int KEPT_BEFORE = 2;

  /** Of each meter; more than a day of one that is read each second says nothing of now. */
  private static final int MOST_READINGS = 100_000;

  private final List<HostMeter> meters;
  private final Map<HostMeter, Readings> readings = new LinkedHashMap<>();
  private final ClockOffsets clocks = new ClockOffsets();
  private final Deque<Counted> pending = new ArrayDeque<>();
  private final EnergyTally tally;
  private final Map<String, String> groups;
  private final Map<String, EnergyTally> ofGroups = new TreeMap<>();
  private final Duration shortest;
  private @Nullable Instant from;
  private double operations;
  private long settled;
  private Map<String, Double> operationsOfGroups = new HashMap<>();

  /** The operations of a window whose energy is not worked out yet; NaN where not known. */
  private record Counted(Window window, double operations, Map<String, Double> ofGroups) {}

  /** Hosts that are in no group, of which nobody has said what their electricity emits. */
  public LiveEnergy(List<HostMeter> meters) {
    this(meters, Map.of(), EnergyFactor.Constant.UNKNOWN);
  }

  /**
   * @param meters at least one, with names that are unique at their host, which {@link
   *     CountedMeters} sees to
   * @param groups the group of each host that is in one, such as its data centre
   * @param grams of CO2 equivalent for each kilowatt-hour
   */
  public LiveEnergy(List<HostMeter> meters, Map<String, String> groups, EnergyFactor grams) {
    this.meters = List.copyOf(meters);
    this.groups = Map.copyOf(groups);
    this.tally = new EnergyTally(this.meters, grams);
    Map<String, List<HostMeter>> byGroup = new HashMap<>();
    for (HostMeter meter : this.meters) {
      String group = this.groups.get(meter.host());
      if (group != null) {
        byGroup.computeIfAbsent(group, any -> new ArrayList<>()).add(meter);
      }
    }
    byGroup.forEach((group, some) -> ofGroups.put(group, new EnergyTally(some, grams)));
    meters.forEach(meter -> readings.put(meter, new Readings()));
    this.shortest =
        meters.stream()
            .map(LiveEnergy::distance)
            .max(Duration::compareTo)
            .orElseThrow(() -> new IllegalArgumentException("There is no meter."))
            .multipliedBy(PERIODS_OF_A_WINDOW);
  }

  /** How far apart the values of a meter's slowest channel lie. */
  private static Duration distance(HostMeter meter) {
    return meter.meter().channels().stream()
        .map(channel -> channel.spacing().isZero() ? meter.period() : channel.spacing())
        .max(Duration::compareTo)
        .orElse(meter.period());
  }

  /** The shortest window. */
  public Duration shortestWindow() {
    return shortest;
  }

  @Override
  public void add(HostMeter meter, Reading reading) {
    Readings ofMeter = readings.get(meter);
    if (ofMeter == null) {
      throw new NoSuchElementException("Nothing is accounted of the meter " + meter.name() + ".");
    }
    synchronized (readings) {
      clocks.add(meter, reading);
      ofMeter.add(reading);
    }
  }

  /**
   * Operations were counted. The first time only begins the first window.
   *
   * @param until when, later than the time before
   * @param more since the time before; NaN where that is not known, so that the window's joules
   *     belong to no operation
   * @param moreOfGroups the same of each group; one that is not there is not known
   */
  public void counted(Instant until, double more, Map<String, Double> moreOfGroups) {
    Instant start = from;
    if (start == null) {
      from = until;
      return;
    }
    operations += more;
    for (String group : ofGroups.keySet()) {
      operationsOfGroups.merge(group, moreOfGroups.getOrDefault(group, Double.NaN), Double::sum);
    }
    if (Duration.between(start, until).compareTo(shortest) >= 0) {
      pending.add(new Counted(new Window(start, until), operations, operationsOfGroups));
      from = until;
      operations = 0;
      operationsOfGroups = new HashMap<>();
    }
  }

  /** Operations were counted, but not by group. */
  public void counted(Instant until, double more) {
    counted(until, more, Map.of());
  }

  /**
   * What is known by now.
   *
   * @param now of the clock that the readings were received by; windows of which a meter should
   *     have told by then are not waited for any longer
   */
  public LiveUse use(Instant now) {
    synchronized (readings) {
      for (Counted next = pending.peek();
          next != null && isTold(next.window().to(), now);
          next = pending.peek()) {
        pending.remove();
        settle(next);
      }
    }
    return tally.use();
  }

  /**
   * What was known of each group when {@link #use} was asked last. A window that is not known of
   * one group may be known of the others.
   */
  public Map<String, LiveUse> useOfGroups() {
    Map<String, LiveUse> uses = new TreeMap<>();
    ofGroups.forEach((group, some) -> uses.put(group, some.use()));
    return uses;
  }

  private boolean isTold(Instant end, Instant now) {
    return meters.stream()
        .allMatch(
            meter -> {
              Duration grace =
                  distance(meter).multipliedBy(PERIODS_OF_GRACE).plus(meter.meter().delay());
              return of(meter).isTold(end.plus(clocks.ahead(meter)), end)
                  || now.isAfter(end.plus(grace));
            });
  }

  private void settle(Counted counted) {
    Window window = counted.window();
    WindowAccounts accounts = new WindowAccounts(meters, window, GapRule.IMPUTE, clocks);
    for (HostMeter meter : meters) {
      of(meter).recent.forEach(reading -> accounts.add(meter, reading));
    }
    List<HostEnergy> hosts = accounts.hosts();
    tally.add(window, hosts, counted.operations());
    ofGroups.forEach(
        (group, some) ->
            some.add(
                window,
                hosts.stream().filter(host -> group.equals(groups.get(host.host()))).toList(),
                counted.ofGroups().getOrDefault(group, Double.NaN)));
    for (HostMeter meter : meters) {
      of(meter).dropBefore(window.to().plus(clocks.ahead(meter)), window.to(), meter);
    }
    settled++;
    if (settled % WINDOWS_OF_A_CLOCK == 0) {
      clocks.forget();
    }
  }

  private Readings of(HostMeter meter) {
    return Objects.requireNonNull(readings.get(meter));
  }

  /** How many readings are held. */
  int held() {
    synchronized (readings) {
      return readings.values().stream().mapToInt(ofMeter -> ofMeter.recent.size()).sum();
    }
  }

  /** Nothing is held open; what is known can still be asked for. */
  @Override
  public void close() {}

  /** The readings of one meter that windows to come need. */
  private static final class Readings {
    private final Deque<Reading> recent = new ArrayDeque<>();

    void add(Reading reading) {
      recent.add(reading);
      if (recent.size() > MOST_READINGS) {
        recent.remove();
      }
    }

    /**
     * Whether the newest reading is of a time or later.
     *
     * @param stamped the time by the device's clock
     * @param received by ours
     */
    boolean isTold(Instant stamped, Instant received) {
      Reading newest = recent.peekLast();
      return newest != null && !isBefore(newest, stamped, received);
    }

    private static boolean isBefore(Reading reading, Instant stamped, Instant received) {
      Instant stamp = reading.stampedAt();
      return stamp == null ? reading.receivedAt().isBefore(received) : stamp.isBefore(stamped);
    }

    void dropBefore(Instant stamped, Instant received, HostMeter meter) {
      long before = recent.stream().filter(reading -> isBefore(reading, stamped, received)).count();
      long kept = (long) KEPT_BEFORE * meter.meter().channels().size();
      for (long dropped = kept; dropped < before; dropped++) {
        recent.remove();
      }
    }
  }
}
