package org.quorate.cli.power;

import java.util.ArrayList;
import java.util.List;
import org.quorate.cli.console.Paragraphs;
import org.quorate.report.format.Numbers;

/** The models as text for the terminal. Pure. */
final class ModelsText {
  private ModelsText() {}

  static String of(Paragraphs out, ModelsView view) {
    out.heading("Profiles of hosts (estimates, at the wall unless said otherwise)");
    out.table(2, profiles(view));
    out.blank();
    for (ModelsView.ProfileView profile : view.profiles()) {
      out.heading(profile.name() + ": " + profile.description());
      out.sentence(2, profile.source());
    }
    out.blank();
    out.heading(
        "How well a server's own curve predicts its other loads ("
            + view.publishedServers()
            + " published servers)");
    out.table(2, groups(view));
    out.sentence(
        2,
        "Line: from idle to full use. Curve: through idle, 10, 50 and 100 %, as power calibrate"
            + " makes it. Errors are of loads that the model was not told: the mean, what nine of"
            + " ten stay within, and the bias, above 0 where the model says too much.");
    out.blank();
    out.heading("How far profiles are from published servers of their kind, at all loads");
    out.table(2, kinds(view));
    out.sentence(
        2,
        "Within: the share of their loads that is off by no more than the profile's error above."
            + " Ratio: what nine of ten ratios of two loads of one server are off by; a saving is"
            + " claimed only where it is larger than the profile's ratio error above."
            + " Idle and full use of most profiles are medians of results of this kind, these"
            + " servers' perhaps among them, so this tells how much servers of a kind differ and is"
            + " not an independent test. Where it matters, calibrate.");
    return out.text();
  }

  private static List<List<String>> profiles(ModelsView view) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(
        List.of("profile", "cores", "idle W", "full W", "disk J/MB", "net J/MB", "error", "ratio"));
    for (ModelsView.ProfileView each : view.profiles()) {
      rows.add(
          List.of(
              each.name(),
              Integer.toString(each.cores()),
              Numbers.tick(each.idleWatts()),
              Numbers.tick(each.busyWatts()),
              Numbers.tick(each.diskJoulesPerMegabyte()),
              Numbers.tick(each.networkJoulesPerMegabyte()),
              "\u00b1" + Numbers.wholePercent(each.relativeError()),
              "\u00b1" + Numbers.wholePercent(each.comparisonError())));
    }
    return rows;
  }

  private static List<List<String>> groups(ModelsView view) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("servers", "n", "line", "9/10", "bias", "curve", "9/10", "bias"));
    for (ModelsView.GroupView each : view.models()) {
      List<String> row = new ArrayList<>(List.of(each.group(), Numbers.count(each.servers())));
      row.addAll(errors(each.line()));
      row.addAll(errors(each.curve()));
      rows.add(row);
    }
    return rows;
  }

  private static List<List<String>> kinds(ModelsView view) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("profile", "published", "n", "mean", "9/10", "bias", "within", "ratio"));
    for (ModelsView.ProfileView each : view.profiles()) {
      ModelsView.LikeServers published = each.published();
      if (published != null) {
        List<String> row = new ArrayList<>();
        row.add(each.name());
        row.add(published.kind().replaceAll(".*, ", ""));
        row.add(Numbers.count(published.servers()));
        row.addAll(errors(published.check()));
        row.add(Numbers.wholePercent(published.withinStatedError()));
        row.add(Numbers.wholePercent(published.ratios().nineOfTenWithin()));
        rows.add(row);
      }
    }
    return rows;
  }

  private static List<String> errors(ModelsView.CheckView check) {
    return List.of(
        Numbers.wholePercent(check.meanError()),
        Numbers.wholePercent(check.nineOfTenWithin()),
        (check.bias() > 0 ? "+" : "") + Numbers.wholePercent(check.bias()));
  }
}
