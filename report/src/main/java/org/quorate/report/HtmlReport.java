package org.quorate.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.quorate.report.page.Page;
import org.quorate.report.page.RawFile;
import org.quorate.study.io.WholeFile;
import org.quorate.study.summary.StudySummary;

/**
 * The report of a study as one HTML file that needs nothing else: styles, script and charts are
 * inside, charts are SVG that is there without the script, and the page's own content policy
 * forbids the browser to fetch anything. Below 1 MB whatever the number of runs, and below 2 MB for
 * a hundred cells. Stateless.
 */
public final class HtmlReport {
  private HtmlReport() {}

  /** The whole page, without a list of the files beside it. */
  public static String render(StudySummary study) {
    return render(study, List.of());
  }

  /**
   * The whole page.
   *
   * @param rawFiles the raw data beside the report, to be listed and linked
   */
  public static String render(StudySummary study, List<RawFile> rawFiles) {
    return new Page(study, rawFiles).html();
  }

  /**
   * Writes the page, whole or not at all, and lists the files that are in its folder and below.
   *
   * @throws IOException if it cannot be written; an older report is then still as it was
   */
  public static void write(StudySummary study, Path file) throws IOException {
    WholeFile.write(file, render(study, RawFile.beside(file)));
  }
}
