package org.quorate.core.policy;

import java.util.List;
import org.quorate.core.staleness.HarmonyModel;
import org.quorate.core.staleness.PerKeyHarmonyModel;
import org.quorate.core.staleness.RandomReadModel;
import org.quorate.core.staleness.StalenessModel;
import org.quorate.core.staleness.wars.PbsModel;
import org.quorate.core.text.Suggestions;

/** The staleness models that policies and reports know by name: the one registry. Stateless. */
public final class StalenessModels {
  /** So that the same observation gives the same estimate everywhere. */
  private static final long SEED = 1;

  /** They take a few milliseconds, and an estimate of 1 in 100 errs by about 3 % of itself. */
  private static final int TRIALS = 4_096;

  private static final List<StalenessModel> ALL =
      List.of(
          new HarmonyModel(),
          new PerKeyHarmonyModel(),
          new RandomReadModel(),
          new PbsModel(SEED, TRIALS));

  private StalenessModels() {}

  /** Every model, the paper's own first. */
  public static List<StalenessModel> all() {
    return ALL;
  }

  /** The names of all models, in their order. */
  public static List<String> names() {
    return ALL.stream().map(StalenessModel::name).toList();
  }

  /**
   * The model of a name.
   *
   * @throws IllegalArgumentException if there is none; the message names those that there are
   */
  public static StalenessModel named(String name) {
    return ALL.stream()
        .filter(model -> model.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "\""
                        + name
                        + "\" is no staleness model; choose among "
                        + String.join(", ", names())
                        + "."
                        + Suggestions.didYouMean(name, names())));
  }
}
