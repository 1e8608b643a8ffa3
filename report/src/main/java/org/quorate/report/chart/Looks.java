package org.quorate.report.chart;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.quorate.core.level.Level;
import org.quorate.report.svg.Marker;
import org.quorate.study.plan.Cell;
import org.quorate.study.summary.StudySummary;

/**
 * What colours and markers mean in a report. The colour tells the read level, or the policy that
 * chooses it, and the marker the factor that is compared, else the write level, where these vary;
 * otherwise the first two factors that do. A consistency level has the same colour in every report.
 */
public final class Looks {
  /** Number of colours in the style sheet, {@code h0} to {@code h7}; the last is grey. */
  public static final int HUES = 8;

  private static final String POLICY = "policy";

  private static final Map<String, Integer> LEVEL_HUES =
      Map.of(
          "ONE",
          0,
          "QUORUM",
          1,
          "ALL",
          2,
          "LOCAL_QUORUM",
          3,
          "TWO",
          4,
          "EACH_QUORUM",
          5,
          "LOCAL_ONE",
          6,
          "THREE",
          7);

  /** One line of the legend: a level of a factor and how it looks. */
  public record Key(String level, int hue, int shape) {}

  private final @Nullable String hueFactor;
  private final @Nullable String shapeFactor;
  private final Map<String, Integer> hues;
  private final Map<String, Integer> shapes;
  private final List<String> otherFactors;

  private Looks(
      @Nullable String hueFactor,
      @Nullable String shapeFactor,
      List<String> otherFactors,
      Map<String, Integer> hues,
      Map<String, Integer> shapes) {
    this.hueFactor = hueFactor;
    this.shapeFactor = shapeFactor;
    this.otherFactors = List.copyOf(otherFactors);
    this.hues = hues;
    this.shapes = shapes;
  }

  /** The look of a consistency level where nothing else varies. */
  public static Look ofLevel(Level level) {
    return new Look(LEVEL_HUES.getOrDefault(level.name(), HUES - 1), -1);
  }

  /** The looks of a study's cells. */
  public static Looks of(StudySummary study) {
    List<String> varying =
        new ArrayList<>(
            study.factors().entrySet().stream()
                .filter(factor -> factor.getValue().size() > 1)
                .map(Map.Entry::getKey)
                .toList());
    String hueFactor = take(varying, "read");
    if (hueFactor == null && varying.remove(POLICY)) {
      hueFactor = POLICY;
    }
    String shapeFactor = compared(study).filter(varying::remove).orElse(null);
    if (shapeFactor == null) {
      shapeFactor = take(varying, "write");
    }
    if (hueFactor == null && !varying.isEmpty()) {
      hueFactor = varying.remove(0);
    }
    if (shapeFactor == null && !varying.isEmpty()) {
      shapeFactor = varying.remove(0);
    }
    return new Looks(
        hueFactor,
        shapeFactor,
        varying,
        hueFactor == null ? Map.of() : hues(levels(study, hueFactor)),
        shapeFactor == null ? Map.of() : ranks(levels(study, shapeFactor)));
  }

  /** Name of the factor that colours tell, or null where nothing varies. */
  public @Nullable String hueFactor() {
    return hueFactor;
  }

  /** Name of the factor that markers tell, or null where at most one varies. */
  public @Nullable String shapeFactor() {
    return shapeFactor;
  }

  /** The look of a cell; neutral for a level that the study does not name. */
  public Look of(Map<String, String> cell) {
    int hue = hueFactor == null ? 1 : hues.getOrDefault(cell.getOrDefault(hueFactor, ""), HUES - 1);
    int shape =
        shapeFactor == null ? 0 : shapes.getOrDefault(cell.getOrDefault(shapeFactor, ""), 0);
    return new Look(hue, shape);
  }

  /**
   * The look of all that has one level of a factor, as on a line of its own: also where colour and
   * marker tell other factors.
   *
   * @param rank of the level among those that are shown together, from 0
   */
  public Look ofLevel(@Nullable String factor, String level, int rank) {
    return switch (listed(factor)) {
      case HUE -> new Look(hues.getOrDefault(level, HUES - 1), rank % Marker.values().length);
      case SHAPE -> new Look((rank + 1) % HUES, shapes.getOrDefault(level, 0));
      case NOT -> new Look((rank + 1) % HUES, rank % Marker.values().length);
    };
  }

  /** What the legend tells of a factor's levels. */
  public Look.Listed listed(@Nullable String factor) {
    if (factor == null) {
      return Look.Listed.NOT;
    }
    return factor.equals(hueFactor)
        ? Look.Listed.HUE
        : factor.equals(shapeFactor) ? Look.Listed.SHAPE : Look.Listed.NOT;
  }

  /** The colour of a consistency level in every report; grey for what is none. */
  static int hueOfLevel(String level) {
    return LEVEL_HUES.getOrDefault(level, HUES - 1);
  }

  /** Legend of the colours, empty where nothing varies. */
  public List<Key> hueKeys() {
    return hues.entrySet().stream().map(e -> new Key(e.getKey(), e.getValue(), 0)).toList();
  }

  /** Legend of the markers. */
  public List<Key> shapeKeys() {
    return shapes.entrySet().stream()
        .map(e -> new Key(e.getKey(), HUES - 1, e.getValue()))
        .toList();
  }

  /**
   * What the cell is apart from the levels that colour and marker tell; empty where that is all.
   */
  public String rest(Map<String, String> cell) {
    Map<String, String> rest = new LinkedHashMap<>(cell);
    rest.keySet().retainAll(otherFactors);
    return rest.isEmpty() ? "" : new Cell(rest).label();
  }

  /** The factor in which cells differ from those that they are compared with first. */
  private static Optional<String> compared(StudySummary study) {
    return study.differences().stream()
        .findFirst()
        .flatMap(
            difference ->
                difference.cell().entrySet().stream()
                    .filter(of -> !of.getValue().equals(difference.baseline().get(of.getKey())))
                    .map(Map.Entry::getKey)
                    .findFirst());
  }

  private static List<String> levels(StudySummary study, String factor) {
    return study.factors().getOrDefault(factor, List.of());
  }

  private static @Nullable String take(List<String> factors, String word) {
    for (String factor : factors) {
      String name = factor.toLowerCase(Locale.ROOT);
      if (name.contains(word) && (name.contains("level") || name.contains("consistency"))) {
        factors.remove(factor);
        return factor;
      }
    }
    return null;
  }

  private static Map<String, Integer> hues(List<String> levels) {
    Map<String, Integer> hues = new LinkedHashMap<>();
    boolean[] taken = new boolean[HUES];
    for (String level : levels) {
      Integer known = LEVEL_HUES.get(level.toUpperCase(Locale.ROOT));
      if (known != null && !taken[known]) {
        taken[known] = true;
        hues.put(level, known);
      } else {
        hues.put(level, -1);
      }
    }
    int next = 1;
    for (Map.Entry<String, Integer> entry : hues.entrySet()) {
      if (entry.getValue() < 0) {
        int tries = 0;
        while (taken[next % HUES] && tries++ < HUES) {
          next++;
        }
        taken[next % HUES] = true;
        entry.setValue(next++ % HUES);
      }
    }
    return hues;
  }

  private static Map<String, Integer> ranks(List<String> levels) {
    Map<String, Integer> ranks = new LinkedHashMap<>();
    for (String level : levels) {
      ranks.put(level, ranks.size() % Marker.values().length);
    }
    return ranks;
  }
}
