package org.quorate.lab.host;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;
import org.quorate.core.workload.OperationKind;
import org.quorate.load.LoadOutcome;

/**
 * What a host's load came to, as it is told: {@link LoadOutcome} with its distributions as
 * HdrHistogram's compressed form in base 64.
 */
record HostOutcome(
    double seconds,
    double dueSeconds,
    long offered,
    long completed,
    long notSent,
    String lag,
    Map<OperationKind, Kind> kinds,
    List<Step> steps) {
  HostOutcome {
    Objects.requireNonNull(lag);
    kinds = Map.copyOf(kinds);
    steps = List.copyOf(steps);
  }

  /** As {@link LoadOutcome.Kind}. */
  record Kind(long ok, long parts, Map<String, Long> errors, String response, String service) {
    Kind {
      errors = Map.copyOf(errors);
      Objects.requireNonNull(response);
      Objects.requireNonNull(service);
    }
  }

  /** As {@link LoadOutcome.Step}. */
  record Step(long failed, Map<OperationKind, String> response) {
    Step {
      response = Map.copyOf(response);
    }
  }

  static HostOutcome of(LoadOutcome outcome) {
    Map<OperationKind, Kind> kinds = new EnumMap<>(OperationKind.class);
    outcome
        .kinds()
        .forEach(
            (kind, counts) ->
                kinds.put(
                    kind,
                    new Kind(
                        counts.ok(),
                        counts.parts(),
                        counts.errors(),
                        text(counts.response()),
                        text(counts.service()))));
    return new HostOutcome(
        outcome.seconds(),
        outcome.dueSeconds(),
        outcome.offered(),
        outcome.completed(),
        outcome.notSent(),
        text(outcome.lag()),
        kinds,
        outcome.steps().stream()
            .map(
                step -> {
                  Map<OperationKind, String> response = new EnumMap<>(OperationKind.class);
                  step.response().forEach((kind, times) -> response.put(kind, text(times)));
                  return new Step(step.failed(), response);
                })
            .toList());
  }

  private static String text(Histogram histogram) {
    ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
    int length = histogram.encodeIntoCompressedByteBuffer(buffer);
    return Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), length));
  }

  /**
   * Adds a distribution that was told to one of the same kind.
   *
   * @throws IllegalArgumentException if it is none, or has values that the other cannot have
   */
  static void add(String told, Histogram sum) {
    try {
      sum.add(
          Histogram.decodeFromCompressedByteBuffer(
              ByteBuffer.wrap(Base64.getDecoder().decode(told)), 0));
    } catch (DataFormatException | RuntimeException e) {
      throw new IllegalArgumentException("it told a distribution that is none", e);
    }
  }
}
