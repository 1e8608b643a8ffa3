package org.quorate.cassandra.pool;

import com.datastax.oss.driver.api.core.config.DriverExecutionProfile;
import com.datastax.oss.driver.api.core.metadata.Metadata;
import com.datastax.oss.driver.api.core.metadata.Node;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Decides which nodes are hot. Immutable and thread-safe. */
sealed interface HotNodeRule permits ListedNodes, LargerRanges {
  /**
   * The hot nodes among those of a data centre, up or down.
   *
   * @param dataCenter whose nodes coordinate
   */
  Choice choose(Metadata metadata, String dataCenter);

  /**
   * What a rule has come to.
   *
   * @param hot nodes of the data centre
   * @param problem what whoever wrote the configuration should know, a sentence; null for nothing
   */
  record Choice(Set<Node> hot, @Nullable String problem) {
    public Choice {
      hot = Set.copyOf(hot);
    }
  }

  /**
   * The rule that a profile asks for.
   *
   * @throws IllegalArgumentException when its list is wrong; the message names the entry
   */
  static HotNodeRule of(DriverExecutionProfile profile) {
    if (!profile.isDefined(HotPoolOption.HOT_NODES)) {
      return new LargerRanges();
    }
    List<String> listed = profile.getStringList(HotPoolOption.HOT_NODES);
    return ListedNodes.parse(listed);
  }
}
