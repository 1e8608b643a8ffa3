package org.quorate.cli.power;

import java.util.List;
import java.util.stream.Collectors;
import org.quorate.cli.console.Paragraphs;
import org.quorate.report.format.Numbers;

/**
 * The kinds of meters as text for the terminal. Not thread-safe.
 *
 * @param command what the user typed to start Quorate
 */
record MeterListText(Paragraphs out, String command) {
  private static final int STATE_WIDTH = 12;
  private static final int LONGEST_OPTION = 22;

  void all(MeterListJson view) {
    view.kinds().forEach(this::findings);
    cap(view.cap());
    out.blank();
    List<String> present =
        view.kinds().stream()
            .filter(MeterListJson.Kind::isPresent)
            .map(MeterListJson.Kind::name)
            .toList();
    out.sentence(
        0,
        (present.isEmpty()
                ? "This machine shows no meter by itself; those on request need an address or a"
                    + " file."
                : "This machine can be measured by "
                    + String.join(", ", present)
                    + "; those on request need an address or a file.")
            + " To read one, and to see what a kind can be told:");
    out.verbatim(
        2,
        command + " power watch " + (present.isEmpty() ? "KIND NAME=VALUE ..." : present.get(0)));
    out.verbatim(2, command + " power list KIND");
    out.sentence(
        0,
        "Where nothing can be measured, a model estimates, by one of the profiles "
            + view.models().stream()
                .map(MeterListJson.ModelJson::profile)
                .collect(Collectors.joining(", "))
            + ". How far off each may be:");
    out.verbatim(2, command + " power models");
  }

  /** One kind with its options. */
  void kind(MeterListJson.Kind kind) {
    findings(kind);
    out.blank();
    if (kind.options().isEmpty()) {
      out.sentence(0, "It needs to be told nothing.");
      return;
    }
    out.sentence(0, "It can be told, as NAME=VALUE:");
    int longest = kind.options().keySet().stream().mapToInt(String::length).max().orElse(0);
    kind.options()
        .forEach((name, text) -> out.fact(Math.min(LONGEST_OPTION, longest + 2), name, text));
  }

  private void findings(MeterListJson.Kind kind) {
    out.heading(kind.name() + ": " + kind.description());
    for (MeterListJson.FindingJson finding : kind.findings()) {
      String what = finding.what().equals(kind.name()) ? "" : finding.what() + ": ";
      out.fact(STATE_WIDTH, finding.state(), what + finding.reason());
      String remedy = finding.remedy();
      if (remedy != null && finding.state().equals("on request")) {
        out.fact(STATE_WIDTH, "", "Such as: " + remedy);
      } else if (remedy != null && isCode(remedy)) {
        out.fact(STATE_WIDTH, "", "Remedy, in one line:");
        out.verbatim(STATE_WIDTH + 2, remedy);
      } else if (remedy != null) {
        out.fact(STATE_WIDTH, "", "Remedy: " + remedy);
      }
    }
  }

  /** Whether a text must be copied as it is, since a line break would change what it means. */
  private static boolean isCode(String remedy) {
    return remedy.contains("\"") || remedy.contains("&&");
  }

  private void cap(MeterListJson.CapJson cap) {
    out.heading("cap: no meter, but a way to slow the processors down, by " + cap.by());
    String reason = cap.reason();
    Double share = cap.share();
    out.fact(
        STATE_WIDTH,
        cap.state(),
        reason == null ? "Such as: " + command + " power cap --share 0.6" : reason);
    if (share != null) {
      out.fact(
          STATE_WIDTH,
          "",
          "The processors are capped to "
              + Numbers.wholePercent(share)
              + " now. Remedy: "
              + command
              + " power uncap");
    }
  }
}
