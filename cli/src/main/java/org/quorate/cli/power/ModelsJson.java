package org.quorate.cli.power;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.quorate.power.model.CurveCheck;
import org.quorate.power.model.HostProfile;
import org.quorate.power.model.ProfileFile;
import org.quorate.power.model.PublishedChecks;
import org.quorate.power.model.PublishedCurves;

/**
 * What is shown of the models; its fields are those of {@code --json}. Errors are shares of what
 * was measured.
 */
record ModelsJson(List<ProfileJson> profiles, List<GroupJson> models, int publishedServers) {
  /**
   * One profile.
   *
   * @param relativeError how far off an estimate may be
   * @param comparisonError how far off the ratio of two estimates of one host may be
   * @param dynamicError how far off the ratio of what lies above idle in two of them may be
   * @param published how far it is from published servers of its kind that it was not made from;
   *     absent where there are none
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record ProfileJson(
      String name,
      String description,
      int cores,
      String scope,
      double idleWatts,
      double busyWatts,
      double diskJoulesPerMegabyte,
      double networkJoulesPerMegabyte,
      double relativeError,
      double comparisonError,
      double dynamicError,
      String source,
      @Nullable LikeServers published) {}

  /**
   * Servers that a profile is compared with.
   *
   * @param making how many other servers of the kind the profile was made from
   * @param few whether these or those are fewer than five
   * @param withinStatedError the share of their loads that is off by no more than relativeError
   * @param ratios of any two loads of one server
   * @param dynamicRatios of what lies above idle at any two loads of 10 to 100 %
   */
  record LikeServers(
      String kind,
      int making,
      int servers,
      boolean few,
      CheckJson check,
      double withinStatedError,
      CheckJson ratios,
      CheckJson dynamicRatios) {}

  /**
   * How well models that know some points of a server predict its others.
   *
   * @param line the straight line from idle to full use
   * @param curve the curve through idle, 10, 50 and 100 %
   */
  record GroupJson(String group, int servers, CheckJson line, CheckJson curve) {}

  /**
   * Errors of predictions.
   *
   * @param nineOfTenWithin the error that nine of ten predictions stay below
   * @param bias above 0 where the model says too much
   */
  record CheckJson(int points, double meanError, double nineOfTenWithin, double bias) {
    static CheckJson of(CurveCheck check) {
      return new CheckJson(
          check.points(), check.meanAbsoluteError(), check.highestDecile(), check.bias());
    }
  }

  static ModelsJson shipped() {
    Map<String, PublishedChecks.OfProfile> checks =
        PublishedChecks.profiles().stream()
            .collect(Collectors.toMap(each -> each.profile().name(), Function.identity()));
    return new ModelsJson(
        ProfileFile.shipped().values().stream()
            .map(profile -> profile(profile, checks.get(profile.name())))
            .toList(),
        PublishedChecks.models().stream()
            .map(
                each ->
                    new GroupJson(
                        each.group(),
                        each.servers(),
                        CheckJson.of(each.line()),
                        CheckJson.of(each.curve())))
            .toList(),
        PublishedCurves.all().size());
  }

  private static ProfileJson profile(
      HostProfile profile, PublishedChecks.@Nullable OfProfile check) {
    return new ProfileJson(
        profile.name(),
        profile.description(),
        profile.cores(),
        profile.scope().text(),
        profile.curve().idleWatts(),
        profile.curve().busyWatts(),
        profile.diskJoulesPerMegabyte(),
        profile.networkJoulesPerMegabyte(),
        profile.relativeError(),
        profile.comparisonError(),
        profile.dynamicError(),
        profile.source(),
        check == null
            ? null
            : new LikeServers(
                check.kind(),
                check.making(),
                check.servers(),
                check.restsOnFew(),
                CheckJson.of(check.check()),
                check.withinStatedError(),
                CheckJson.of(check.ratios()),
                CheckJson.of(check.dynamicRatios())));
  }
}
