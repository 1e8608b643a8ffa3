package org.quorate.lab.remote;

import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.propagation.IdealLevelPropagation;
import org.quorate.lab.backend.RunCheck;
import org.quorate.lab.backend.cassandra.LevelCheck;
import org.quorate.lab.energy.HostMeters;
import org.quorate.study.backend.BackendException;
import org.quorate.study.plan.ClusterSettings;
import org.quorate.study.plan.Coordinators;
import org.quorate.study.plan.MonitorSettings;
import org.quorate.study.plan.PowerSettings;
import org.quorate.study.plan.RemoteSettings;
import org.quorate.study.plan.RunSettings;

/**
 * What a run may not ask of a cluster that somebody else has started, and what it has to say to be
 * measured there. Nothing is connected to. Stateless.
 */
final class RemoteCheck {
  private RemoteCheck() {}

  /**
   * Checks a run's settings.
   *
   * @throws BackendException for the first thing that cannot be done, with what to do instead
   */
  static void check(RunSettings run) throws BackendException {
    ClusterSettings cluster = run.cluster();
    RemoteSettings remote = remote(cluster);
    if (!cluster.pools().equals(ClusterSettings.BALANCED)) {
      throw new BackendException(
          "Pools are made by the tokens that servers start with, so a study cannot choose them on a"
              + " remote cluster; remove pools, and name the nodes of its hot pool under remote:"
              + " hot-nodes.");
    }
    if (!run.linkDelay().equals(RunSettings.NO_DELAY)) {
      throw new BackendException(
          "The links of a remote cluster cannot be delayed; remove links: delay, the factor delay"
              + " and the pilot.");
    }
    if (!run.faults().isEmpty()) {
      throw new BackendException(
          "The servers and links of a remote cluster are somebody else's, and a study does nothing to"
              + " them; remove faults and the factor fault.");
    }
    if (run.offload() != null) {
      throw new BackendException(
          "Servers rest that the study itself has started, and not a remote cluster's; remove"
              + " offload.");
    }
    if (run.coldCap() != RunSettings.NO_CAP) {
      throw new BackendException(
          "The processors of a remote cluster cannot be capped from here; remove the factor cold-cap,"
              + " and run the study once for each setting, with ./quorate power cap on the cold"
              + " hosts for one of them.");
    }
    if (run.coordinators() == Coordinators.HOT && remote.hotNodes().isEmpty()) {
      throw new BackendException(
          "The study does not say which nodes are hot; name them under remote: hot-nodes.");
    }
    if (run.emptyTable() && remote.keepTables()) {
      throw new BackendException(
          "Runs that begin with an empty table drop that of the run before; allow it by remote:"
              + " {keep-tables: false}, or remove runs: empty-table.");
    }
    MonitorSettings monitor = run.monitor();
    boolean ideal = monitor != null && monitor.propagation().equals(IdealLevelPropagation.NAME);
    if (ideal && !remote.changeServers()) {
      throw new BackendException(
          "The propagation time by ideal-level sets the ideal consistency level of every server,"
              + " and one that had none keeps the write level as its ideal one until it is"
              + " restarted; allow it by remote: {change-servers: yes}, or choose another source"
              + " under monitor: propagation.");
    }
    if (ideal && remote.management() == null) {
      throw new BackendException(
          "The propagation time by ideal-level is read, and switched on, over JMX; say where the"
              + " nodes listen by remote: management, or choose another source under monitor:"
              + " propagation.");
    }
    if (!remote.loadHosts().isEmpty()) {
      loadHosts(run, remote.loadHosts().size());
    }
    RemoteAccess.check(remote);
    power(run.power(), remote);
    RunCheck.check(run);
    LevelCheck.check(run);
  }

  /**
   * How the cluster is reached.
   *
   * @throws BackendException where the study does not say it
   */
  static RemoteSettings remote(ClusterSettings cluster) throws BackendException {
    RemoteSettings remote = cluster.remote();
    if (remote == null) {
      throw new BackendException("The study does not say where its cluster is; write remote: {…}.");
    }
    return remote;
  }

  /** Load hosts send at fixed levels: a policy would have to learn, and decide, in each of them. */
  private static void loadHosts(RunSettings run, int hosts) throws BackendException {
    String refused = null;
    if (run.readPolicy().fixedLevel().isEmpty()) {
      refused = "policies that adapt";
    } else if (run.monitor() != null) {
      refused = "monitor";
    } else if (run.secondRead() != null) {
      refused = "second reads";
    } else if (run.emptyTable()) {
      refused = "runs: empty-table";
    } else if (run.coordinators() != Coordinators.TOKEN_AWARE) {
      refused = "coordinators";
    }
    if (refused != null) {
      throw new BackendException(
          "Load hosts send at fixed levels to whatever replica the driver chooses; remove "
              + refused
              + ", or remote: load-hosts.");
    }
    if (run.load().clients() / hosts < run.processes()) {
      throw new BackendException(
          "A load of "
              + run.load().clients()
              + " clients is too small for "
              + hosts
              + " load hosts with "
              + run.processes()
              + (run.processes() == 1 ? " process each" : " processes each")
              + "; let it have one client for each process at least.");
    }
  }

  /** A power model needs to see what servers use, and they run elsewhere. */
  private static void power(@Nullable PowerSettings power, RemoteSettings remote)
      throws BackendException {
    if (power == null) {
      return;
    }
    HostMeters.checkKinds(power);
    if (!power.untilQuiet().isZero()) {
      throw new BackendException(HostMeters.NOT_SEEN_QUIET);
    }
    Set<String> without = new TreeSet<>(remote.hosts().keySet());
    without.removeAll(power.meters().keySet());
    if (power.meters().isEmpty() || !without.isEmpty()) {
      throw new BackendException(
          "What servers use of a remote host cannot be seen, so no power model can stand in for a"
              + " meter; name the meters of "
              + (without.isEmpty() ? "each host" : String.join(", ", without))
              + " under power: meters, or remove power.");
    }
    Set<String> unknown = new TreeSet<>(power.meters().keySet());
    unknown.removeAll(remote.hosts().keySet());
    if (!remote.hosts().isEmpty() && !unknown.isEmpty()) {
      throw new BackendException(
          "The study has meters for "
              + String.join(", ", unknown)
              + ", but remote: hosts has "
              + String.join(", ", remote.hosts().keySet())
              + "; name the same hosts in both.");
    }
  }
}
