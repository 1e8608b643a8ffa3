package org.quorate.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.quorate.report.chart.Chart;
import org.quorate.report.page.Page;
import org.quorate.study.io.WholeFile;
import org.quorate.study.summary.StudySummary;

/**
 * Charts as files of their own, for papers and slides, and every chart of a report: SVG with its
 * style inside, light or dark as the viewer asks. Stateless.
 */
public final class ChartFiles {
  private static final double WIDTH = 860;

  private ChartFiles() {}

  /** Writes one chart, whole or not at all. */
  public static void write(Chart chart, Path file) throws IOException {
    WholeFile.write(file, chart.draw(WIDTH, Page.chartStyle()));
  }

  /**
   * Writes {@code NAME.svg} for each chart, each whole or not at all.
   *
   * @param folder made where it is missing
   * @return the files, in the order of the report
   */
  public static List<Path> write(StudySummary study, Path folder) throws IOException {
    Files.createDirectories(folder);
    List<Path> files = new ArrayList<>();
    for (Chart chart : Page.charts(study)) {
      Path file = folder.resolve(chart.name() + ".svg");
      write(chart, file);
      files.add(file);
    }
    return files;
  }
}
