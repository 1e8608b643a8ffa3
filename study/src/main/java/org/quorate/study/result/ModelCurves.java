package org.quorate.study.result;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.quorate.core.power.PowerCurve;

/**
 * What the hosts of a run were estimated by, beside what servers of the same kind were published to
 * draw, so that the run's use can be replayed through each of these: how far off a ratio of two
 * runs may be is how much these servers disagree about that very ratio. A curve has its watts at
 * the scope of the hosts' estimates.
 *
 * @param profile the name of the power model
 * @param utilisations of the model's own points, ascending from 0 to 1
 * @param watts at these, of a whole host of that kind
 * @param published by server, with its date: watts at rest, at equal steps, and at full use; empty
 *     where none of the kind were published
 * @param shares by host, how much of a whole one it stands for, which its estimate is scaled by: a
 *     tenth, where its quota is 0.4 cores and the kind has 4; 1 of a host that is not named
 */
public record ModelCurves(
    String profile,
    List<Double> utilisations,
    List<Double> watts,
    Map<String, List<Double>> published,
    Map<String, Double> shares) {
  /** Copies the collections. */
  public ModelCurves {
    utilisations = List.copyOf(utilisations);
    watts = List.copyOf(watts);
    published = Collections.unmodifiableMap(new LinkedHashMap<>(published));
    shares = Collections.unmodifiableMap(new LinkedHashMap<>(shares));
  }

  /** Those of a model. */
  public static ModelCurves of(
      String profile,
      PowerCurve own,
      Map<String, List<Double>> published,
      Map<String, Double> shares) {
    return new ModelCurves(
        profile,
        own.points().stream().map(PowerCurve.Point::utilisation).toList(),
        own.points().stream().map(PowerCurve.Point::watts).toList(),
        published,
        shares);
  }

  /** The model's own curve. */
  PowerCurve own() {
    List<PowerCurve.Point> points = new ArrayList<>();
    for (int i = 0; i < watts.size(); i++) {
      points.add(new PowerCurve.Point(utilisations.get(i), watts.get(i)));
    }
    return new PowerCurve(points);
  }

  /** That of a published server. */
  PowerCurve of(String server) {
    return PowerCurve.evenly(published.getOrDefault(server, List.of()));
  }

  /** How much of a whole one a host stands for. */
  double share(String host) {
    return shares.getOrDefault(host, 1.0);
  }
}
