package org.quorate.report.chart;

import java.util.ArrayList;
import java.util.List;
import org.quorate.study.result.RunEvent;
import org.quorate.study.result.TimePoint;

/**
 * One run on the time line of a study.
 *
 * @param start seconds measured in the runs before it
 * @param seconds length of the measured interval
 */
public record Track(
    int sequence,
    int repetition,
    String label,
    Look look,
    double start,
    double seconds,
    List<TimePoint> points,
    List<RunEvent> events,
    String hover) {
  public Track {
    points = List.copyOf(points);
    events = List.copyOf(events);
  }

  /** Some seconds of a run put together. */
  record Bin(
      double from, double to, double okPerSecond, double failedPerSecond, double staleShare) {}

  /**
   * The run's seconds in bins of a given length. The last second of a run is rarely whole: it
   * counts by the part that was measured, and a sliver of less than a fifth of a second is left
   * out.
   */
  List<Bin> bins(int binSeconds) {
    List<Bin> bins = new ArrayList<>();
    for (int first = 0; first < seconds; first += binSeconds) {
      long ok = 0;
      long failed = 0;
      long reads = 0;
      long stale = 0;
      for (TimePoint point : points) {
        if (point.second() >= first && point.second() < first + binSeconds) {
          ok += point.ok();
          failed += point.failed();
          reads += point.reads();
          stale += point.staleReads();
        }
      }
      double length = Math.min(binSeconds, seconds - first);
      if (length >= 0.2) {
        bins.add(
            new Bin(
                first,
                first + length,
                ok / length,
                failed / length,
                reads == 0 ? Double.NaN : (double) stale / reads));
      }
    }
    return bins;
  }

  /** How long bins must be so that all tracks together have at most so many. */
  static int binSeconds(List<Track> tracks, int most) {
    double total = tracks.stream().mapToDouble(Track::seconds).sum();
    int size = (int) Math.max(1, Math.ceil(total / most));
    long bins = count(tracks, size);
    while (bins > most && bins > tracks.size()) {
      size++;
      bins = count(tracks, size);
    }
    return size;
  }

  private static long count(List<Track> tracks, int size) {
    return tracks.stream().mapToLong(track -> (long) Math.ceil(track.seconds / size)).sum();
  }
}
