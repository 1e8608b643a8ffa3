package org.quorate.study.file;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.quorate.study.measure.Measure;
import org.quorate.study.plan.Change;
import org.quorate.study.plan.Claim;
import org.quorate.study.plan.ClaimedChange;

/**
 * Reads {@code claims}: what others say, and what that is in numbers. Levels that the study has at
 * any of its scales are known, so that a claim stays in the file of a study whose scale leaves it
 * out. Used by one thread at a time.
 */
record ClaimReader(Selections known) {
  /** The claims of the study as a whole. */
  List<Claim> read(@Nullable Entry claims) throws StudyFileException {
    return read(claims, null, Map.of());
  }

  /**
   * The claims of a figure.
   *
   * @param measure what a claim is about that does not say it; null where it must
   * @param where which cells it is about where it does not say it
   */
  List<Claim> read(
      @Nullable Entry entry, @Nullable Measure measure, Map<String, List<String>> where)
      throws StudyFileException {
    List<Claim> claims = new ArrayList<>();
    if (entry != null) {
      for (Entry item : entry.mappings()) {
        Section claim = item.section("text", "source", "expects");
        Entry expects = claim.find("expects");
        claims.add(
            new Claim(
                claim.required("text").value().text(),
                claim.required("source").value().text(),
                expects == null ? null : change(expects, measure, where)));
      }
    }
    return claims;
  }

  private ClaimedChange change(
      Entry entry, @Nullable Measure measure, Map<String, List<String>> where)
      throws StudyFileException {
    Section section = entry.section("measure", "of", "against", "where", "change");
    Entry ownWhere = section.find("where");
    Map<String, String> of = known.single(section.required("of"));
    Map<String, String> against = known.single(section.required("against"));
    if (!of.keySet().equals(against.keySet())) {
      throw section
          .required("against")
          .refuse("of and against must name the same factors, with other levels.");
    }
    if (of.equals(against)) {
      throw section.required("against").refuse("it is the same as of; name other levels.");
    }
    Map<String, List<String>> both = new LinkedHashMap<>(where);
    both.keySet().removeAll(of.keySet());
    if (ownWhere != null) {
      both = known.levels(ownWhere);
      for (Map.Entry<String, Entry> each : ownWhere.entries().entrySet()) {
        if (of.containsKey(each.getKey())) {
          throw each.getValue().refuse("of and against decide this factor; remove it here.");
        }
      }
    }
    return new ClaimedChange(
        section.find("measure") == null && measure != null
            ? measure
            : section.required("measure").value().as(Selections::measure),
        of,
        against,
        both,
        section.required("change").value().as(Change::parse));
  }
}
