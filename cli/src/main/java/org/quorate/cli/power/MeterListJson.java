package org.quorate.cli.power;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.quorate.power.MeterKind;
import org.quorate.power.MeterPresence;
import org.quorate.power.model.HostProfile;
import org.quorate.power.model.ProfileFile;
import org.quorate.power.registry.MeterKinds;

/**
 * What is shown of the kinds of meters; its fields are those of {@code --json}.
 *
 * @param models the profiles that can stand in where there is no meter
 */
record MeterListJson(List<Kind> kinds, List<ModelJson> models, CapJson cap) {
  /**
   * One kind.
   *
   * @param options what it may be told, name to description
   */
  record Kind(
      String name, String description, List<FindingJson> findings, Map<String, String> options) {
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
  record FindingJson(String what, String state, String reason, @Nullable String remedy) {}

  /** A profile, and how far off its estimates may be. */
  record ModelJson(String profile, String description, double relativeError) {}

  /**
   * Whether processors can be capped.
   *
   * @param reason why not; absent where they can
   * @param share what they are capped to now; absent where they are not
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record CapJson(String by, String state, @Nullable String reason, @Nullable Double share) {}

  static MeterListJson of(List<Kind> kinds, CapJson cap) {
    return new MeterListJson(
        kinds, ProfileFile.shipped().values().stream().map(MeterListJson::model).toList(), cap);
  }

  static Kind kind(MeterKind kind, List<MeterPresence> findings) {
    return new Kind(
        kind.name(),
        kind.description(),
        findings.stream().map(MeterListJson::finding).toList(),
        MeterKinds.options(kind));
  }

  private static FindingJson finding(MeterPresence finding) {
    return new FindingJson(
        finding.what(),
        finding.state().name().toLowerCase(Locale.ROOT).replace('_', ' '),
        finding.reason(),
        finding.remedy().orElse(null));
  }

  private static ModelJson model(HostProfile profile) {
    return new ModelJson(profile.name(), profile.description(), profile.relativeError());
  }
}
