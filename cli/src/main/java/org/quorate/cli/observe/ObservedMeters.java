package org.quorate.cli.observe;

import com.datastax.oss.driver.api.core.metadata.Node;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.access.NodeHost;
import org.quorate.cassandra.jmx.ManagementAccess;
import org.quorate.power.MeterException;
import org.quorate.power.MeterSettings;
import org.quorate.power.energy.CountedMeters;
import org.quorate.power.energy.HostMeter;
import org.quorate.power.model.CloudInstance;
import org.quorate.power.model.ModelMeter;
import org.quorate.power.registry.MeterKinds;
import org.quorate.study.file.MetersFile;
import org.quorate.study.plan.PowerSettings;

/**
 * The meters of an observed cluster, open: those that a file names, or an estimate for each node
 * that is a virtual machine of a cloud. Used by one thread.
 */
final class ObservedMeters implements AutoCloseable {
  private static final Duration PERIOD = Duration.ofSeconds(2);
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  /** What is, and is not, part of an estimate of instances. */
  static final String BOUNDARY =
      "Nobody tells what a virtual machine draws: this is its share, by hardware threads, of what"
          + " published servers with the processors that its provider names draw, and of memory"
          + " beyond theirs. It counts the server's process alone, and neither cooling, network,"
          + " storage over it nor the making of the hardware.";

  private final List<HostMeter> opened = new ArrayList<>();
  private final List<InstanceUse> uses = new ArrayList<>();
  private List<HostMeter> meters = List.of();

  private ObservedMeters() {}

  /**
   * Finds out, without opening anything, whether a file's meters or instances can be had.
   *
   * @param environment where credentials may be
   * @param access over JMX, null where there is none
   * @throws MeterException saying what is not known, or missing
   */
  static void check(
      MetersFile file, Map<String, String> environment, @Nullable ManagementAccess access)
      throws MeterException {
    for (String type : file.instances().values()) {
      var unused = CloudInstance.named(type);
    }
    if (!file.instances().isEmpty() && access == null) {
      throw new MeterException(
          "What instances use is asked over JMX; give --jmx, or name meters in place of"
              + " instances.");
    }
    MeterKinds kinds = MeterKinds.standard(Clock.systemUTC(), environment);
    for (List<PowerSettings.Meter> ofHost : file.meters().values()) {
      for (PowerSettings.Meter each : ofHost) {
        kinds.check(settings(each));
        kinds.checkLogin(settings(each), environment);
      }
    }
  }

  /**
   * Opens them.
   *
   * @param clock that stamps their readings
   * @param nodes of the cluster, for instances
   * @throws MeterException when one does not answer or cannot be believed, or they see different
   *     parts of their hosts, or a node is in a data centre without an instance type
   */
  static ObservedMeters open(
      MetersFile file,
      Map<String, String> environment,
      Collection<Node> nodes,
      @Nullable ManagementAccess access,
      Clock clock)
      throws MeterException, InterruptedException {
    ObservedMeters all = new ObservedMeters();
    boolean whole = false;
    try {
      MeterKinds kinds = MeterKinds.standard(clock, environment);
      for (Map.Entry<String, List<PowerSettings.Meter>> host : file.meters().entrySet()) {
        for (PowerSettings.Meter each : host.getValue()) {
          all.opened.add(HostMeter.of(host.getKey(), kinds.open(settings(each))));
        }
      }
      if (access != null && !file.instances().isEmpty()) {
        for (Node node : nodes) {
          all.add(node, type(file, node), access, clock);
        }
      }
      all.meters = CountedMeters.of(all.opened);
      whole = true;
      return all;
    } finally {
      if (!whole) {
        all.close();
      }
    }
  }

  private void add(Node node, String type, ManagementAccess access, Clock clock)
      throws MeterException {
    CloudInstance instance = CloudInstance.named(type);
    String host = NodeHost.of(node);
    InstanceUse use =
        new InstanceUse(host, access.connection(node), instance.virtualProcessors(), PATIENCE);
    uses.add(use);
    opened.add(HostMeter.of(host, ModelMeter.open(instance.profile(), use, clock, PERIOD)));
  }

  private static String type(MetersFile file, Node node) throws MeterException {
    String center = String.valueOf(node.getDatacenter());
    String type = file.instances().getOrDefault(center, file.instances().get(""));
    if (type == null) {
      throw new MeterException(
          "No instance type is named for data centre "
              + center
              + " of node "
              + NodeHost.of(node)
              + "; add a line for it under instances.");
    }
    return type;
  }

  private static MeterSettings settings(PowerSettings.Meter meter) {
    return new MeterSettings(meter.kind(), meter.options());
  }

  /** With names that are unique at their host. */
  List<HostMeter> meters() {
    return meters;
  }

  @Override
  public void close() {
    opened.forEach(meter -> meter.meter().close());
    uses.forEach(InstanceUse::close);
  }
}
