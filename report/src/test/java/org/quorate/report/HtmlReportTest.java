package org.quorate.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.quorate.report.sample.Samples;
import org.quorate.study.summary.StudySummary;

class HtmlReportTest {
  @Test
  void everySampleRendersBelowItsSize() throws IOException {
    Path folder = Files.createDirectories(Path.of("target", "reports"));
    for (Map.Entry<String, StudySummary> sample : Samples.all().entrySet()) {
      Path file = folder.resolve(sample.getKey() + ".html");
      Files.writeString(file, HtmlReport.render(sample.getValue()));
      String text = Files.readString(file);
      assertThat(text.getBytes(StandardCharsets.UTF_8).length)
          .as(sample.getKey())
          .isLessThan(1_000_000);
    }
  }
}
