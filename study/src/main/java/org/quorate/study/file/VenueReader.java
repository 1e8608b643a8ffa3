package org.quorate.study.file;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.quorate.study.plan.RemoteSettings;

/**
 * A study's sections where a {@link Venue} says where it is run: what the venue has replaces what
 * the study has, and what cannot be there falls away.
 *
 * @param study the sections in effect
 * @param remoteFolder from which the section {@code remote} names files
 * @param notes sentences on what was replaced and what fell away
 */
record VenueReader(Section study, Path remoteFolder, List<String> notes) {
  private static final String FACTORS = "factors";
  private static final String[] SECTIONS = {"backend", "remote", "cluster", "power", FACTORS};

  /** What only a study that starts its servers can do. */
  private static final List<String> LOCAL_SECTIONS = List.of("links", "pilot");

  VenueReader {
    notes = List.copyOf(notes);
  }

  /**
   * Puts both together.
   *
   * @param folder of the study file
   */
  static VenueReader of(Section study, Path folder, @Nullable Venue venue)
      throws StudyFileException {
    if (venue == null) {
      RemoteReader.refuseCommands(study.find("remote"));
      return new VenueReader(study, folder, List.of());
    }
    Section own = sections(venue);
    if (own.find("remote") == null) {
      RemoteReader.refuseCommands(study.find("remote"));
    }
    Map<String, Entry> merged = new LinkedHashMap<>(study.entries());
    List<String> fallen = new ArrayList<>();
    for (Map.Entry<String, Entry> each : own.entries().entrySet()) {
      if (!each.getKey().equals(FACTORS)) {
        merged.put(each.getKey(), each.getValue());
      }
    }
    Entry power = own.find("power");
    if (power != null && !power.isMapping() && power.value().text().equals("none")) {
      merged.remove("power");
    }
    Section together = new Section(study.self(), merged);
    if (StudyReader.backend(together).equals(RemoteSettings.BACKEND)) {
      for (String section : LOCAL_SECTIONS) {
        if (merged.remove(section) != null) {
          fallen.add(section);
        }
      }
      Entry cluster = study.find("cluster");
      if (cluster != null && own.find("cluster") == null) {
        ClusterReader.ofStartedServers(cluster).forEach(key -> fallen.add("cluster." + key));
        merged.put("cluster", cluster.without(ClusterReader.OF_STARTED_SERVERS));
      }
    } else if (own.find("remote") == null && merged.remove("remote") != null) {
      fallen.add("remote");
    }
    return new VenueReader(
        new Section(study.self(), merged),
        own.find("remote") == null ? folder : Path.of(venue.folder()),
        notes(venue, own, fallen));
  }

  private static Section sections(Venue venue) throws StudyFileException {
    return YamlReader.read(venue.path(), venue.text()).section(SECTIONS);
  }

  private static List<String> notes(Venue venue, Section own, List<String> fallen) {
    List<String> notes = new ArrayList<>();
    notes.add(
        "Run where "
            + venue.path()
            + " says, whose "
            + String.join(", ", own.entries().keySet())
            + (own.entries().size() == 1 ? " replaces" : " replace")
            + " the study's own.");
    if (!fallen.isEmpty()) {
      notes.add("Left out, since it cannot be had there: " + String.join(", ", fallen) + ".");
    }
    return notes;
  }

  /** The levels that factors have there instead of the study's; empty where none are said. */
  static List<Entry> factors(@Nullable Venue venue) throws StudyFileException {
    Entry factors = venue == null ? null : sections(venue).find(FACTORS);
    return factors == null ? List.of() : List.of(factors);
  }

  /**
   * Refuses factors that change what a cluster that exists already is made of, with what to do
   * about them without writing the study anew.
   *
   * @param parts those that are to be run
   */
  static void refuseWhatCannotVary(List<PartReader> parts) throws StudyFileException {
    for (Factor factor : Factor.values()) {
      List<PartReader> with =
          parts.stream()
              .filter(
                  part -> !factor.canBeHadAnywhere(part.factors().getOrDefault(factor, List.of())))
              .toList();
      if (!with.isEmpty()) {
        throw refusal(factor, with, parts);
      }
    }
  }

  private static StudyFileException refusal(
      Factor factor, List<PartReader> with, List<PartReader> parts) {
    List<String> left =
        parts.stream().filter(part -> !with.contains(part)).map(PartReader::name).toList();
    return with.get(0)
        .factors()
        .getOrDefault(factor, List.of())
        .get(0)
        .refuse(
            "a study cannot vary "
                + factor.text()
                + " on a cluster that it does not start; "
                + (left.isEmpty()
                    ? ""
                    : "leave out "
                        + String.join(", ", with.stream().map(PartReader::name).toList())
                        + " by --parts "
                        + String.join(",", left)
                        + ", or ")
                + "give it the one level that the cluster has by factors: {"
                + factor.text()
                + ": ["
                + factor.fixed()
                + "]} in the --on file.");
  }
}
