package org.quorate.core.pool;

import java.math.BigInteger;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.quorate.core.text.Suggestions;

/**
 * How a cluster of any size is split into a hot and a cold pool: the share of its nodes that are
 * hot, and how much larger the range of a hot node is than that of a cold one. Immutable; equal
 * layouts are equal values, {@code hot 2 of 4} being {@code hot-cold}.
 *
 * <p>The four layouts of the paper (section V.B) have names. It gives a hot node twice the range of
 * a cold one; that is the ratio where none is stated.
 *
 * @param hot the share of hot nodes is {@code hot / of}, in lowest terms; both are 1 where there is
 *     one pool, all of it hot
 * @param of at least {@code hot}
 * @param hotRange the ranges of a hot and a cold node are as {@code hotRange : coldRange}, in
 *     lowest terms, at most {@value #LARGEST}; 1:1 where there is one pool
 * @param coldRange between 1 and {@code hotRange}
 */
public record PoolLayout(int hot, int of, int hotRange, int coldRange) {
  /** The largest number in a layout. */
  public static final int LARGEST = 1000;

  /** One pool of nodes that share all tasks: Cassandra as it is without pools. */
  public static final PoolLayout BALANCED = new PoolLayout(1, 1, 1, 1);

  /** Half of the nodes are hot. */
  public static final PoolLayout HOT_COLD = new PoolLayout(1, 2, 2, 1);

  /** Two thirds of the nodes are hot. */
  public static final PoolLayout MOSTLY_HOT = new PoolLayout(2, 3, 2, 1);

  /** One third of the nodes is hot. */
  public static final PoolLayout MOSTLY_COLD = new PoolLayout(1, 3, 2, 1);

  private static final Map<String, PoolLayout> NAMED =
      new TreeMap<>(
          Map.of(
              "balanced", BALANCED,
              "hot-cold", HOT_COLD,
              "mostly-hot", MOSTLY_HOT,
              "mostly-cold", MOSTLY_COLD));

  private static final Pattern TEXT =
      Pattern.compile(
          "(?:(?<name>[a-z-]+)|hot +(?<hot>\\d{1,4}) +of +(?<of>\\d{1,4}))"
              + "(?: +(?<hotRange>\\d{1,4}):(?<coldRange>\\d{1,4}))?");

  /**
   * @throws IllegalArgumentException if a number is out of its range; the message is one sentence
   */
  public PoolLayout {
    require(
        hot >= 1 && hot <= of && of <= LARGEST,
        hot + " of " + of + " nodes cannot be hot; use 1 of " + LARGEST + " up to all of them.");
    require(
        coldRange >= 1 && coldRange <= hotRange && hotRange <= LARGEST,
        "The ranges of hot and cold nodes cannot be as "
            + hotRange
            + ":"
            + coldRange
            + "; use a ratio from 1:1 to "
            + LARGEST
            + ":1.");
    if (hot == of) {
      hotRange = 1;
      coldRange = 1;
    }
    int parts = greatestCommonDivisor(hot, of);
    hot /= parts;
    of /= parts;
    int ranges = greatestCommonDivisor(hotRange, coldRange);
    hotRange /= ranges;
    coldRange /= ranges;
  }

  /** The words that {@link #parse} knows, in the order of the alphabet. */
  public static Collection<String> names() {
    return List.copyOf(NAMED.keySet());
  }

  /**
   * Reads a layout: {@code balanced}, {@code hot-cold}, {@code mostly-hot}, {@code mostly-cold} or
   * {@code hot 1 of 4}; after it, parted by a space, the ratio of ranges such as {@code 3:1}, where
   * it is not to be 2:1. With {@code 1:1} hot nodes only coordinate.
   *
   * @throws IllegalArgumentException if the text is none of these; the message says what to write
   */
  public static PoolLayout parse(String text) {
    Matcher matcher = TEXT.matcher(text.strip());
    if (!matcher.matches()) {
      throw unknown(text);
    }
    PoolLayout layout;
    String name = matcher.group("name");
    if (name == null) {
      layout = new PoolLayout(number(matcher, "hot"), number(matcher, "of"), 2, 1);
    } else {
      layout = NAMED.get(name);
      if (layout == null) {
        throw unknown(text);
      }
    }
    if (matcher.group("hotRange") == null) {
      return layout;
    }
    require(
        !layout.balanced(),
        "\"" + text + "\" has one pool, in which all ranges are equal; leave out the ratio.");
    return new PoolLayout(
        layout.hot, layout.of, number(matcher, "hotRange"), number(matcher, "coldRange"));
  }

  /** Whether there is one pool only, of nodes that share all tasks. */
  public boolean balanced() {
    return hot == of;
  }

  /**
   * The number of hot nodes among {@code nodes}: the share of them, rounded half up, but at least 1
   * and, where there are two pools and more than one node, at most all but 1.
   *
   * @param nodes at least 1
   */
  public int hotNodes(int nodes) {
    require(nodes >= 1, "A cluster has at least 1 node, not " + nodes + ".");
    if (balanced() || nodes == 1) {
      return nodes;
    }
    long rounded = (2L * nodes * hot + of) / (2L * of);
    return (int) Math.max(1, Math.min(nodes - 1, rounded));
  }

  /** What the layout comes to on a ring of {@code nodes}, at least 1. */
  public PoolPlan over(int nodes) {
    return new PoolPlan(this, nodes);
  }

  /** The text that {@link #parse} turns into this layout again. */
  public String text() {
    String share =
        NAMED.entrySet().stream()
            .filter(named -> named.getValue().hot == hot && named.getValue().of == of)
            .map(Map.Entry::getKey)
            .findFirst()
            .orElse("hot " + hot + " of " + of);
    boolean usual = balanced() || (hotRange == 2 && coldRange == 1);
    return usual ? share : share + " " + hotRange + ":" + coldRange;
  }

  @Override
  public String toString() {
    return text();
  }

  private static int number(Matcher matcher, String group) {
    return Integer.parseInt(matcher.group(group));
  }

  private static IllegalArgumentException unknown(String text) {
    return new IllegalArgumentException(
        "\""
            + text
            + "\" is no layout of pools; write balanced, hot-cold, mostly-hot, mostly-cold or \"hot"
            + " 1 of 4\", and after it the ratio of ranges, such as 3:1, if that is not to be 2:1."
            + Suggestions.didYouMean(text, names()));
  }

  private static int greatestCommonDivisor(int a, int b) {
    return BigInteger.valueOf(a).gcd(BigInteger.valueOf(b)).intValueExact();
  }

  private static void require(boolean condition, String otherwise) {
    if (!condition) {
      throw new IllegalArgumentException(otherwise);
    }
  }
}
