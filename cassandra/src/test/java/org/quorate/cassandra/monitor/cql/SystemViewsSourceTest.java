package org.quorate.cassandra.monitor.cql;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.metadata.Node;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.quorate.cassandra.monitor.FakeNode;
import org.quorate.cassandra.monitor.NodeCounts;
import org.quorate.cassandra.session.FakeSession;
import org.quorate.cassandra.table.TableName;

class SystemViewsSourceTest {
  private static final TableName CARTS = new TableName("shop", "carts");
  private static final TableName ORDERS = new TableName("shop", "orders");

  private final FakeSession driver = new FakeSession("ONE");
  private final SystemViewsSource source = new SystemViewsSource(driver.session);
  private final Node node = FakeNode.of(1, "dc1").node;

  /** The server computes a virtual table as a whole for each question. */
  @Test
  void severalTablesAreAskedForInOneQuestionToEachView() {
    CompletionStage<NodeCounts> one = source.read(node, Set.of(CARTS));
    int questions = driver.executed.size();
    assertThat(questions).as("the views, and the hints").isEqualTo(LatencyView.values().length + 1);
    CompletionStage<NodeCounts> several = source.read(node, Set.of(CARTS, ORDERS));
    assertThat(driver.executed).hasSize(2 * questions);
    assertThat(one).isNotCompleted();
    assertThat(several).isNotCompleted();
  }
}
