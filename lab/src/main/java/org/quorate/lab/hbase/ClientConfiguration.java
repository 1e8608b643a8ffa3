package org.quorate.lab.hbase;

import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;

/** Configurations of HBase's client for clusters of loopback addresses. Stateless. */
public final class ClientConfiguration {
  private ClientConfiguration() {}

  /**
   * The client as it comes, but for what is given. For the whole process, ZooKeeper's client no
   * longer asks the machine's name service for the names of loopback addresses, unless the property
   * {@code zookeeper.sasl.client} was set by someone else.
   *
   * @param properties such as {@link HBaseEngine#clientProperties}
   */
  public static Configuration of(Map<String, String> properties) {
    if (System.getProperty("zookeeper.sasl.client") == null) {
      System.setProperty("zookeeper.sasl.client", "false");
    }
    Configuration configuration = HBaseConfiguration.create();
    properties.forEach(configuration::set);
    return configuration;
  }
}
