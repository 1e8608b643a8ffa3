package org.quorate.core.rest;

import java.time.Duration;
import java.util.BitSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.quorate.core.quantity.Durations;
import org.quorate.core.rest.RestDecision.MayRest;
import org.quorate.core.rest.RestDecision.MustStay;
import org.quorate.core.rest.RestPlan.Gear;
import org.quorate.core.rest.RestPlan.Nothing;

/**
 * Looks for the set of nodes that could rest for the most node hours a day: what {@link RestCheck}
 * allows, in hours in which no awake node has more to do than it may, for no longer at a time than
 * hints last. No rest is longer, so none needs a repair.
 *
 * <p>Of a cluster of up to {@value #FEW_NODES} nodes it goes through all sets. Of a larger one it
 * tries whole data centres, whole racks, and single nodes, as far as there are few, each with one
 * other node after another that may rest too, in the order of the ring that the caller gives them
 * in, and takes the best on the way; there another set may be better. Stateless.
 */
public final class RestPlanner {
  static final int FEW_NODES = 10;

  private static final int MOST_STARTS = 24;
  private static final Comparator<Gear> MOST_HOURS =
      Comparator.<Gear>comparingDouble(Gear::nodeHours)
          .thenComparing(gear -> gear.nodes().size(), Comparator.reverseOrder());

  private final RestSituation situation;
  private final DayLoad load;
  private final GearTerms terms;
  private final GearLoad carried;

  private RestPlanner(RestSituation situation, DayLoad load, GearTerms terms) {
    this.situation = situation;
    this.load = load;
    this.terms = terms;
    this.carried = GearLoad.of(situation);
  }

  /**
   * Plans a day.
   *
   * @param situation with at least one node
   * @param load of the same nodes
   */
  public static RestPlan plan(RestSituation situation, DayLoad load, GearTerms terms) {
    return new RestPlanner(situation, load, terms).plan();
  }

  private RestPlan plan() {
    List<String> names = situation.nodes().stream().map(RestNode::name).toList();
    Stream<Gear> found =
        names.size() <= FEW_NODES
            // No set is left out for a smaller one that may not rest: what keeps that from it, a
            // load or hints that are not kept, may be a node's that rests in this one.
            ? LongStream.range(1, 1L << names.size())
                .mapToObj(set -> BitSet.valueOf(new long[] {set}))
                .map(set -> set.stream().mapToObj(names::get).collect(Collectors.toSet()))
                .flatMap(nodes -> gear(nodes).stream())
            : starts().stream()
                .limit(MOST_STARTS)
                .flatMap(start -> gear(start).map(this::grown).stream());
    return found.max(MOST_HOURS).map(RestPlan.class::cast).orElseGet(() -> new Nothing(reasons()));
  }

  /** Whole data centres, whole racks, single nodes. */
  private Collection<Set<String>> starts() {
    Map<Object, Set<String>> groups = new LinkedHashMap<>();
    for (RestNode node : situation.nodes()) {
      groups.computeIfAbsent(node.dataCenter(), any -> new HashSet<>()).add(node.name());
    }
    for (RestNode node : situation.nodes()) {
      groups.computeIfAbsent(node.place(), any -> new HashSet<>()).add(node.name());
    }
    Set<Set<String>> starts = new LinkedHashSet<>(groups.values());
    situation.nodes().forEach(node -> starts.add(Set.of(node.name())));
    return starts;
  }

  /** The best on the way from these to as many as ever may rest with them. */
  private Gear grown(Gear start) {
    Gear grown = start;
    Gear best = start;
    List<String> names = situation.nodes().stream().map(RestNode::name).toList();
    int first = names.indexOf(start.nodes().get(0));
    for (int i = 1; i < names.size(); i++) {
      String name = names.get((first + i) % names.size());
      if (!grown.nodes().contains(name)) {
        Set<String> more = new HashSet<>(grown.nodes());
        more.add(name);
        grown = gear(more).orElse(grown);
        best = MOST_HOURS.compare(grown, best) > 0 ? grown : best;
      }
    }
    return best;
  }

  /** Empty where these may never rest. */
  private Optional<Gear> gear(Set<String> nodes) {
    if (!(RestCheck.decide(situation, nodes) instanceof MayRest allowed)) {
      return Optional.empty();
    }
    List<Double> busiest = carried.busiest(load, nodes);
    Duration toWake = situation.terms().timeToWake();
    List<RestSpell> spells =
        RestSpell.within(
            RestSpell.hours(busiest, terms), allowed.longest(), toWake, terms.shortestStay());
    return spells.isEmpty()
        ? Optional.empty()
        : Optional.of(new Gear(nodes.stream().sorted().toList(), spells, allowed, busiest));
  }

  /** Why the first node of each data centre has to stay, though it were the only one to rest. */
  private List<String> reasons() {
    Map<String, String> first = new LinkedHashMap<>();
    situation.nodes().forEach(node -> first.putIfAbsent(node.dataCenter(), node.name()));
    return first.values().stream().map(this::reason).distinct().toList();
  }

  private String reason(String node) {
    RestDecision decision = RestCheck.decide(situation, Set.of(node));
    if (!(decision instanceof MayRest allowed)) {
      return ((MustStay) decision).reason();
    }
    OptionalDouble least =
        carried.busiest(load, Set.of(node)).stream()
            .mapToDouble(Double::doubleValue)
            .filter(Double::isFinite)
            .min();
    if (least.isEmpty()) {
      return "The load of no hour is known; record some, or look at the cluster now.";
    }
    return least.getAsDouble() > terms.low() * terms.most()
        ? String.format(
            Locale.ROOT,
            "The rows of %s allow it to rest, but even in the quietest hour an awake node would"
                + " then execute %.0f operations/s, more than %.0f %% of the %.0f that one may;"
                + " say how many it can, if that is more.",
            node,
            least.getAsDouble(),
            100 * terms.low(),
            terms.most())
        : "The rows of "
            + node
            + " allow it to rest for "
            + Durations.format(allowed.longest())
            + " ("
            + allowed.limit()
            + "), but no rest would be as long as the shortest stay, "
            + Durations.format(terms.shortestStay())
            + "; allow a shorter one.";
  }
}
