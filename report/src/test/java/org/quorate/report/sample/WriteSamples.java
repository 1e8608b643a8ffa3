package org.quorate.report.sample;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.quorate.report.HtmlReport;

/** Writes sample reports for people to look at: {@code WriteSamples FOLDER [NAME...]}. */
public final class WriteSamples {
  private WriteSamples() {}

  public static void main(String[] arguments) throws IOException {
    Path folder = Files.createDirectories(Path.of(arguments[0]));
    List<String> names = Arrays.asList(arguments).subList(1, arguments.length);
    for (var sample : Samples.all().entrySet()) {
      if (names.isEmpty() || names.contains(sample.getKey())) {
        HtmlReport.write(sample.getValue(), folder.resolve(sample.getKey() + ".html"));
      }
    }
  }
}
