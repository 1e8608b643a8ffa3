package org.quorate.power.model;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.quorate.core.power.PowerCurve;

/**
 * How the models stand beside published measurements of real servers.
 *
 * <p>The servers of a shipped profile's kind are split in two: in the order of publication the
 * first, third, fifth and so on make the profile, its idle and full use and its errors; the others
 * check it. A server is never on both sides.
 */
public final class PublishedChecks {
  /** Servers in a half below which its numbers rest on little. */
  public static final int FEW = 5;

  private static final int NEWER = 2012;

  /** Which published servers a shipped profile is meant to be like. */
  private static final List<Kind> KINDS =
      Stream.of(
              new Kind("server-2010", 1, 2009, 2011),
              new Kind("server-2012-2-sockets", 2, 2011, 2012),
              new Kind("server-2017-2-sockets", 2, 2016, 2018),
              new Kind("server-2020-2-sockets", 2, 2019, 2021),
              new Kind("server-2023-2-sockets", 2, 2021, 2024))
          .flatMap(kind -> Stream.of(kind, kind.bent()))
          .toList();

  private PublishedChecks() {}

  private record Kind(String profile, int chips, int from, int to) {
    boolean has(PublishedCurves.Server server) {
      return server.chips() == chips && from <= year(server) && year(server) <= to;
    }

    List<PublishedCurves.Server> all() {
      return PublishedCurves.all().stream().filter(this::has).toList();
    }

    /** The half that the profile is made from, or the one that checks it. */
    List<PublishedCurves.Server> half(boolean making) {
      List<PublishedCurves.Server> all = all();
      return IntStream.range(0, all.size())
          .filter(place -> (place % 2 == 0) == making)
          .mapToObj(all::get)
          .toList();
    }

    /** The profile with a point at each published load, beside the straight line. */
    Kind bent() {
      return new Kind(profile + "-bent", chips, from, to);
    }

    String text() {
      return (chips == 1 ? "1 processor" : chips + " processors") + ", " + from + "-" + to;
    }
  }

  /**
   * All published servers of a shipped profile's kind, those that make it and those that check it.
   *
   * @param profile that is used
   * @return watts at rest, at each tenth of the full load and at full load, by date and name; none
   *     for a profile that is not shipped, even if it has the name of one that is, and for one of
   *     which no servers were published
   */
  public static Map<String, List<Double>> servers(HostProfile profile) {
    if (!profile.equals(ProfileFile.shipped().get(profile.name()))) {
      return Map.of();
    }
    Map<String, List<Double>> servers = new LinkedHashMap<>();
    KINDS.stream()
        .filter(kind -> kind.profile().equals(profile.name()))
        .flatMap(kind -> kind.all().stream())
        .forEach(
            server -> {
              List<Double> watts =
                  server.curve().points().stream().map(PowerCurve.Point::watts).toList();
              String name = server.published() + " " + server.name();
              // The same server was published more than once within a month.
              int times = 1;
              while (servers.containsKey(times == 1 ? name : name + " (" + times + ")")) {
                times++;
              }
              servers.put(times == 1 ? name : name + " (" + times + ")", watts);
            });
    return Collections.unmodifiableMap(servers);
  }

  /**
   * How well a server's own points predict its other loads.
   *
   * @param group which servers
   * @param servers how many
   * @param line the straight line from idle to full use
   * @param curve the curve through idle, 10, 50 and 100 %
   */
  public record OfModels(String group, int servers, CurveCheck line, CurveCheck curve) {}

  /** Both models on three groups of servers. */
  public static List<OfModels> models() {
    return List.of(
        models("1 processor, before " + NEWER, each -> each.chips() == 1 && year(each) < NEWER),
        models(NEWER + " and later", each -> year(each) >= NEWER),
        models("all", each -> true));
  }

