package org.quorate.lab.hbase;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.quorate.lab.engine.ClusterRecord;
import org.quorate.lab.link.LinkTraffic;
import org.quorate.study.io.WholeFile;

/** Files that every process of an HBase cluster has, and how it is started. Stateless. */
final class ProcessFiles {
  private ProcessFiles() {}

  /** Writes the files that all processes have, into the folder that ends their class path. */
  static Path configure(ClusterRecord cluster, String process) throws IOException {
    Path conf = Files.createDirectories(cluster.nodeDirectory(process).resolve("conf"));
    WholeFile.write(conf.resolve("log4j.properties"), logging(cluster.logDirectory(process)));
    WholeFile.write(conf.resolve("hosts"), hosts());
    return conf;
  }

  /** Writes the file of arguments of the Java that runs a process, and returns it. */
  static Path arguments(ClusterRecord cluster, String process, String arguments)
      throws IOException {
    Path file = cluster.nodeDirectory(process).resolve("java.arguments");
    WholeFile.write(file, arguments);
    return file;
  }

  /** The command that runs Java with a file of arguments. */
  static List<String> command(Path java, Path arguments) {
    return asServerUser(List.of(java.toString(), "@" + arguments));
  }

  /** By the environment, since the caller's, which Hadoop reads first, may name another user. */
  static List<String> asServerUser(List<String> command) {
    List<String> all = new ArrayList<>();
    all.add("/usr/bin/env");
    all.add("HADOOP_USER_NAME=" + LinkTraffic.HBASE_SERVER_USER);
    all.addAll(command);
    return all;
  }

  /** Its {@code log4j.properties}: one log, at most 60 MB of it. */
  static String logging(Path logDirectory) {
    return """
        log4j.rootLogger=INFO, file
        log4j.appender.file=org.apache.log4j.RollingFileAppender
        log4j.appender.file.File=%s/system.log
        log4j.appender.file.MaxFileSize=20MB
        log4j.appender.file.MaxBackupIndex=2
        log4j.appender.file.layout=org.apache.log4j.PatternLayout
        log4j.appender.file.layout.ConversionPattern=%%-5p [%%t] %%d{ISO8601} %%c{2} - %%m%%n
        """
        .formatted(logDirectory.toString().replace("\\", "\\\\"));
  }

  /**
   * Its file of hosts, the only names that it knows. Servers look up the names of their own
   * addresses, and a machine whose name service answers late or oddly would make them wait, or call
   * themselves by names that lead elsewhere.
   */
  static String hosts() throws IOException {
    Path kernel = Path.of("/proc/sys/kernel/hostname");
    String host = Files.isReadable(kernel) ? Files.readString(kernel).strip() : "";
    return "127.0.0.1 localhost" + (host.isEmpty() ? "" : " " + host) + "\n";
  }
}
