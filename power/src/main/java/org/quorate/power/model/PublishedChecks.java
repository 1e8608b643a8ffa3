package org.quorate.power.model;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** How the models stand beside published measurements of real servers. */
public final class PublishedChecks {
  private static final int NEWER = 2012;

  /** Which published servers a shipped profile is meant to be like. */
  private static final List<Kind> KINDS =
      List.of(
          new Kind("server-2010", 1, 2009, 2011),
          new Kind("server-2012-2-sockets", 2, 2011, 2012),
          new Kind("server-2017-2-sockets", 2, 2016, 2018),
          new Kind("server-2020-2-sockets", 2, 2019, 2021),
          new Kind("server-2023-2-sockets", 2, 2022, 2024));

  private PublishedChecks() {}

  private record Kind(String profile, int chips, int from, int to) {
    boolean has(PublishedCurves.Server server) {
      return server.chips() == chips && from <= year(server) && year(server) <= to;
    }

    String text() {
      return (chips == 1 ? "1 processor" : chips + " processors") + ", " + from + "-" + to;
    }
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
   * How far a profile is from servers of its kind, at all eleven loads, idle and full use included.
   *
   * @param kind which servers
   * @param servers how many
   * @param withinStatedError the share of loads that is off by no more than the profile's error
   * @param ratios the same check of the ratios of any two loads of one server
   */
  public record OfProfile(
      HostProfile profile,
      String kind,
      int servers,
      CurveCheck check,
      double withinStatedError,
      CurveCheck ratios) {}

  /** Every shipped profile of which servers were published. */
  public static List<OfProfile> profiles() {
    List<OfProfile> checks = new ArrayList<>();
    for (Kind kind : KINDS) {
      HostProfile profile = ProfileFile.shipped().get(kind.profile());
      List<PublishedCurves.Server> servers =
          PublishedCurves.all().stream().filter(kind::has).toList();
      if (profile != null && !servers.isEmpty()) {
        List<CurveCheck.Prediction> predictions = new ArrayList<>();
        List<CurveCheck.Prediction> ratios = new ArrayList<>();
        for (PublishedCurves.Server each : servers) {
          predictions.addAll(CurveCheck.comparisons(profile.curve(), each.curve()));
          ratios.addAll(CurveCheck.ratios(profile.curve(), each.curve()));
        }
        checks.add(
            new OfProfile(
                profile,
                kind.text(),
                servers.size(),
                CurveCheck.of(predictions),
                CurveCheck.shareWithin(profile.relativeError(), predictions),
                CurveCheck.of(ratios)));
      }
    }
    return List.copyOf(checks);
  }

  private static int year(PublishedCurves.Server server) {
    return Integer.parseInt(server.published().substring(0, 4));
  }
}
