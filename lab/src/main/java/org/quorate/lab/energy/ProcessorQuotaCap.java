package org.quorate.lab.energy;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.quorate.lab.engine.RunningCluster;
import org.quorate.lab.engine.RunningNode;
import org.quorate.lab.process.ControlGroups;
import org.quorate.power.cap.Cap;
import org.quorate.power.cap.CapException;
import org.quorate.power.cap.ProcessorCap;

/**
 * Caps some servers of this machine to a share of the processor time that they have otherwise, by
 * their control groups. A server does less in the same time, as on a slower processor, but its
 * processor runs at the same clock and voltage meanwhile and then waits: results under this cap say
 * {@value #NAME}.
 *
 * <p>Nothing of it outlives the servers, whose groups end with them, so nothing has to be put back
 * after a kill. Thread-safe.
 */
public final class ProcessorQuotaCap implements ProcessorCap {
  static final String NAME = "processor quota";

  /** Quotas are set in microseconds of every 10 ms. */
  private static final double TOLERANCE = 0.01;

  private static final double UNCAPPED = 1;

  private final List<RunningNode> nodes;
  private final double cores;
  private final @Nullable Quotas quotas;

  /** Not a number while it is not known what is in effect. */
  private double inEffect = UNCAPPED;

  /** Gives one server a processor quota. */
  interface Quotas {
    /**
     * Changes it, and reads it back.
     *
     * @param cores that the server may use
     * @return the cores that it may use now, as the kernel says it
     */
    double give(RunningNode node, double cores) throws IOException;
  }

  /**
   * @param nodes that are capped
   * @param cores that each of them may use without a cap
   * @param quotas null where this machine has none
   */
  ProcessorQuotaCap(List<RunningNode> nodes, double cores, @Nullable Quotas quotas) {
    this.nodes = List.copyOf(nodes);
    this.cores = cores;
    this.quotas = quotas;
  }

  /** The quotas of a cluster's servers; null where this machine has no control groups. */
  static @Nullable Quotas byControlGroups(RunningCluster cluster) {
    Optional<ControlGroups> groups = ControlGroups.detect();
    return groups.isEmpty()
        ? null
        : (node, cores) -> groups.get().create(cluster.spec().name(), node.name(), cores).cores();
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Optional<String> refusal() {
    return quotas == null
        ? Optional.of("This machine has no control groups for processors.")
        : Optional.empty();
  }

  @Override
  public synchronized Cap apply(double share) throws CapException {
    if (!(share > 0 && share <= 1)) {
      throw new CapException("A share of " + share + " is not above 0 and at most 1.");
    }
    double before = inEffect;
    inEffect = Double.NaN;
    try {
      double reached = give(share);
      inEffect = share;
      return new Cap(
          NAME,
          share,
          reached,
          String.format(
              Locale.ROOT,
              "%d %s, %s of %s cores each",
              nodes.size(),
              nodes.size() == 1 ? "node" : "nodes",
              number(cores * reached),
              number(cores)));
    } catch (CapException e) {
      double known = Double.isNaN(before) ? UNCAPPED : before;
      try {
        give(known);
        inEffect = known;
      } catch (CapException stays) {
        e.addSuppressed(stays);
      }
      throw e;
    }
  }

  @Override
  public synchronized boolean restore() throws CapException {
    if (inEffect == UNCAPPED) {
      return false;
    }
    inEffect = Double.NaN;
    give(UNCAPPED);
    inEffect = UNCAPPED;
    return true;
  }

  /** The largest share that was read back. */
  private double give(double share) throws CapException {
    Quotas given = quotas;
    if (given == null) {
      throw new CapException("This machine has no control groups for processors.");
    }
    double reached = 0;
    for (RunningNode node : nodes) {
      double now;
      try {
        now = given.give(node, cores * share) / cores;
      } catch (IOException e) {
        throw new CapException(
            "The processor quota of " + node.name() + " cannot be set: " + e.getMessage() + ".", e);
      }
      if (Math.abs(now - share) > TOLERANCE) {
        throw new CapException(
            String.format(
                Locale.ROOT,
                "%s may use %s cores after it was given %s; quotas are at least 0.1 cores, so cap it"
                    + " less, or give nodes more by cluster: processor-quota.",
                node.name(),
                number(now * cores),
                number(cores * share)));
      }
      reached = Math.max(reached, now);
    }
    return reached;
  }

  private static String number(double cores) {
    return String.format(Locale.ROOT, "%.3f", cores).replaceFirst("\\.?0+$", "");
  }
}