  private static OfModels models(String group, Predicate<PublishedCurves.Server> in) {
    List<PublishedCurves.Server> servers = PublishedCurves.all().stream().filter(in).toList();
    List<CurveCheck.Prediction> line = new ArrayList<>();
    List<CurveCheck.Prediction> curve = new ArrayList<>();
    for (PublishedCurves.Server server : servers) {
      PowerCurve measured = server.curve();
      line.addAll(
          CurveCheck.predictions(CalibratedProfile.through(measured, List.of(0.0, 1.0)), measured));
      curve.addAll(
          CurveCheck.predictions(
              CalibratedProfile.through(measured, Calibration.SHARES), measured));
    }
    return new OfModels(group, servers.size(), CurveCheck.of(line), CurveCheck.of(curve));
  }

  /**
   * How far a profile is from servers of its kind that it was not made from.
   *
   * @param kind which servers
   * @param making how many the profile was made from
   * @param servers how many others check it
   * @param check at all eleven loads, idle and full use included
   * @param withinStatedError the share of these loads that is off by no more than the profile's
   *     error
   * @param ratios the same check of the ratios of any two loads of one server
   * @param dynamicRatios the same of what lies above idle, at any two loads of 10 to 100 %
   */
  public record OfProfile(
      HostProfile profile,
      String kind,
      int making,
      int servers,
      CurveCheck check,
      double withinStatedError,
      CurveCheck ratios,
      CurveCheck dynamicRatios) {
    /** Whether one of the halves has fewer than {@link #FEW} servers. */
    public boolean restsOnFew() {
      return Math.min(making, servers) < FEW;
    }
  }

  /** Every shipped profile of which servers were published. */
  public static List<OfProfile> profiles() {
    List<OfProfile> checks = new ArrayList<>();
    for (Kind kind : KINDS) {
      HostProfile profile = ProfileFile.shipped().get(kind.profile());
      List<PublishedCurves.Server> servers = kind.half(false);
      if (profile != null && !servers.isEmpty()) {
        PowerCurve curve = profile.curve();
        List<CurveCheck.Prediction> loads = predictions(curve, servers, CurveCheck::comparisons);
        checks.add(
            new OfProfile(
                profile,
                kind.text(),
                kind.half(true).size(),
                servers.size(),
                CurveCheck.of(loads),
                CurveCheck.shareWithin(profile.relativeError(), loads),
                CurveCheck.of(predictions(curve, servers, CurveCheck::ratios)),
                CurveCheck.of(predictions(curve, servers, CurveCheck::dynamicRatios))));
      }
    }
    return List.copyOf(checks);
  }

  /**
   * What the servers that make a profile say it must be.
   *
   * @param idleWatts their median
   * @param busyWatts their median at full use
   * @param level what nine of ten of their loads stay within
   * @param comparison what nine of ten ratios of two loads of one of them stay within
   * @param dynamic what nine of ten ratios of what lies above idle stay within
   */
  record Making(
      double idleWatts, double busyWatts, double level, double comparison, double dynamic) {}

  /** The same of one shipped profile, whose errors are those of its own curve. */
  static Making making(HostProfile profile) {
    Kind kind =
        KINDS.stream()
            .filter(each -> each.profile().equals(profile.name()))
            .findFirst()
            .orElseThrow();
    List<PublishedCurves.Server> servers = kind.half(true);
    PowerCurve curve = profile.curve();
    return new Making(
        median(servers.stream().map(each -> each.curve().idleWatts()).toList()),
        median(servers.stream().map(each -> each.curve().busyWatts()).toList()),
        CurveCheck.of(predictions(curve, servers, CurveCheck::comparisons)).highestDecile(),
        CurveCheck.of(predictions(curve, servers, CurveCheck::ratios)).highestDecile(),
        CurveCheck.of(predictions(curve, servers, CurveCheck::dynamicRatios)).highestDecile());
  }

  private static List<CurveCheck.Prediction> predictions(
      PowerCurve model,
      List<PublishedCurves.Server> servers,
      BiFunction<PowerCurve, PowerCurve, List<CurveCheck.Prediction>> compare) {
    return servers.stream().flatMap(each -> compare.apply(model, each.curve()).stream()).toList();
  }

  private static double median(List<Double> values) {
    List<Double> sorted = values.stream().sorted().toList();
    int middle = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(middle)
        : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
  }

  private static int year(PublishedCurves.Server server) {
    return Integer.parseInt(server.published().substring(0, 4));
  }
}
