package org.quorate.cli.live;

import java.util.List;
import org.quorate.cli.page.PageFrame;
import org.quorate.cli.page.PageSections;
import org.quorate.report.svg.Markup;

/** The sections of the agent's page, and what they say beside their parts. Pure. */
final class LiveDocument {
  private static final List<String> LIMITS =
      List.of(
          "How far the clocks of the nodes are apart: the agent does not measure it.",
          "Which level an application has chosen itself, and why: the level in use is told from how"
              + " many replicas executed a read. Only levels that this agent publishes are explained"
              + " here; a session of the library explains its own.",
          "Whether any client follows the levels that are published.",
          "How much of a tolerance is spent: the agent reads nothing of what applications read.",
          "Joules per operation: /metrics has them, where the agent's file has meters.",
          "Whether a node is up by any other's word than the driver's, which hears of it by and"
              + " by.",
          "What was before the agent began, or more than an hour ago: its history has that.");

  static final PageFrame FRAME =
      new PageFrame(
          new PageFrame.Words(
              "Cluster, live",
              "Cluster",
              "The agent's look at a running cluster",
              "To the tables",
              "overview",
              "the Quorate agent"),
          LiveDocument::write,
          TableParts.frame(""));

  private LiveDocument() {}

  private static void write(PageSections page) {
    page.section(
        "overview",
        "Tables",
        "Rates and replicas are counted by the nodes. Stale reads are measured where pairs of reads"
            + " of sampled keys are compared, and estimated by models else; no estimate is a"
            + " measurement.",
        () -> page.scrolled("Tables at their latest reading", "overview"));
    page.section(
        "levels",
        "Levels in force",
        "Decided by this agent from the nodes' counts, and published for clients in other languages;"
            + " as of the latest look. A word that is too old is not followed.",
        () -> page.scrolled("Levels that are published", "levels"));
    page.section(
        "hour",
        "The last hour",
        "Minutes that have ended, in UTC. Grey is before this page remembers the table, light red"
            + " are minutes without a reading; no line is drawn over what is not known.",
        () -> tables(page));
    page.section(
        "nodes",
        "Nodes and replicas",
        "Held by the driver, which hears of it by and by.",
        () -> {
          page.place("nodes");
          page.folded(
              "Each node's state, as the driver holds it",
              true,
              list -> list.scrolled("Nodes", "node list"));
        });
    page.section(
        "cluster",
        "Counted by the nodes",
        "Counts are the servers' own; of each propagation time it is said where it comes from.");
    page.section("told", "What the agent told", "Its latest sentences, the latest first.");
    page.limits(LIMITS);
  }

  private static void tables(PageSections page) {
    page.out().open("div", "id", "tables");
    for (String name : page.names()) {
      if (name.startsWith(TableParts.FRAME)) {
        page.out().open("section", "data-part", name).raw(framed(page, name)).close();
      }
    }
    page.out().close();
  }

  /** A table's frame, with what it frames. */
  private static String framed(PageSections page, String name) {
    String frame = page.markup(name);
    String table = name.substring(TableParts.FRAME.length());
    for (String kind : TableParts.FRAMED) {
      String place = "data-part=\"" + Markup.escape(kind + table) + "\">";
      frame = frame.replace(place, place + page.markup(kind + table));
    }
    return frame;
  }
}
