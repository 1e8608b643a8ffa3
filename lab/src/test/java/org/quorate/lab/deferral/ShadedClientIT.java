package org.quorate.lab.deferral;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.quorate.lab.engine.RunningCluster;
import org.quorate.lab.testing.SharedHBase;

/**
 * The library in a process whose only HBase and Hadoop are those of {@code hbase-shaded-client}.
 */
@ExtendWith(SharedHBase.class)
@ResourceLock(SharedHBase.LOCK)
@Timeout(120)
class ShadedClientIT {
  private static final TableName TABLE = TableName.valueOf("shaded_client");

  /** The library and this test, as this build has them. */
  private static final List<Path> OWN =
      Stream.of("core/target", "hbase/target", "lab/target/test-classes")
          .map(built -> Path.of("..", built).toAbsolutePath().normalize())
          .toList();

  /** Jars that the library needs beside the client, and that the client does not bring in its. */
  private static final List<String> BROUGHT =
      List.of("HdrHistogram", "slf4j-", "opentelemetry-", "commons-logging");

  @TempDir Path folder;

  @Test
  void theLibraryWorksOnTheShadedClient(RunningCluster cluster) throws Exception {
    try (Connection connection =
        ConnectionFactory.createConnection(SharedHBase.configuration(cluster))) {
      SharedHBase.createTable(connection, TABLE, NumberedRows.FAMILY);
      Path site = folder.resolve("hbase-site.xml");
      try (OutputStream file = Files.newOutputStream(site)) {
        SharedHBase.configuration(cluster).writeXml(file);
      }
      String output = run(site);
      assertThat(output).contains(ShadedClient.DONE);
      assertThat(NumberedRows.read(connection, TABLE)).hasSize(ShadedClient.ROWS);
    }
  }

  private String run(Path site) throws IOException, InterruptedException {
    Path output = folder.resolve("output");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                classPath(),
                ShadedClient.class.getName(),
                site.toString(),
                TABLE.getNameAsString(),
                folder.resolve("spill").toString())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      assertThat(process.waitFor(100, TimeUnit.SECONDS)).as("the process ended").isTrue();
    } finally {
      process.destroyForcibly();
    }
    String text = Files.readString(output);
    assertThat(process.exitValue()).as(text).isZero();
    return text;
  }

  private static boolean isKept(String entry) {
    Path path = Path.of(entry).toAbsolutePath().normalize();
    return OWN.stream().anyMatch(path::startsWith)
        || BROUGHT.stream().anyMatch(jar -> path.getFileName().toString().startsWith(jar));
  }

  private static String classPath() throws IOException {
    String own =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    Stream<String> kept =
        Stream.of(own.split(File.pathSeparator, -1)).filter(ShadedClientIT::isKept);
    try (Stream<Path> shaded = Files.list(Path.of("target", "shaded-client"))) {
      List<String> client = shaded.map(Path::toString).toList();
      assertThat(client).filteredOn(jar -> jar.contains("hbase-shaded-client")).hasSize(1);
      return Stream.concat(client.stream(), kept).collect(Collectors.joining(File.pathSeparator));
    }
  }
}
