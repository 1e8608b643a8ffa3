package org.quorate.cli.page;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import org.quorate.report.page.Html;
import org.quorate.report.terminal.Style;

/** The latest sentences that a command has told its user. Of a bounded size; not thread-safe. */
public final class Told {
  private static final int MOST = 30;
  private static final int LONGEST = 1_000;

  private final Deque<Sentence> sentences = new ArrayDeque<>();

  private record Sentence(Instant at, String text) {}

  /** Keeps a sentence, which may in part be a server's, and of any length. */
  public void add(Instant at, String sentence) {
    String plain = new Style(false, true).plain(sentence);
    sentences.addFirst(new Sentence(at, Style.cut(plain, LONGEST)));
    if (sentences.size() > MOST) {
      sentences.removeLast();
    }
  }

  /** As a list, the latest first. */
  public String markup() {
    if (sentences.isEmpty()) {
      return new Html().element("p", "Nothing since it began.", "class", "note").toString();
    }
    Html out = new Html().open("ul", "class", "events");
    for (Sentence each : sentences) {
      out.open("li").element("strong", PageWords.time(each.at));
      out.text(" " + each.text).close();
    }
    return out.close().toString();
  }
}
