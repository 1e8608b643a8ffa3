package org.quorate.lab.hbase;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.quorate.lab.engine.ClusterRecord;
import org.quorate.lab.engine.NodeAddresses;
import org.quorate.lab.engine.NodeRecord;
import org.quorate.lab.engine.ServiceRecord;
import org.quorate.study.io.WholeFile;

/** Writes the files of the processes of one cluster, and says what starts them. Not thread-safe. */
final class ProcessPreparation {
  private static final String SHELL = "/bin/sh";

  /**
   * A name node serves no folder that was not formatted, which is another run of it, once. A run
   * that was cut short is done again.
   */
  private static final String FORMAT_AND_SERVE =
      "[ -f \"$1\" ] || { \"$2\" \"@$3\" && : > \"$1\"; } || exit; exec \"$2\" \"@$4\"";

  private final ClusterRecord cluster;
  private final Path java;
  private final List<Path> classPath;
  private final SiteConfiguration site;
  private final HdfsConfiguration hdfs;

  ProcessPreparation(ClusterRecord cluster, Path java, List<Path> classPath) {
    this.cluster = cluster;
    this.java = java;
    this.classPath = classPath;
    this.site = new SiteConfiguration(cluster);
    this.hdfs = new HdfsConfiguration(cluster);
  }

  /** Writes the files of all processes, and returns the cluster with their commands. */
  ClusterRecord prepared() throws IOException {
    List<ServiceRecord> services = new ArrayList<>();
    for (ServiceRecord service : cluster.services()) {
      services.add(service.with(command(service)));
    }
    List<NodeRecord> nodes = new ArrayList<>();
    for (NodeRecord node : cluster.nodes()) {
      nodes.add(node.with(command(node.addresses())));
    }
    return cluster.withServices(services).withNodes(nodes);
  }

  private List<String> command(NodeAddresses node) throws IOException {
    Path conf = ProcessFiles.configure(cluster, node.name());
    WholeFile.write(conf.resolve(SiteConfiguration.FILE), site.ofRegionServer(node));
    return command(node.name(), JavaOptions.regionServer(cluster, node, conf, classPath));
  }

  private List<String> command(ServiceRecord service) throws IOException {
    Path conf = ProcessFiles.configure(cluster, service.name());
    return switch (service.name()) {
      case HBaseEngine.ZOOKEEPER -> zooKeeper(service, conf);
      case HBaseEngine.MASTER -> master(service, conf);
      case HdfsServices.NAME_NODE -> nameNode(service, conf);
      default -> dataNode(service, conf);
    };
  }

  private List<String> zooKeeper(ServiceRecord service, Path conf) throws IOException {
    Path data = Files.createDirectories(cluster.nodeDirectory(service.name()).resolve("data"));
    Path file = conf.resolve("zoo.cfg");
    WholeFile.write(file, ZooKeeperConfiguration.text(service.address(), data));
    return command(service.name(), JavaOptions.zooKeeper(cluster, service, conf, classPath, file));
  }

  private List<String> master(ServiceRecord service, Path conf) throws IOException {
    WholeFile.write(conf.resolve(SiteConfiguration.FILE), site.ofMaster());
    return command(service.name(), JavaOptions.master(cluster, service, conf, classPath));
  }

  private List<String> nameNode(ServiceRecord service, Path conf) throws IOException {
    webPages(conf, "hdfs");
    WholeFile.write(conf.resolve(HdfsConfiguration.FILE), hdfs.ofNameNode());
    Path folder = cluster.nodeDirectory(service.name());
    Path format = folder.resolve("format.arguments");
    WholeFile.write(
        format,
        JavaOptions.nameNode(
            cluster, service, conf, classPath, "-format", "-force", "-nonInteractive"));
    Path serve =
        ProcessFiles.arguments(
            cluster, service.name(), JavaOptions.nameNode(cluster, service, conf, classPath));
    return ProcessFiles.asServerUser(
        List.of(
            SHELL,
            "-c",
            FORMAT_AND_SERVE,
            service.name(),
            folder.resolve("formatted").toString(),
            java.toString(),
            format.toString(),
            serve.toString()));
  }

  private List<String> dataNode(ServiceRecord service, Path conf) throws IOException {
    webPages(conf, "datanode");
    WholeFile.write(conf.resolve(HdfsConfiguration.FILE), hdfs.ofDataNode(service));
    return command(service.name(), JavaOptions.dataNode(cluster, service, conf, classPath));
  }

  private List<String> command(String process, String arguments) throws IOException {
    return ProcessFiles.command(java, ProcessFiles.arguments(cluster, process, arguments));
  }

  /** Neither starts without folders of pages, which the jars do not have and nobody looks at. */
  private static void webPages(Path conf, String application) throws IOException {
    for (String folder : List.of(application, "static")) {
      Files.createDirectories(conf.resolve("webapps").resolve(folder));
    }
  }
}
