package org.quorate.cassandra.pool;

import com.datastax.oss.driver.api.core.context.DriverContext;
import com.datastax.oss.driver.api.core.metadata.Metadata;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.session.Request;
import com.datastax.oss.driver.api.core.session.Session;
import com.datastax.oss.driver.internal.core.loadbalancing.DefaultLoadBalancingPolicy;
import com.datastax.oss.driver.internal.core.loadbalancing.helper.InferringLocalDcHelper;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets only hot nodes coordinate requests, as in the hot and cold pools of Chihoub et al. (2015).
 *
 * <pre>
 * datastax-java-driver.basic.load-balancing-policy {
 *   class = org.quorate.cassandra.pool.HotPoolLoadBalancingPolicy
 *   local-datacenter = dc1
 *   hot-nodes = [ "10.0.0.5", "10.0.0.7" ]   # left out: those of larger ranges than the mean
 *   when-no-hot-node = use-cold              # or fail
 * }
 * </pre>
 *
 * <p><b>Query plan</b>: that of the driver's {@link DefaultLoadBalancingPolicy}, over the hot nodes
 * of the local data centre alone: hot replicas of the row first, slow ones among them last, then
 * the other hot nodes in turn. While no hot node is up, it is the same over the cold ones, or empty
 * where {@link WhenNoHotNode#FAIL} is set. A cold node is <em>not</em> tried after the hot ones
 * have failed a request, nor when their connections are busy: overload would move to the nodes that
 * are to have little to do, and unnoticed. Where the driver is configured to fail over to other
 * data centres, their nodes come last, hot or cold. A statement that names its node is sent there.
 *
 * <p><b>Local data centre</b>: as configured; otherwise that of the contact points, where it is one
 * and the same.
 *
 * <p>The driver has one policy for each profile, so that a session can send some statements through
 * hot coordinators only, by {@code setExecutionProfileName}. Connections to cold nodes stay open,
 * one for each as configured, so that they can step in at once.
 *
 * <p>Thread-safe. A request takes no lock and allocates what the driver's own policy allocates; who
 * is hot is found anew when the driver's metadata change.
 */
public class HotPoolLoadBalancingPolicy extends DefaultLoadBalancingPolicy {
  private static final Logger LOG = LoggerFactory.getLogger(HotPoolLoadBalancingPolicy.class);

  private final HotNodeRule rule;
  private final WhenNoHotNode whenNoHotNode;
  private final HotCoordinators coordinators;

  /** Held while {@link #coordinators} are made to follow the state of nodes and the rule. */
  private final ReentrantLock following = new ReentrantLock();

  private final AtomicBoolean noHotNode = new AtomicBoolean();
  private volatile Set<Node> hot = Set.of();
  private volatile @Nullable Metadata seen;
  private @Nullable String reported;

  /**
   * Called by the driver.
   *
   * @throws IllegalArgumentException when an option of this policy is wrong; the message names it
   */
  public HotPoolLoadBalancingPolicy(DriverContext context, String profileName) {
    super(context, profileName);
    HotPoolOption.checkSpelling(profile);
    rule = HotNodeRule.of(profile);
    whenNoHotNode = WhenNoHotNode.of(profile);
    coordinators = new HotCoordinators(context, profileName);
  }

  /** The nodes of the local data centre that are hot by now, up or down. */
  public Set<Node> hotNodes() {
    return hot;
  }

  @Override
  protected Optional<String> discoverLocalDc(Map<UUID, Node> nodes) {
    return new InferringLocalDcHelper(context, profile, logPrefix).discoverLocalDc(nodes);
  }

  @Override
  public void init(Map<UUID, Node> nodes, DistanceReporter distanceReporter) {
    super.init(nodes, distanceReporter);
    coordinators.begin(localDataCenter());
    following.lock();
    try {
      follow(context.getMetadataManager().getMetadata());
    } finally {
      following.unlock();
    }
  }

  @Override
  public Queue<Node> newQueryPlan(@Nullable Request request, @Nullable Session session) {
    Metadata metadata = context.getMetadataManager().getMetadata();
    // Where another thread is at it, this request still goes by what was known before.
    if (metadata != seen && following.tryLock()) {
      try {
        follow(metadata);
      } finally {
        following.unlock();
      }
    }
    boolean none = !coordinators.any();
    // A cluster that nobody asks anything may be away without a warning.
    boolean told = request != null || !none;
    if (told && none != noHotNode.get() && noHotNode.compareAndSet(!none, none)) {
      report(none);
    }
    // The driver's own questions about the cluster are no requests of the application.
    boolean coldStepIn = none && (request == null || whenNoHotNode == WhenNoHotNode.USE_COLD);
    return coldStepIn
        ? super.newQueryPlan(request, session)
        : coordinators.newQueryPlan(request, session);
  }

  @Override
  public void onUp(Node node) {
    following.lock();
    try {
      super.onUp(node);
      follow(node);
    } finally {
      following.unlock();
    }
  }

  @Override
  public void onDown(Node node) {
    following.lock();
    try {
      super.onDown(node);
      coordinators.onDown(node);
    } finally {
      following.unlock();
    }
  }

  @Override
  public void onRemove(Node node) {
    following.lock();
    try {
      super.onRemove(node);
      coordinators.onRemove(node);
    } finally {
      following.unlock();
    }
  }

  @Override
  protected void updateResponseTimes(Node node) {
    if (hot.contains(node)) {
      coordinators.answered(node);
    } else {
      super.updateResponseTimes(node);
    }
  }

  /** Asks the rule again. Called with the lock. */
  private void follow(Metadata metadata) {
    HotNodeRule.Choice choice = rule.choose(metadata, localDataCenter());
    hot = choice.hot();
    metadata.getNodes().values().forEach(this::follow);
    seen = metadata;
    if (!Objects.equals(choice.problem(), reported)) {
      reported = choice.problem();
      if (reported != null) {
        LOG.warn("[{}] {}", logPrefix, reported);
      }
    }
    LOG.debug("[{}] Hot nodes are {}", logPrefix, choice.hot());
  }

  /** Lets a node be among the coordinators, or not. Called with the lock. */
  private void follow(Node node) {
    boolean local = localDataCenter().equals(node.getDatacenter());
    boolean live = getLiveNodes().dc(node.getDatacenter()).contains(node);
    if (live && (!local || hot.contains(node))) {
      coordinators.onUp(node);
    } else {
      coordinators.onDown(node);
    }
  }

  private void report(boolean none) {
    if (!none) {
      LOG.info("[{}] A hot node is up: hot nodes coordinate again", logPrefix);
    } else if (whenNoHotNode == WhenNoHotNode.USE_COLD) {
      LOG.warn("[{}] No hot node is up: cold nodes coordinate until one is", logPrefix);
    } else {
      LOG.warn("[{}] No hot node is up: requests fail until one is", logPrefix);
    }
  }

  private String localDataCenter() {
    return Objects.requireNonNull(getLocalDatacenter(), "the policy has not begun");
  }
}
