package org.quorate.core.evidence;

import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The newest value of each process. Merging is commutative, associative and idempotent, so that
 * values may come late, twice and in any order: of one process the greatest sequence stays. Of more
 * than {@value #MOST} processes those with the greatest sequences stay, and the map is {@linkplain
 * #isCrowded crowded} from then on, since what the others have shown is missing. Immutable.
 */
public final class EvidenceMap {
  /** The most processes. */
  public static final int MOST = 1_000;

  /** Of no process. */
  public static final EvidenceMap NONE = new EvidenceMap(Map.of(), false);

  /**
   * One order for both, which of a process stays and which processes do: otherwise what stays would
   * depend on the order of merging. Bytes decide where a process has given two values one number.
   */
  private static final Comparator<ProcessEvidence> NEWEST_LAST =
      Comparator.comparingLong(ProcessEvidence::sequence)
          .thenComparing(ProcessEvidence::process)
          .thenComparing(EvidenceCodec::encode, Arrays::compareUnsigned);

  private final Map<UUID, ProcessEvidence> newest;
  private final boolean crowded;

  private EvidenceMap(Map<UUID, ProcessEvidence> newest, boolean crowded) {
    this.newest = newest;
    this.crowded = crowded;
  }

  /** The newest of some values. */
  public static EvidenceMap of(Collection<ProcessEvidence> values) {
    return of(values.stream(), false);
  }

  private static EvidenceMap of(Stream<ProcessEvidence> values, boolean crowded) {
    Map<UUID, ProcessEvidence> newest = new HashMap<>();
    values.forEach(
        each ->
            newest.merge(
                each.process(),
                each,
                (one, other) -> NEWEST_LAST.compare(one, other) >= 0 ? one : other));
    if (newest.size() <= MOST) {
      return new EvidenceMap(newest, crowded);
    }
    return new EvidenceMap(
        newest.values().stream()
            .sorted(NEWEST_LAST.reversed())
            .limit(MOST)
            .collect(Collectors.toMap(ProcessEvidence::process, each -> each)),
        true);
  }

  /** The same, where there were more that could not be had. */
  public EvidenceMap withMore() {
    return new EvidenceMap(newest, true);
  }

  /** The newest of these and of those. */
  public EvidenceMap merge(EvidenceMap others) {
    return of(
        Stream.concat(newest.values().stream(), others.newest.values().stream()),
        crowded || others.crowded);
  }

  /** One value of each process, in no order. */
  public Collection<ProcessEvidence> values() {
    return List.copyOf(newest.values());
  }

  /** The value of one process. */
  Optional<ProcessEvidence> of(UUID process) {
    return Optional.ofNullable(newest.get(process));
  }

  /** Whether there were more processes than are kept. */
  public boolean isCrowded() {
    return crowded;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof EvidenceMap that
        && newest.equals(that.newest)
        && crowded == that.crowded;
  }

  @Override
  public int hashCode() {
    return newest.hashCode();
  }

  @Override
  public String toString() {
    return newest.size() + (crowded ? " and more" : "") + " processes";
  }
}
