package org.quorate.ycsb;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Durability;
import org.jspecify.annotations.Nullable;
import org.quorate.hbase.setting.ConfigurationSettings;
import org.quorate.hbase.setting.DeferralSettings;

/**
 * What the HBase binding takes from YCSB's properties. Those of stock YCSB's own binding for HBase
 * 2 have its names and defaults; Quorate's own begin with {@code quorate.}. All others that begin
 * with {@code hbase.} or {@code zookeeper.} are settings of HBase's client, above those of an
 * hbase-site.xml on the class path.
 *
 * @param configuration of HBase's client, {@code quorate.deferral.*} included
 * @param table {@code table} ({@code usertable})
 * @param family {@code columnfamily}, required
 * @param buffered {@code clientbuffering} (false)
 * @param deferral {@code quorate.deferral.*}, how writes are deferred where they are buffered
 * @param bufferBytes {@code writebuffersize} (12 MiB) of each client thread
 * @param durability {@code durability} (USE_DEFAULT) of every write in HBase's sense
 * @param limitedScans {@code hbase.usepagefilter} (true): whether servers are told how many rows a
 *     scan wants
 * @param scanOperator {@code hbase.scanfilteroperator} (lessOrEqual) where {@code
 *     hbase.usescanvaluefiltering} is true, or null
 * @param debug {@code debug} (false): whether every failure is printed
 * @param principal {@code principal} of a Kerberos login, or null
 * @param keytab {@code keytab}, or null
 * @param threads {@code threadcount} (1)
 * @param regions {@code quorate.regions}: the table is made with so many where it does not exist; 0
 *     where it is not given
 * @param history {@code quorate.history}: the file to record every read and write in, or null
 */
record HBaseBindingSettings(
    Configuration configuration,
    TableName table,
    String family,
    boolean buffered,
    DeferralSettings deferral,
    long bufferBytes,
    Durability durability,
    boolean limitedScans,
    @Nullable CompareOperator scanOperator,
    boolean debug,
    @Nullable String principal,
    @Nullable Path keytab,
    int threads,
    int regions,
    @Nullable Path history) {
  static final String FAMILY = "columnfamily";
  static final String BUFFERING = "clientbuffering";
  static final String BUFFER_BYTES = "writebuffersize";
  static final String DURABILITY = "durability";
  static final String PAGE_FILTER = "hbase.usepagefilter";
  static final String VALUE_FILTER = "hbase.usescanvaluefiltering";
  static final String SCAN_OPERATOR = "hbase.scanfilteroperator";
  static final String REGIONS = "quorate.regions";

  private static final Set<String> OWN = Set.of(PAGE_FILTER, VALUE_FILTER, SCAN_OPERATOR);
  private static final long USUAL_BUFFER_BYTES = 12L << 20;
  private static final int MOST_REGIONS = 1000;

  private static final Map<String, CompareOperator> OPERATORS =
      Map.of(
          "lessOrEqual", CompareOperator.LESS_OR_EQUAL,
          "greaterOrEqual", CompareOperator.GREATER_OR_EQUAL,
          "greater", CompareOperator.GREATER,
          "less", CompareOperator.LESS,
          "notEqual", CompareOperator.NOT_EQUAL,
          "equal", CompareOperator.EQUAL);

  /**
   * Reads the properties.
   *
   * @throws IllegalArgumentException when one is missing or not valid; the message names it
   */
  static HBaseBindingSettings of(Properties properties) {
    PropertyReader reader = new PropertyReader(properties);
    String family = reader.text(FAMILY);
    if (family == null) {
      throw new IllegalArgumentException(
          "The property " + FAMILY + " is missing; name the column family of the table.");
    }
    boolean buffered = reader.isTrue(BUFFERING, false);
    int threads = reader.count("threadcount", 1, 1, Integer.MAX_VALUE);
    long bufferBytes = reader.number(BUFFER_BYTES, USUAL_BUFFER_BYTES, 1, Long.MAX_VALUE);
    Configuration configuration = configuration(properties);
    return new HBaseBindingSettings(
        configuration,
        table(properties.getProperty("table", "usertable").strip()),
        family,
        buffered,
        buffered ? deferral(reader, configuration, bufferBytes, threads) : DeferralSettings.off(),
        bufferBytes,
        durability(reader),
        reader.isTrue(PAGE_FILTER, true),
        reader.isTrue(VALUE_FILTER, false) ? operator(reader) : null,
        reader.isTrue("debug", false),
        reader.text("principal"),
        reader.path("keytab"),
        threads,
        reader.count(REGIONS, 0, 0, MOST_REGIONS),
        reader.path(RunHistory.PROPERTY));
  }

  private static Configuration configuration(Properties properties) {
    Configuration configuration = HBaseConfiguration.create();
    for (String name : properties.stringPropertyNames()) {
      boolean clients = name.startsWith("hbase.") || name.startsWith("zookeeper.");
      if ((clients && !OWN.contains(name)) || name.startsWith(ConfigurationSettings.PREFIX)) {
        configuration.set(name, properties.getProperty(name));
      }
    }
    return configuration;
  }

  /**
   * One deferral is shared by all client threads, so that its bound on bytes is that of their
   * buffers together; it has none where no size was asked for.
   */
  private static DeferralSettings deferral(
      PropertyReader reader, Configuration configuration, long bufferBytes, int threads) {
    DeferralSettings settings = ConfigurationSettings.read(configuration);
    boolean sized = configuration.get(ConfigurationSettings.PREFIX + "bound.bytes") != null;
    if (sized || reader.text(BUFFER_BYTES) == null) {
      return settings;
    }
    long together = bufferBytes > Long.MAX_VALUE / threads ? Long.MAX_VALUE : bufferBytes * threads;
    return settings.toBuilder().boundBytes(together).build();
  }

  private static TableName table(String name) {
    try {
      return TableName.valueOf(name);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "The property table is " + name + ", which cannot name a table: " + e.getMessage(), e);
    }
  }

  private static Durability durability(PropertyReader reader) {
    String text = reader.text(DURABILITY);
    if (text == null) {
      return Durability.USE_DEFAULT;
    }
    try {
      return Durability.valueOf(text.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      throw PropertyReader.refusal(
          DURABILITY, text, "use one of " + Arrays.toString(Durability.values()));
    }
  }

  private static CompareOperator operator(PropertyReader reader) {
    String text = reader.text(SCAN_OPERATOR);
    CompareOperator operator = OPERATORS.get(text == null ? "lessOrEqual" : text);
    if (operator == null) {
      throw PropertyReader.refusal(
          SCAN_OPERATOR,
          String.valueOf(text),
          "use one of " + String.join(", ", new TreeMap<>(OPERATORS).keySet()));
    }
    return operator;
  }
}
