package org.quorate.report.svg;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.quorate.report.svg.Drawing.Anchor;

/**
 * Finds room for labels beside points: tries right, left, above and below of each point in turn and
 * takes the first place that is inside the frame and covers nothing placed before. Not thread-safe.
 */
public final class LabelPlacer {
  /** Where a label goes: the coordinate of its baseline and which end of the text that is. */
  public record Place(double x, double y, Anchor anchor) {}

  private record Box(double left, double top, double right, double bottom) {
    boolean overlaps(Box other) {
      return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
    }

    boolean inside(Box other) {
      return left >= other.left
          && right <= other.right
          && top >= other.top
          && bottom <= other.bottom;
    }
  }

  private final Box frame;
  private final List<Box> taken = new ArrayList<>();

  public LabelPlacer(double left, double top, double right, double bottom) {
    frame = new Box(left, top, right, bottom);
  }

  /** Keeps labels away from a rectangle. */
  public void occupy(double left, double top, double right, double bottom) {
    taken.add(new Box(left, top, right, bottom));
  }

  /**
   * Room for a text beside a point, which is then taken.
   *
   * @param gap distance between the point and the text
   */
  public Optional<Place> place(double x, double y, double gap, String text, double size) {
    double width = TextWidth.of(text, size);
    double rise = size * 0.36;
    List<Place> candidates =
        List.of(
            new Place(x + gap, y + rise, Anchor.START),
            new Place(x - gap, y + rise, Anchor.END),
            new Place(x, y - gap, Anchor.MIDDLE),
            new Place(x, y + gap + size * 0.8, Anchor.MIDDLE),
            new Place(x + gap * 0.7, y - gap * 0.8, Anchor.START),
            new Place(x + gap * 0.7, y + gap * 0.7 + size * 0.8, Anchor.START),
            new Place(x - gap * 0.7, y - gap * 0.8, Anchor.END),
            new Place(x - gap * 0.7, y + gap * 0.7 + size * 0.8, Anchor.END));
    for (Place place : candidates) {
      double left =
          switch (place.anchor()) {
            case START -> place.x();
            case MIDDLE -> place.x() - width / 2;
            case END -> place.x() - width;
          };
      Box box = new Box(left, place.y() - size * 0.85, left + width, place.y() + size * 0.25);
      if (box.inside(frame) && taken.stream().noneMatch(box::overlaps)) {
        taken.add(box);
        return Optional.of(place);
      }
    }
    return Optional.empty();
  }
}
