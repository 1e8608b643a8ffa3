package org.quorate.lab.hbase;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.quorate.lab.engine.ClusterRecord;
import org.quorate.lab.engine.ServiceRecord;
import org.quorate.study.io.WholeFile;

/** Writes the files of the services of one cluster, and says what starts them. Not thread-safe. */
final class ServicePreparation {
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

  ServicePreparation(ClusterRecord cluster, Path java, List<Path> classPath) {
    this.cluster = cluster;
    this.java = java;
    this.classPath = classPath;
  }

  /** Writes the files of a service, and returns its command. */
  List<String> command(ServiceRecord service) throws IOException {
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
    return command(service, JavaOptions.zooKeeper(cluster, service, conf, classPath, file));
  }

  private List<String> master(ServiceRecord service, Path conf) throws IOException {
    WholeFile.write(
        conf.resolve(SiteConfiguration.FILE), new SiteConfiguration(cluster).ofMaster());
    return command(service, JavaOptions.master(cluster, service, conf, classPath));
  }

  private List<String> nameNode(ServiceRecord service, Path conf) throws IOException {
    webPages(conf, "hdfs");
    WholeFile.write(
        conf.resolve(HdfsConfiguration.FILE), new HdfsConfiguration(cluster).ofNameNode());
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
    WholeFile.write(
        conf.resolve(HdfsConfiguration.FILE), new HdfsConfiguration(cluster).ofDataNode(service));
    return command(service, JavaOptions.dataNode(cluster, service, conf, classPath));
  }

  private List<String> command(ServiceRecord service, String arguments) throws IOException {
    return ProcessFiles.command(java, ProcessFiles.arguments(cluster, service.name(), arguments));
  }

  /** Neither starts without folders of pages, which the jars do not have and nobody looks at. */
  private static void webPages(Path conf, String application) throws IOException {
    for (String folder : List.of(application, "static")) {
      Files.createDirectories(conf.resolve("webapps").resolve(folder));
    }
  }
}
