package org.quorate.cli.spill;

import java.net.MalformedURLException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HConstants;
import org.jspecify.annotations.Nullable;
import org.quorate.cli.console.CommandFailure;
import org.quorate.cli.console.ExitStatus;
import picocli.CommandLine.Option;

/** The options that say which HBase cluster is meant. */
final class ClusterAccess {
  /**
   * What holds where nobody has said otherwise. A person waits, and HBase's own values would have
   * an operation try for twenty minutes before it says that a cluster is away. But a region server
   * that crashes must be waited for: only when its session with ZooKeeper ends, after 90 seconds
   * unless told otherwise, is its log split and are its regions opened elsewhere. Before its
   * retries HBase pauses for 1, 2, 3, 5, 10, 20, 40, four times 100 and from then on 200 times
   * {@code hbase.client.pause} ({@link HConstants#RETRY_BACKOFF}). With a pause of 0.1 s that is
   * 128 seconds for its usual 15 retries, and 148 seconds for 16: nearly a minute for the log and
   * the regions.
   */
  private static final Map<String, String> PATIENCE =
      Map.of(
          HConstants.HBASE_CLIENT_RETRIES_NUMBER,
          "16",
          HConstants.HBASE_CLIENT_OPERATION_TIMEOUT,
          "180000",
          HConstants.HBASE_CLIENT_META_OPERATION_TIMEOUT,
          "180000",
          HConstants.HBASE_RPC_TIMEOUT_KEY,
          "20000",
          "zookeeper.recovery.retry",
          "1");

  private static final String KERBEROS = "kerberos";
  private static final String HBASE_SECURITY = "hbase.security.authentication";
  private static final String HADOOP_SECURITY = "hadoop.security.authentication";

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description =
          "The hbase-site.xml of the cluster; what it says of retries and timeouts counts.")
  private @Nullable Path file;

  @Option(
      names = "--quorum",
      paramLabel = "HOST[,HOST...]",
      description = "The ZooKeeper servers of the cluster, as in hbase.zookeeper.quorum.")
  private @Nullable String quorum;

  @Option(
      names = "--set",
      paramLabel = "NAME=VALUE",
      description = "A setting of the HBase client; it wins over the file. May be repeated.")
  private List<String> settings = new ArrayList<>();

  /** What the options say, above this command's patience and what HBase's client has by itself. */
  Configuration configuration() throws CommandFailure {
    if (file == null && quorum == null && settings.isEmpty()) {
      throw new CommandFailure(
          ExitStatus.WRONG_INPUT,
          "It is not said which cluster the writes go to; add --config hbase-site.xml, or --quorum"
              + " with its ZooKeeper servers.");
    }
    Configuration said = said();
    Configuration configuration = HBaseConfiguration.create();
    PATIENCE.forEach(configuration::set);
    // Hadoop's login looks for its own setting, in a core-site.xml that nobody has given.
    if (KERBEROS.equalsIgnoreCase(said.get(HBASE_SECURITY))) {
      configuration.set(HADOOP_SECURITY, KERBEROS);
    }
    HBaseConfiguration.merge(configuration, said);
    return configuration;
  }

  /** The file, {@code --quorum} above it, and {@code --set} above both; without any default. */
  private Configuration said() throws CommandFailure {
    Configuration said = new Configuration(false);
    if (file != null) {
      add(file, said);
    }
    if (quorum != null) {
      said.set(HConstants.ZOOKEEPER_QUORUM, quorum);
    }
    for (String setting : settings) {
      int equals = setting.indexOf('=');
      if (equals < 1) {
        throw new CommandFailure(
            ExitStatus.WRONG_INPUT,
            "--set expects NAME=VALUE, such as hbase.zookeeper.property.clientPort=2181, not \""
                + setting
                + "\".");
      }
      said.set(setting.substring(0, equals), setting.substring(equals + 1));
    }
    return said;
  }

  private static void add(Path file, Configuration configuration) throws CommandFailure {
    if (!Files.isReadable(file)) {
      throw new CommandFailure(
          ExitStatus.WRONG_INPUT,
          "There is no readable file " + file + "; check the path after --config.");
    }
    try {
      configuration.addResource(file.toUri().toURL());
      configuration.size();
    } catch (MalformedURLException | RuntimeException e) {
      throw new CommandFailure(
          ExitStatus.WRONG_INPUT,
          file + " is no configuration of HBase (" + e.getMessage() + "); check the file.",
          List.of(),
          e);
    }
  }
}
