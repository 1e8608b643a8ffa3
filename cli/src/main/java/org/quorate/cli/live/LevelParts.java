package org.quorate.cli.live;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.quorate.cassandra.control.PublishedWord;
import org.quorate.cassandra.publication.LevelWord;
import org.quorate.cli.page.PageWords;
import org.quorate.report.format.TimeUnits;
import org.quorate.report.page.Html;

/** The parts of the page that are of levels which the agent publishes. Pure. */
final class LevelParts {
  /** Of more tables the page would be slow to read and to send. */
  private static final int MOST_TABLES = 50;

  private static final String NO_WORD =
      "there was none to publish: its replicas are not known, its level could not be decided, or"
          + " publishing has only just begun";

  private LevelParts() {}

  /**
   * Which level of each table is in force for those who follow the agent, and why.
   *
   * @param at of the look that the levels are of
   */
  static String levels(Optional<LevelsGlance> known, Instant at) {
    if (known.isEmpty()) {
      return note(
              new Html(),
              "None: the agent's file has no section publish, or there is no connection to the"
                  + " cluster.")
          .toString();
    }
    LevelsGlance levels = known.get();
    if (levels.obstacle().isPresent()) {
      return note(new Html(), levels.obstacle().get()).toString();
    }
    Html out = new Html().open("table").open("thead").open("tr");
    for (String name : List.of("table", "level in force", "newest word", "safe level", "why")) {
      out.element("th", name, "scope", "col", "class", "w");
    }
    out.close().close().open("tbody");
    levels.words().stream().limit(MOST_TABLES).forEach(word -> row(out, levels, word, at));
    out.close().close();
    if (levels.words().size() > MOST_TABLES) {
      note(
          out,
          "Of "
              + PageWords.count(levels.words().size(), "table")
              + " so many are listed, the first of the agent's file; /metrics has all.");
    }
    return out.toString();
  }

  private static Html note(Html out, String sentence) {
    return out.element("p", sentence, "class", "note");
  }

  private static void row(Html out, LevelsGlance levels, PublishedWord word, Instant at) {
    out.open("tr").element("th", word.table().toString(), "scope", "row", "class", "w");
    Optional<LevelWord> followed = word.acknowledged().filter(any -> levels.isFollowed(word));
    cell(
        out,
        followed.map(each -> each.level().name()).orElse("none"),
        followed.map(LevelParts::raised).orElse("clients read at their safe level"));
    cell(
        out,
        word.acknowledged().isEmpty() ? "none yet" : age(word) + " old",
        word.acknowledged().isEmpty()
            ? "for " + age(word)
            : "of " + PageWords.time(at.minus(word.age())));
    cell(out, word.acknowledged().map(each -> each.safeLevel().name()).orElse("not known"), "");
    cell(out, why(levels, word), "");
    out.close();
  }

  private static void cell(Html out, String text, String detail) {
    out.open("td", "class", "w").text(text);
    if (!detail.isEmpty()) {
      out.text(" ").element("small", detail);
    }
    out.close();
  }

  /** The same of one table, as a sentence. */
  static String sentence(LevelsGlance levels, PublishedWord word) {
    if (!levels.isFollowed(word)) {
      return "none: "
          + (word.acknowledged().isEmpty()
              ? "no word was published yet"
              : "the newest word is " + age(word) + " old and not followed any more")
          + ", so clients read at their safe level; "
          + why(levels, word);
    }
    LevelWord followed = word.acknowledged().orElseThrow();
    String raised = raised(followed);
    return followed.level()
        + ", published "
        + age(word)
        + " before the look"
        + (raised.isEmpty() ? "" : "; " + raised)
        + ". "
        + followed.reason();
  }

  private static String why(LevelsGlance levels, PublishedWord word) {
    return levels.isFollowed(word)
        ? word.acknowledged().map(LevelWord::reason).orElse("")
        : word.failure().orElse(NO_WORD);
  }

  private static String age(PublishedWord word) {
    return TimeUnits.text(word.age().toNanos());
  }

  /** Which reads are at a stronger level than the others. */
  private static String raised(LevelWord word) {
    String ranges =
        word.raised().isEmpty()
            ? ""
            : word.raisedLevel()
                + " in "
                + (word.raised().equals("*")
                    ? "the whole ring"
                    : PageWords.count(word.raised().split(",", -1).length, "token range"));
    String own =
        word.windowMillis() == 0
            ? ""
            : word.safeLevel() + " for " + word.windowMillis() + " ms after a client's own write";
    return ranges.isEmpty() || own.isEmpty() ? ranges + own : ranges + ", " + own;
  }
}
