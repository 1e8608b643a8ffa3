package org.quorate.report.page;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.quorate.core.quantity.ByteSizes;
import org.quorate.study.summary.StudySummary;

/** Everything that is needed to run the study again, and the raw data of this time. */
final class RerunSection implements PageSection {
  private final StudySummary study;
  private final List<RawFile> rawFiles;

  RerunSection(Context context, List<RawFile> rawFiles) {
    study = context.study();
    this.rawFiles = rawFiles;
  }

  @Override
  public String id() {
    return "again";
  }

  @Override
  public String title() {
    return "Run it again";
  }

  @Override
  public void write(Html html) {
    html.element(
        "p", "One command repeats the study with the same seed and order.", "class", "lead");
    html.open("pre", "class", "command", "tabindex", "0").element("code", study.command()).close();
    html.open("div", "class", "columns");
    facts(html, "Settings", study.settings());
    facts(html, "Where it ran", study.environment().facts());
    html.close();
    if (!study.studyFile().isEmpty()) {
      html.open("details").element("summary", "The study file");
      html.open("pre", "tabindex", "0").element("code", study.studyFile()).close().close();
    }
    files(html);
  }

  private static void facts(Html html, String title, Map<String, String> facts) {
    if (facts.isEmpty()) {
      return;
    }
    html.open("div").element("h3", title).open("dl");
    facts.forEach(
        (name, value) -> html.open("div").element("dt", name).element("dd", value).close());
    html.close().close();
  }

  private void files(Html html) {
    html.element("h3", "Raw data");
    if (rawFiles.isEmpty()) {
      html.element(
          "p",
          "In the folder of the study each run has its own, with run.json (everything measured), latency.hlog"
              + " (HdrHistogram) and, where a history was taken, history.csv.gz; sessions/ has the"
              + " histories of loads and warm-ups. Together: enough to recompute every number"
              + " here.");
      return;
    }
    html.element("p", "Beside this report; enough to recompute every number here.");
    Map<String, List<RawFile>> folders = new LinkedHashMap<>();
    rawFiles.forEach(
        file -> folders.computeIfAbsent(file.folder(), folder -> new ArrayList<>()).add(file));
    list(html, folders.getOrDefault("", List.of()));
    folders.remove("");
    if (!folders.isEmpty()) {
      html.open("details").open("summary");
      long runs = folders.keySet().stream().filter(folder -> folder.startsWith("runs/")).count();
      html.text("Files of " + ValueText.plural(runs, "run", "runs"));
      html.text(runs < folders.size() ? ", and of loads, warm-ups and trials" : "").close();
      folders.forEach(
          (folder, files) -> {
            html.open("p", "class", "folder").element("strong", folder + "/ ");
            files.forEach(file -> file(html, file));
            html.close();
          });
      html.close();
    }
  }

  private static void list(Html html, List<RawFile> files) {
    html.open("ul", "class", "files");
    for (RawFile file : files) {
      html.open("li");
      file(html, file);
      html.close();
    }
    html.close();
  }

  private static void file(Html html, RawFile file) {
    html.element("a", file.name(), "href", file.link());
    html.text(" ").element("small", ByteSizes.format(file.bytes())).text(" ");
  }
}
