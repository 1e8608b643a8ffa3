package org.quorate.cassandra.monitor.replica;

import com.datastax.oss.driver.api.core.metadata.Node;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.quorate.core.replica.Signal;

/**
 * What a node can be asked that bears on other nodes. Each question returns at once; its stage
 * fails with a {@link org.quorate.cassandra.monitor.SourceException} where the node never answers
 * such a question, because it may not or cannot, and otherwise where it did not this time.
 * Thread-safe.
 */
interface NodeViews {
  /** What it has heard of the others, by gossip: that they run, and what they do to the ring. */
  CompletionStage<List<Signal>> heartbeats(Node at);

  /** How many messages it has received from another. */
  CompletionStage<List<Signal>> messages(Node at, Node from);

  /** For whom it keeps hints, and how many writes wait at it. */
  CompletionStage<List<Signal>> hints(Node at);

  /**
   * How many messages to others, and of others to itself, it has seen expire, and how many it has
   * sent and received.
   */
  CompletionStage<List<Signal>> losses(Node at);

  /** Whether it writes hints, and at which times. */
  CompletionStage<List<Signal>> settings(Node at);
}
