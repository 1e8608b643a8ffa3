package org.quorate.lab.hbase;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Files that every process of an HBase cluster has, as text. */
final class ProcessFiles {
  private ProcessFiles() {}

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
