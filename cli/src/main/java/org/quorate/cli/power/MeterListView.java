package org.quorate.cli.power;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.quorate.power.Finding;
import org.quorate.power.MeterKind;
import org.quorate.power.model.HostProfile;
import org.quorate.power.model.ProfileFile;
import org.quorate.power.registry.MeterKinds;

/**
 * What is shown of the kinds of meters; its fields are those of {@code --json}.
 *
 * @param models the profiles that can stand in where there is no meter
 */
record MeterListView(List<Kind> kinds, List<ModelView> models, CapView cap) {
  /**
   * One kind.
   *
   * @param options what it may be told, name to description
   */
  record Kind(
      String name, String description, List<FindingView> findings, Map<String, String> options) {
    boolean isPresent() {
      return findings.stream().anyMatch(finding -> finding.state().equals("present"));
    }
  }

  /**
   * One thing that was looked at.
   *
   * @param state {@code present}, {@code absent}, {@code unusable} or {@code on request}
   * @param remedy what to do about it; absent where nothing can or need be done
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record FindingView(String what, String state, String reason, @Nullable String remedy) {}

  /** A profile, and how far off its estimates may be. */
  record ModelView(String profile, String description, double relativeError) {}

  /**
   * Whether processors can be capped.
   *
   * @param reason why not; absent where they can
   * @param share what they are capped to now; absent where they are not
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record CapView(String by, String state, @Nullable String reason, @Nullable Double share) {}

  static MeterListView of(List<Kind> kinds, CapView cap) {
    return new MeterListView(
        kinds, ProfileFile.shipped().values().stream().map(MeterListView::model).toList(), cap);
  }

  static Kind kind(MeterKind kind, List<Finding> findings) {
    return new Kind(
        kind.name(),
        kind.description(),
        findings.stream().map(MeterListView::finding).toList(),
        MeterKinds.options(kind));
  }

  private static FindingView finding(Finding finding) {
    return new FindingView(
        finding.what(),
        finding.state().name().toLowerCase(Locale.ROOT).replace('_', ' '),
        finding.reason(),
        finding.remedy().orElse(null));
  }

  private static ModelView model(HostProfile profile) {
    return new ModelView(profile.name(), profile.description(), profile.relativeError());
  }
}
