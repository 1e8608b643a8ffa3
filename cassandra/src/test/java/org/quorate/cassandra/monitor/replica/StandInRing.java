package org.quorate.cassandra.monitor.replica;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.metadata.Metadata;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.TokenMap;
import com.datastax.oss.driver.api.core.metadata.token.Token;
import com.datastax.oss.driver.api.core.metadata.token.TokenRange;
import com.datastax.oss.driver.internal.core.metadata.token.Murmur3Token;
import com.datastax.oss.driver.internal.core.metadata.token.Murmur3TokenRange;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.quorate.cassandra.monitor.FakeNode;

/**
 * A driver that knows a ring of evenly spaced nodes, and whose questions all fail. Each range is at
 * the node of its end and at the next ones.
 */
public final class StandInRing {
  private final int replicas;
  private final List<FakeNode> nodes = new ArrayList<>();

  /** Of each node, in their order. */
  private final List<Long> tokens = new ArrayList<>();

  private int made;
  private Optional<TokenMap> tokenMap = Optional.empty();
  private final RuntimeException failure;
  private int formatted;

  public final CqlSession session;

  /**
   * @param failure of every question to a server
   */
  @SuppressWarnings("FutureReturnValueIgnored") // It reaches whoever asked.
  public StandInRing(int nodes, int replicas, RuntimeException failure) {
    this.replicas = replicas;
    this.failure = failure;
    session =
        proxy(
            CqlSession.class,
            Map.of(
                "getMetadata",
                this::metadata,
                "executeAsync",
                () -> CompletableFuture.failedFuture(this.failure)));
    join(nodes);
  }

  public FakeNode node(int number) {
    return nodes.get(number);
  }

  /** So many nodes join at the end of the ring, which is spread anew. */
  public void join(int more) {
    for (int i = 0; i < more; i++) {
      nodes.add(made());
    }
    tokens.clear();
    for (int place = 0; place < nodes.size(); place++) {
      tokens.add(Long.MIN_VALUE + 1 + Math.round(place * (0x1p63 / nodes.size())) * 2);
    }
    changed();
  }

  /** A new node takes the place of another one, which has left. */
  public void replace(int number) {
    nodes.set(number, made());
    changed();
  }

  /** A node joins at a token that nobody has, and the others stay where they are. */
  public FakeNode joinAt(long token) {
    int place = (int) tokens.stream().filter(other -> other < token).count();
    nodes.add(place, made());
    tokens.add(place, token);
    changed();
    return nodes.get(place);
  }

  /** A node leaves, and the others stay where they are. */
  public void leave(int number) {
    nodes.remove(number);
    tokens.remove(number);
    changed();
  }

  private FakeNode made() {
    return FakeNode.of(made++, "dc1");
  }

  public long tokenOf(int number) {
    return tokens.get(number);
  }

  /** How often a token was formatted so far. */
  public int formattedTokens() {
    return formatted;
  }

  Collection<Node> all() {
    return nodes.stream().map(each -> each.node).toList();
  }

  public Metadata metadata() {
    Map<UUID, Node> byId = new LinkedHashMap<>();
    nodes.forEach(each -> byId.put(each.id, each.node));
    return proxy(Metadata.class, Map.of("getNodes", () -> byId, "getTokenMap", () -> tokenMap));
  }

  private void changed() {
    Map<TokenRange, Set<Node>> ranges = new LinkedHashMap<>();
    for (int i = 0; i < nodes.size(); i++) {
      Set<Node> holders = new HashSet<>();
      for (int next = i; holders.size() < Math.min(replicas, nodes.size()); next++) {
        holders.add(nodes.get(next % nodes.size()).node);
      }
      ranges.put(new Murmur3TokenRange(token(i - 1), token(i)), holders);
    }
    tokenMap =
        Optional.of(
            (TokenMap)
                Proxy.newProxyInstance(
                    TokenMap.class.getClassLoader(),
                    new Class<?>[] {TokenMap.class},
                    (proxy, method, arguments) ->
                        switch (method.getName()) {
                          case "getTokenRanges" -> ranges.keySet();
                          case "getReplicas" -> ranges.get(arguments[1]);
                          case "getTokens" -> own((Node) arguments[0]);
                          case "format" -> {
                            formatted++;
                            yield Long.toString(((Murmur3Token) arguments[0]).getValue());
                          }
                          case "equals" -> proxy == arguments[0];
                          case "hashCode" -> System.identityHashCode(proxy);
                          default -> throw new UnsupportedOperationException(method.getName());
                        }));
  }

  private Set<Token> own(Node node) {
    Set<Token> own = new HashSet<>();
    for (int place = 0; place < nodes.size(); place++) {
      if (nodes.get(place).node.equals(node)) {
        own.add(token(place));
      }
    }
    return own;
  }

  private Murmur3Token token(int number) {
    return new Murmur3Token(tokens.get(Math.floorMod(number, nodes.size())));
  }

  private interface Answer {
    Object get();
  }

  private static <T> T proxy(Class<T> type, Map<String, Answer> answers) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              Answer answer = answers.get(method.getName());
              if (answer == null) {
                throw new UnsupportedOperationException(method.getName());
              }
              return answer.get();
            }));
  }
}
