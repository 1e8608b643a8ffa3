package org.quorate.cli.power;

import java.util.ArrayList;
import java.util.List;
import org.quorate.cli.console.Paragraphs;
import org.quorate.report.format.Numbers;

/** The models as text for the terminal. Pure. */
final class ModelsText {
  private ModelsText() {}

  static String of(Paragraphs out, ModelsJson view) {
    out.heading("Profiles of hosts (estimates, at the wall unless said otherwise)");
    out.table(2, profiles(view));
    out.blank();
    out.table(2, errors(view));
    out.sentence(
        2,
        "How far off an estimate may be, the ratio of two estimates of one host, and the ratio of"
            + " what lies above idle in two of them. A saving is claimed only where it is larger than"
            + " the error of such a ratio.");
    out.blank();
    for (ModelsJson.ProfileJson profile : view.profiles()) {
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
    out.heading(
        "How far profiles are from published servers that they were not made from, at all loads");
    out.table(2, kinds(view));
    out.sentence(
        2,
        "The published servers of each kind are split in two: in the order of publication the first,"
            + " third, fifth and so on (of) make the profile, its idle and full use and its errors"
            + " above; the others (n) check it here, so that the check is independent. Mean: their"
            + " loads' mean error. 9/10: what nine of ten loads stay within. Within: the share of"
            + " loads that is off by no more than the profile's error. Ratio, above idle: what nine"
            + " of ten ratios of two loads of one server are off by.");
    List<String> few =
        view.profiles().stream()
            .filter(
                each -> {
                  ModelsJson.LikeServers published = each.published();
                  return published != null && published.few();
                })
            .map(ModelsJson.ProfileJson::name)
            .toList();
    if (!few.isEmpty()) {
      out.sentence(
          2,
          "On fewer than 5 servers on either side rest "
              + String.join(" and ", few)
              + ": take their numbers with care. Where it matters, calibrate.");
    }
    return out.text();
  }

  private static List<List<String>> profiles(ModelsJson view) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("profile", "cores", "idle W", "full W", "disk J/MB", "net J/MB"));
    for (ModelsJson.ProfileJson each : view.profiles()) {
      rows.add(
          List.of(
              each.name(),
              Integer.toString(each.cores()),
              Numbers.tick(each.idleWatts()),
              Numbers.tick(each.busyWatts()),
              Numbers.tick(each.diskJoulesPerMegabyte()),
              Numbers.tick(each.networkJoulesPerMegabyte())));
    }
    return rows;
  }

  private static List<List<String>> errors(ModelsJson view) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("error of", "an estimate", "a ratio", "a ratio above idle"));
    for (ModelsJson.ProfileJson each : view.profiles()) {
      rows.add(
          List.of(
              each.name(),
              "\u00b1" + Numbers.wholePercent(each.relativeError()),
              "\u00b1" + Numbers.wholePercent(each.comparisonError()),
              "\u00b1" + Numbers.wholePercent(each.dynamicError())));
    }
    return rows;
  }

  private static List<List<String>> groups(ModelsJson view) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("servers", "n", "line", "9/10", "bias", "curve", "9/10", "bias"));
    for (ModelsJson.GroupJson each : view.models()) {
      List<String> row = new ArrayList<>(List.of(each.group(), Numbers.count(each.servers())));
      row.addAll(errors(each.line()));
      row.addAll(errors(each.curve()));
      rows.add(row);
    }
    return rows;
  }

  private static List<List<String>> kinds(ModelsJson view) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("profile", "of", "n", "mean", "9/10", "within", "ratio", "above idle"));
    for (ModelsJson.ProfileJson each : view.profiles()) {
      ModelsJson.LikeServers published = each.published();
      if (published != null) {
        List<String> row = new ArrayList<>();
        row.add(each.name());
        row.add(Numbers.count(published.making()));
        row.add(Numbers.count(published.servers()));
        row.add(Numbers.wholePercent(published.check().meanError()));
        row.add(Numbers.wholePercent(published.check().nineOfTenWithin()));
        row.add(Numbers.wholePercent(published.withinStatedError()));
        row.add(Numbers.wholePercent(published.ratios().nineOfTenWithin()));
        row.add(Numbers.wholePercent(published.dynamicRatios().nineOfTenWithin()));
        rows.add(row);
      }
    }
    return rows;
  }

  private static List<String> errors(ModelsJson.CheckJson check) {
    return List.of(
        Numbers.wholePercent(check.meanError()),
        Numbers.wholePercent(check.nineOfTenWithin()),
        (check.bias() > 0 ? "+" : "") + Numbers.wholePercent(check.bias()));
  }
}
