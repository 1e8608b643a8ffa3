package org.quorate.lab.energy;

import static org.assertj.core.api.Assertions.assertThat;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.lab.link.Links;
import org.quorate.power.energy.SteadyClock;

class UseLogTest {
  @TempDir Path folder;

  @Test
  void aHostWithAnyNameReadsBack() throws Exception {
    String name = "rack 1, \"left\"";
    Path file = folder.resolve(UseLog.FILE_NAME);
    Host host = new Host(name, List.of("node1"), useOfNoServer());

    try (UseLog log =
        UseLog.start(List.of(host), SteadyClock.started(), Duration.ofHours(1), file)) {
      log.finish();
    }

    assertThat(file)
        .content()
        .startsWith("host,at,processor_seconds,disk_bytes,network_bytes\n\"rack 1, \"\"left\"\"\",")
        .endsWith(",0.000000,0,0\n");
    try (CsvReader<NamedCsvRecord> rows = CsvReader.builder().ofNamedCsvRecord(file)) {
      assertThat(rows.stream().map(row -> row.getField("host"))).containsExactly(name, name);
    }
  }

  private static ServerUse useOfNoServer() {
    Links links =
        (Links)
            Proxy.newProxyInstance(
                Links.class.getClassLoader(),
                new Class<?>[] {Links.class},
                (self, method, arguments) -> {
                  throw new AssertionError("No link of a host without servers is asked.");
                });
    return new ServerUse(List.of(), server -> true, 1, new LinkBytes(links));
  }
}
