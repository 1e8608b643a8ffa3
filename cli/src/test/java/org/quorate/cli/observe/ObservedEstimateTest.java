package org.quorate.cli.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.cli.Call;
import org.quorate.study.io.Json;

/** {@code estimate} reads what {@code observe --json} prints. */
final class ObservedEstimateTest {
  @Test
  void whatWasObservedIsEstimated(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("seen.json");
    Files.writeString(file, Json.text(ReportJson.of(Reports.full(2), null)));
    Call call = Call.of("estimate", file.toString(), "--write-level", "ONE");
    assertThat(call.error()).isEmpty();
    assertThat(call.words())
        .contains("carts replicas 3 of each row, writes at ONE load 812 reads and 203 writes")
        .contains("table_1 replicas 3")
        .contains("its median by traces 1 ms within a rack, 20.1 ms between racks")
        .containsPattern("ONE \\d\\S* %");
  }
}
